"""Requests to the hub: one place for address, token, proxy, patience, and what goes wrong.

huggingface_hub knows addresses, headers and rate limits. Its own calls block: they could not be cancelled within a
second, and wait for servers without end; so the requests are made with the asynchronous client it is built on.
"""

from __future__ import annotations

import asyncio
import functools
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import httpx2
import msgspec
from huggingface_hub import constants
from huggingface_hub.utils import build_hf_headers

from core import __version__
from core.hub import token as tokens
from core.hub.trouble import Passing, bad_answer, from_exception, from_status
from core.shared.errors import LuthierError
from core.shared.settings import Settings

T = TypeVar("T")
LARGEST_ANSWER = 32 << 20  # bytes of JSON


@dataclass(frozen=True)
class Patience:
    """How long to wait for what. Seconds."""

    connect: float = 10.0
    answer: float = 30.0  # for a whole answer of the interface
    stall: float = 30.0  # for the next STEP bytes of a file
    longest_wait: float = 320.0  # that a server may ask for; the hub counts requests in windows of 300 s
    pauses: tuple[float, ...] = (1, 2, 4, 8, 15)  # before each new attempt; then it is given up


class Hub:
    """An open line to the hub; `async with` closes it.

    Raises LuthierError `hub.offline` where the settings forbid the network.
    """

    def __init__(self, settings: Settings, patience: Patience | None = None) -> None:
        if settings.offline or constants.is_offline_mode():
            raise LuthierError(
                "hub.offline",
                "Luthier is set to stay offline, so it does not ask the hub.",
                "`luthier settings offline=false` allows it again; HF_HUB_OFFLINE=1 in the environment forbids it too.",
            )
        self.endpoint = endpoint_of(settings)
        self.patience = patience or Patience()
        token = tokens.load(self.endpoint)
        self.has_token = token is not None
        self._client = httpx2.AsyncClient(
            base_url=self.endpoint,
            headers=build_hf_headers(token=token or False, headers={"user-agent": f"luthier/{__version__}"}),
            follow_redirects=True,  # to another host without the token: httpx2 drops it
            proxy=settings.proxy or None,
            verify=_certificates(),
            timeout=httpx2.Timeout(self.patience.stall, connect=self.patience.connect, pool=None),
        )

    async def __aenter__(self) -> Hub:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._client.aclose()

    async def ask(self, kind: type[T], path: str, params: dict[str, Any] | None = None) -> T:
        """An answer of the hub's interface. Raises LuthierError `hub.*`."""
        body = await self._patiently(lambda: self._body(path, params, LARGEST_ANSWER))
        try:
            return msgspec.json.decode(body, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise bad_answer(self.endpoint) from error

    async def text(self, path: str, limit: int) -> str:
        """The first `limit` bytes of a small file. Raises LuthierError `hub.*`."""
        body = await self._patiently(lambda: self._body(path, None, limit))
        return body.decode("utf-8", "replace")

    @asynccontextmanager
    async def stream(self, path: str, start: int) -> AsyncIterator[httpx2.Response]:
        """A file from byte `start` on. Raises LuthierError `hub.*`; Passing for what may be over soon."""
        headers = {"accept-encoding": "identity"} | ({"range": f"bytes={start}-"} if start else {})
        with from_exception(self.endpoint):
            async with self._client.stream("GET", path, headers=headers) as response:
                if response.status_code != 416:
                    self._require_good(response, path)
                yield response

    async def _body(self, path: str, params: dict[str, Any] | None, limit: int) -> bytes:
        body = bytearray()
        with from_exception(self.endpoint):
            async with (
                asyncio.timeout(self.patience.answer),
                self._client.stream("GET", path, params=params) as response,
            ):
                self._require_good(response, path)
                async for chunk in response.aiter_bytes():
                    body += chunk
                    if len(body) >= limit:
                        break
        return bytes(body[:limit])

    def _require_good(self, response: httpx2.Response, path: str) -> None:
        if not response.is_success:
            raise from_status(response, path, self.endpoint, self.has_token)

    async def _patiently(self, once: Callable[[], Awaitable[T]]) -> T:
        for pause in self.patience.pauses:
            try:
                return await once()
            except Passing as trouble:
                await self.wait(trouble, pause)
        return await once()

    async def wait(self, trouble: Passing, pause: float) -> None:
        """Before another attempt: as long as the server asks for, else `pause`. Raises the trouble if that is long."""
        if trouble.wait is not None and trouble.wait > self.patience.longest_wait:
            raise trouble
        await asyncio.sleep(pause if trouble.wait is None else trouble.wait)


def endpoint_of(settings: Settings) -> str:
    """The address of the hub or of the mirror that is asked in its place."""
    return (settings.endpoint or constants.ENDPOINT).rstrip("/")


@functools.cache
def _certificates() -> ssl.SSLContext:
    """Those that this machine trusts; reading them takes longer than a request."""
    return httpx2.create_ssl_context()
