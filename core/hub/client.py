"""Sends requests to the hub: address, token, proxy, timeouts and retries in one place.

huggingface_hub knows addresses, headers and rate limits. Its own calls block: they cannot be cancelled while nothing
arrives, and wait for servers forever. So requests go through the asynchronous client that it is built on.

Connection and HTTP errors become LuthierErrors. Errors show only an address's host: the rest may contain signatures.
"""

from __future__ import annotations

import asyncio
import functools
import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import urlsplit

import httpx2
import msgspec
from huggingface_hub import constants
from huggingface_hub.utils import build_hf_headers, parse_ratelimit_headers

from core import __version__
from core.base.bounded_file import from_json
from core.base.errors import Do, Hint, LuthierError
from core.base.settings import Settings
from core.hub import access_token

T = TypeVar("T")
MAX_RESPONSE = 32 << 20  # bytes of JSON
PATIENCE = 1.0  # seconds: the longest wait before retrying a server that refuses the connection


@dataclass(frozen=True)
class Timeouts:
    """Timeouts and delays before retries, in seconds."""

    connect: float = 10.0
    response: float = 30.0  # for a whole API response
    stall: float = 30.0  # for the next STALL_BYTES of a file (core/hub/download.py)
    max_retry_after: float = 320.0  # requested by a server; the hub counts requests in windows of 300 s
    retry_delays: tuple[float, ...] = (1, 2, 4, 8, 15)  # before each retry; then it gives up


class HubClient:
    """A client for the hub; `async with` closes it.

    Raises LuthierError `hub.offline` if the settings forbid network access.
    """

    def __init__(self, settings: Settings, timeouts: Timeouts | None = None) -> None:
        if settings.offline or constants.is_offline_mode():
            raise LuthierError(
                "hub.offline",
                "Luthier is set to stay offline, so it does not ask the hub.",
                Do.open("settings offline", "`luthier settings offline=false` allows it, HF_HUB_OFFLINE=1 forbids it."),
            )
        self.endpoint = endpoint_of(settings)
        self.timeouts = timeouts or Timeouts()
        token = access_token.load(self.endpoint)
        self.has_token = token is not None
        self._client = httpx2.AsyncClient(
            base_url=self.endpoint,
            headers=build_hf_headers(token=token or False, headers={"user-agent": f"luthier/{__version__}"}),
            follow_redirects=True,  # on redirects to another host, httpx2 drops the token
            proxy=settings.proxy or None,
            verify=_tls_context(),
            timeout=httpx2.Timeout(self.timeouts.stall, connect=self.timeouts.connect, pool=None),
        )

    async def __aenter__(self) -> HubClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._client.aclose()

    async def get_json(self, kind: type[T], path: str, params: dict[str, Any] | None = None) -> T:
        """Request a response of the hub's API. Raises LuthierError `hub.*`."""
        body = await self._with_retries(lambda: self._body(path, params, MAX_RESPONSE))
        try:
            return from_json(body, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise bad_response(self.endpoint) from error

    async def get_text(self, path: str, limit: int) -> str:
        """Request the first `limit` bytes of a small file. Raises LuthierError `hub.*`."""
        body = await self._with_retries(lambda: self._body(path, None, limit))
        return body.decode("utf-8", "replace")

    @asynccontextmanager
    async def stream(self, path: str, start: int) -> AsyncIterator[httpx2.Response]:
        """Stream a file from byte `start` on. Raises LuthierError `hub.*`; TransientError."""
        headers = {"accept-encoding": "identity"} | ({"range": f"bytes={start}-"} if start else {})
        with translated_errors(self.endpoint):
            async with self._client.stream("GET", path, headers=headers) as response:
                if response.status_code != 416:
                    self._require_success(response, path)
                yield response

    async def _body(self, path: str, params: dict[str, Any] | None, limit: int) -> bytes:
        body = bytearray()
        with translated_errors(self.endpoint):
            async with (
                asyncio.timeout(self.timeouts.response),
                self._client.stream("GET", path, params=params) as response,
            ):
                self._require_success(response, path)
                async for chunk in response.aiter_bytes():
                    body += chunk
                    if len(body) >= limit:
                        break
        return bytes(body[:limit])

    def _require_success(self, response: httpx2.Response, path: str) -> None:
        if not response.is_success:
            raise error_of_response(response, path, self.endpoint, self.has_token)

    async def _with_retries(self, request: Callable[[], Awaitable[T]]) -> T:
        for delay in self.timeouts.retry_delays:
            try:
                return await request()
            except TransientError as error:
                if error.code == NO_NETWORK or (error.code == UNREACHABLE and delay > PATIENCE):
                    raise  # a short wait restores neither a network nor a server that refuses
                await self.wait_before_retry(error, delay)
        return await request()

    async def wait_before_retry(self, error: TransientError, delay: float) -> None:
        """Wait as long as the server asks for, else `delay`. Raises the error if the server asks for too long."""
        if error.retry_after is not None and error.retry_after > self.timeouts.max_retry_after:
            raise error
        await asyncio.sleep(delay if error.retry_after is None else error.retry_after)


def endpoint_of(settings: Settings) -> str:
    """Return the address of the hub, or of the configured mirror."""
    return (settings.endpoint or constants.ENDPOINT).rstrip("/")


@functools.cache
def _tls_context() -> ssl.SSLContext:
    """Return a context with this machine's trusted certificates, cached: reading them takes longer than a request."""
    return httpx2.create_ssl_context()


class TransientError(LuthierError):
    """A temporary error. retry_after: seconds that the server asks for, or None."""

    def __init__(self, code: str, message: str, hint: str = "", retry_after: float | None = None) -> None:
        super().__init__(code, message, hint)
        self.retry_after = retry_after


NO_NETWORK, UNREACHABLE = "hub.no-network", "hub.unreachable"
_CONNECTION = "Check the connection. The same command goes on where it stopped."
_SETTINGS = Do.open("settings")
_LOGIN = Do.open("models login")


@contextmanager
def translated_errors(endpoint: str) -> Iterator[None]:
    """Turn the client's exceptions into ours."""
    host = urlsplit(endpoint).netloc
    try:
        yield
    except (TimeoutError, httpx2.TimeoutException) as error:
        raise TransientError("hub.stalled", f"{host} does not answer, or sends nothing more.", _CONNECTION) from error
    except httpx2.ConnectError as error:
        if _has_no_name(error):
            raise TransientError(
                NO_NETWORK,
                f"{host} cannot be found: there seems to be no connection to the internet.",
                "Connect, and try again. Models that are on this disk already need no connection.",
            ) from error
        hint = Hint("Check the connection, the proxy and the address of the hub.", _SETTINGS)
        raise TransientError(UNREACHABLE, f"{host} cannot be reached.", hint) from error
    except httpx2.ProxyError as error:
        raise LuthierError("hub.proxy", f"The proxy refuses: {error}.", _SETTINGS) from error
    except httpx2.TransportError as error:
        raise TransientError("hub.cut", f"The connection to {host} was cut: {error}.", _CONNECTION) from error
    except (httpx2.RequestError, httpx2.InvalidURL) as error:  # too many redirects, a redirect to nowhere
        raise bad_response(endpoint) from error


def _has_no_name(error: BaseException | None) -> bool:
    """Return whether the host name lookup failed, which is known at once."""
    while error is not None:
        if isinstance(error, socket.gaierror):
            return True
        error = error.__cause__ or error.__context__
    return False


def bad_response(endpoint: str) -> LuthierError:
    """Return the error for a server that is not a hub."""
    return LuthierError(
        "hub.bad-answer",
        f"{urlsplit(endpoint).netloc} does not answer like a hub.",
        Hint("A network with a login page may be the cause.", _SETTINGS),
    )


def error_of_response(response: httpx2.Response, path: str, endpoint: str, has_token: bool) -> LuthierError:
    """Return the error for a response's status. path: that was requested, on the endpoint."""
    status, code = response.status_code, response.headers.get("X-Error-Code", "")
    repo = "/".join(path.removeprefix("/api/models/").strip("/").split("/")[:2])
    if status == 429 or status == 408 or status >= 500:
        return _transient(response)
    if code == "GatedRepo":
        allowed = "This account has not been let in yet. " if has_token else ""
        return LuthierError(
            "hub.gated",
            f"{repo} is gated: its owner wants a licence accepted first.",
            Hint(f"{allowed}Accept it at {endpoint}/{repo} in a browser.", _LOGIN),
        )
    if status == 401 and has_token:
        return LuthierError("hub.token-refused", f"{repo}: the hub refuses the saved access token.", _LOGIN)
    if code == "RevisionNotFound":
        return LuthierError("hub.no-revision", f"{repo} has no such revision.", "Leave it out for the newest.")
    if code == "EntryNotFound":
        return LuthierError("hub.no-file", f"{path.rsplit('/', 1)[-1]} is not in {repo}.", "Look at its files again.")
    if status in (401, 404):
        return LuthierError(
            "hub.not-found",
            f"The hub has no model {repo}, or it is private.",
            Hint("Check the spelling. A private model needs an access token.", _LOGIN),
        )
    if status == 403:
        return LuthierError("hub.forbidden", f"{repo}: this account may not read it.", _LOGIN)
    return LuthierError("hub.refused", f"The server refuses {repo} with status {status}.", "Try again later.")


def _transient(response: httpx2.Response) -> TransientError:
    host, status = response.url.host, response.status_code
    limit = parse_ratelimit_headers(response.headers)
    after = response.headers.get("Retry-After", "")
    limited = float(limit.reset_in_seconds) if limit and not limit.remaining else None
    wait = limited if limited is not None else float(after) if after.isdigit() else None
    when = f"Try again in {wait:.0f} seconds." if wait else "Try again later."
    if status != 429:
        return TransientError("hub.server-error", f"{host} has a problem (status {status}).", when, wait)
    hint = Hint(f"{when} With an access token more is allowed.", Do.open("models login"))
    return TransientError("hub.too-many-requests", f"{host} has had too many requests from here.", hint, wait)
