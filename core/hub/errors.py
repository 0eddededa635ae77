"""Errors of the connection and of HTTP as ours. Addresses are shown as hosts: the rest may hold signatures."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import httpx2
from huggingface_hub.utils import parse_ratelimit_headers

from core.base.errors import LuthierError


class TransientError(LuthierError):
    """May be over soon. retry_after: seconds that the server asks for, None when it does not say."""

    def __init__(self, code: str, message: str, hint: str = "", retry_after: float | None = None) -> None:
        super().__init__(code, message, hint)
        self.retry_after = retry_after


NO_NETWORK, UNREACHABLE = "hub.no-network", "hub.unreachable"
_CONNECTION = "Check the connection. The same command goes on where it stopped."
_LOGIN = "`luthier models login` saves an access token in the system's keyring."


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
        hint = "Check the connection, and the proxy and endpoint in `luthier settings`."
        raise TransientError(UNREACHABLE, f"{host} cannot be reached.", hint) from error
    except httpx2.ProxyError as error:
        raise LuthierError("hub.proxy", f"The proxy refuses: {error}.", "See `luthier settings`.") from error
    except httpx2.TransportError as error:
        raise TransientError("hub.cut", f"The connection to {host} was cut: {error}.", _CONNECTION) from error
    except (httpx2.RequestError, httpx2.InvalidURL) as error:  # too many redirects, a redirect to nowhere
        raise bad_response(endpoint) from error


def _has_no_name(error: BaseException | None) -> bool:
    """Whether the host's name could not be looked up, which is known at once."""
    while error is not None:
        if isinstance(error, socket.gaierror):
            return True
        error = error.__cause__ or error.__context__
    return False


def bad_response(endpoint: str) -> LuthierError:
    """Something answered, but not a hub."""
    return LuthierError(
        "hub.bad-answer",
        f"{urlsplit(endpoint).netloc} answers as no hub does.",
        "A network that asks for a login first does that, or an endpoint in `luthier settings` that is none.",
    )


def error_of_response(response: httpx2.Response, path: str, endpoint: str, has_token: bool) -> LuthierError:
    """The error that a response's status stands for. path: what was asked for, on the endpoint."""
    status, code = response.status_code, response.headers.get("X-Error-Code", "")
    repo = "/".join(path.removeprefix("/api/models/").strip("/").split("/")[:2])
    if status == 429 or status == 408 or status >= 500:
        return _transient(response)
    if code == "GatedRepo":
        allowed = "This account has not been let in yet. " if has_token else ""
        return LuthierError(
            "hub.gated",
            f"{repo} is gated: its owner wants a licence accepted first.",
            f"{allowed}Accept it at {endpoint}/{repo} in a browser. {_LOGIN}",
        )
    if status == 401 and has_token:
        return LuthierError("hub.token-refused", f"{repo}: the hub refuses the saved access token.", _LOGIN)
    if code == "RevisionNotFound":
        return LuthierError("hub.no-revision", f"{repo} has no such revision.", "Leave it out for the newest.")
    if code == "EntryNotFound":
        return LuthierError("hub.no-file", f"{path.rsplit('/', 1)[-1]} is not in {repo}.", "Look at its files again.")
    if status in (401, 404):
        return LuthierError(
            "hub.not-found", f"The hub has no model {repo}, or it is private.", f"Check the spelling. {_LOGIN}"
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
        return TransientError("hub.server-error", f"{host} has a problem of its own (status {status}).", when, wait)
    hint = f"{when} With an access token more is allowed (`luthier models login`)."
    return TransientError("hub.too-many-requests", f"{host} has had too many requests from here.", hint, wait)
