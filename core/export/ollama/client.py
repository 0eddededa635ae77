"""Requests to a running Ollama (its server/routes.go). Each can be cancelled at any moment.

An error inside a stream is a line {"error": …} under status 200, so every line is read.
"""

from __future__ import annotations

import json
import re
import ssl
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import httpx2
import msgspec

from core import __version__
from core.base.bounded_file import from_json
from core.base.callbacks import ReportProgress
from core.base.errors import Do, LuthierError
from core.export.ollama.address import Address
from core.hub import polling

T = TypeVar("T")
_PIECE = 1 << 20  # bytes of a file in memory at a time
_MOST_OF_ANSWER = 64 << 20  # bytes of JSON
Record = dict[str, Any]


Version = tuple[int, int, int]
_BUILT_BY_HAND: Version = (0, 0, 0)  # the version of a build without a release number
OLDEST = "0.30.0"  # llama.cpp's server runs every GGUF file, and its chat template
_AS_SENT: Version = (0, 34, 1)  # stores a model as sent; older versions write it again and compare
# Architectures whose prompts create writes with a built-in renderer: templates have no effect.
RENDERED = ("gemma4", "laguna", "nemotron_h", "nemotron_h_moe", "nemotron_h_omni")


class Waiting(NamedTuple):
    """How long to wait for Ollama, in seconds."""

    connect: float = 5.0
    quick: float = 10.0  # for requests without work: its version
    work: float = 900.0  # without a line from it, while it loads, copies or checks a model


_USUAL = Waiting()


class Ollama:
    """A connection to Ollama. poll: called ten times a second while waiting for Ollama; may raise to stop."""

    def __init__(self, address: Address, poll: Callable[[], None] = lambda: None, waiting: Waiting = _USUAL) -> None:
        self.address, self._poll, self._waiting = address, poll, waiting

    def version(self) -> str:
        """Return Ollama's version. Raises LuthierError `ollama.not-running` if nothing answers, `ollama.not-ollama`."""
        version = self._run(self._ask("GET", "/api/version", quick=True)).get("version")
        if not isinstance(version, str):
            raise bad_answer(self.address.url)
        return version

    def show(self, name: str) -> Record | None:
        """Return Ollama's facts about a model; None if no model has that name."""
        return self._run(self._ask("POST", "/api/show", {"model": name})) or None

    def has_blob(self, digest: str) -> bool:
        """Return whether Ollama has a file. digest: sha256:…"""
        return self._run(self._head(f"/api/blobs/{digest}"))

    def upload(self, file: Path, digest: str, report: ReportProgress) -> None:
        """Upload a file, a piece at a time. report: of bytes. Raises LuthierError `ollama.gone`, `ollama.*`."""
        self._run(self._post_file(f"/api/blobs/{digest}", file, report))

    def create(self, request: Record, heard: Callable[[Record], None]) -> None:
        """Create a model. heard: receives every line of Ollama's report."""
        last = self.written("/api/create", request, heard)
        if last.get("status") != "success":
            raise gone(self.address.url, "before it said that the model is there")

    def delete(self, name: str) -> None:
        """Delete a model, if one has that name."""
        self._run(self._ask("DELETE", "/api/delete", {"model": name}))

    def written(self, path: str, request: Record, heard: Callable[[Record], None]) -> Record:
        """Return the last record of a stream from /api/generate or /api/chat; heard: receives every record."""
        return self._run(self._stream(path, request, heard))

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return polling.run(polling.polled(work, self._poll))

    async def _ask(self, method: str, path: str, request: Record | None = None, quick: bool = False) -> Record:
        """Send a request. Return {} if the model does not exist, or if success has no content."""
        with self._translated():
            async with self._client(quick) as client:
                response = await client.request(method, self.address.url + path, json=request)
        if request is not None and response.status_code == 404:
            return {}
        self._require_success(response, response.content)
        return self._record(response.content) if response.content else {}

    async def _head(self, path: str) -> bool:
        with self._translated():
            async with self._client(quick=True) as client:
                response = await client.head(self.address.url + path)
        if response.status_code == 404:
            return False
        self._require_success(response, b"")
        return True

    async def _post_file(self, path: str, file: Path, report: ReportProgress) -> None:
        total = file.stat().st_size

        async def pieces() -> AsyncIterator[bytes]:
            done = 0
            with file.open("rb") as stream:
                while piece := stream.read(_PIECE):
                    yield piece
                    done += len(piece)
                    report(done, total)

        headers = {"content-length": str(total), "content-type": "application/octet-stream"}
        with self._translated():
            async with self._client() as client:
                response = await client.post(self.address.url + path, content=pieces(), headers=headers)
        self._require_success(response, response.content)

    async def _stream(self, path: str, request: Record, heard: Callable[[Record], None]) -> Record:
        last: Record = {}
        with self._translated():
            async with (
                self._client() as client,
                client.stream("POST", self.address.url + path, json=request) as response,
            ):
                if not response.is_success:
                    self._require_success(response, await response.aread())
                async for line in response.aiter_lines():
                    if line.strip():
                        last = self._record(line.encode())
                        heard(last)
        return last

    @cached_property
    def _certificates(self) -> ssl.SSLContext | bool:
        """Return the certificates that this machine trusts; reading them takes longer than a request, and http needs
        none.
        """
        return httpx2.create_ssl_context() if self.address.url.startswith("https:") else False

    def _client(self, quick: bool = False) -> httpx2.AsyncClient:
        read = self._waiting.quick if quick else self._waiting.work
        return httpx2.AsyncClient(
            headers={"user-agent": f"luthier/{__version__}"},
            timeout=httpx2.Timeout(read, connect=self._waiting.connect, pool=None),
            verify=self._certificates,
            trust_env=not self.address.is_here,  # no proxy between programs of one machine
        )

    def _record(self, body: bytes) -> Record:
        """Parse a response. Raises LuthierError for an error, or for anything but an object."""
        if len(body) > _MOST_OF_ANSWER:
            raise bad_answer(self.address.url)
        try:
            record = json.loads(body)
        except (ValueError, RecursionError) as error:
            raise bad_answer(self.address.url) from error
        if not isinstance(record, dict):
            raise bad_answer(self.address.url)
        if error_text := record.get("error"):
            raise refused(str(error_text))
        return record

    def _require_success(self, response: httpx2.Response, body: bytes) -> None:
        if response.is_success:
            return
        try:
            said = from_json(body).get("error")
        except (msgspec.DecodeError, AttributeError, UnicodeDecodeError):
            said = None
        if not isinstance(said, str):
            raise bad_answer(self.address.url)
        raise refused(said)

    @contextmanager
    def _translated(self) -> Iterator[None]:
        url = self.address.url
        try:
            yield
        except (httpx2.ConnectError, httpx2.ConnectTimeout) as error:
            raise unreachable(url) from error
        except (TimeoutError, httpx2.TimeoutException) as error:
            raise gone(url, "or says nothing more") from error
        except httpx2.TransportError as error:
            raise gone(url, f"({error or type(error).__name__})") from error
        except (httpx2.RequestError, httpx2.InvalidURL) as error:
            raise bad_answer(url) from error


_AGAIN = Do.by("Start Ollama again, and try once more: nothing is sent twice.", "`luthier ollama create FOLDER`")
_OTHER = Do.by("End that program, and start Ollama's own app.", "or check OLLAMA_HOST: it may point elsewhere")
_SMALLER = Do.by("Close other programs, or export it with a smaller type.", "--type")
# Part of Ollama's message -> Luthier's code, and advice
_REASONS = (
    (
        "llama-quantize failed",  # Ollama gives no further reason for this failed rewrite
        "ollama.no-space",
        "Most likely its disk is full: it needs room for the model twice while it makes it. Its own log says more.",
    ),
    ("no space left on device", "ollama.no-space", "Make room on the disk where Ollama keeps its models."),
    ("disk quota exceeded", "ollama.no-space", "Make room on the disk where Ollama keeps its models."),
    ("not enough space on the disk", "ollama.no-space", "Make room on the disk where Ollama keeps its models."),
    ("digest mismatch", "ollama.damaged", "Something changed the file while it was sent. Do it again."),
    ("more system memory", "ollama.no-memory", _SMALLER),
    ("out of memory", "ollama.no-memory", _SMALLER),
    (
        "invalid model name",
        "ollama.bad-name",
        Do.by("Up to 80 letters, digits, dots and dashes will do.", "--name my-model"),
    ),
)


def unreachable(url: str) -> LuthierError:
    """Return the error for an address where nothing listens."""
    return LuthierError(
        "ollama.not-running",
        f"Ollama does not answer at {url}.",
        Do.by("Start Ollama's app, then try again.", "or `ollama serve`; elsewhere, set OLLAMA_HOST"),
    )


def gone(url: str, how: str) -> LuthierError:
    """Return the error for an Ollama that answered a moment ago."""
    return LuthierError("ollama.gone", f"Ollama at {url} has gone {how}.", _AGAIN)


def bad_answer(url: str) -> LuthierError:
    """Return the error for a program that answers, but is not Ollama."""
    return LuthierError(
        "ollama.not-ollama",
        f"What answers at {url} is not Ollama.",
        _OTHER,
    )


def refused(said: str) -> LuthierError:
    """Return Ollama's refusal as an error: its own message, with Luthier's advice, if any."""
    for part, code, hint in _REASONS:
        if part in said.lower():
            return LuthierError(code, f"Ollama refuses: {said}.", hint)
    return LuthierError("ollama.refused", f"Ollama refuses: {said}.", "Its own log may say more.")


def require_new_enough(version: str) -> None:
    """Require a version that reads the chat template of a GGUF file. Raises LuthierError `ollama.too-old`."""
    if _BUILT_BY_HAND < parsed(version) < parsed(OLDEST):
        raise LuthierError(
            "ollama.too-old",
            f"Ollama {version} is too old: it does not read the chat template in a model's file.",
            f"Update Ollama to {OLDEST} or newer.",
        )


def writes_again(version: str) -> bool:
    """Return whether this version rewrites a file that it was sent, and keeps both meanwhile."""
    return parsed(OLDEST) <= parsed(version) < _AS_SENT


def parsed(version: str) -> Version:
    """Parse a version: 0.34.1-rc2 is 0.34.1. Raises LuthierError `ollama.not-ollama`."""
    match = re.match(r"v?(\d+)\.(\d+)\.(\d+)", version)
    if match is None:
        raise LuthierError(
            "ollama.not-ollama",
            f"What answers in Ollama's place calls its version {version!r:.80}.",
            _OTHER,
        )
    return int(match[1]), int(match[2]), int(match[3])
