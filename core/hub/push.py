"""Pushes files to the user's repository on the hub: checks permission and target, then uploads.

Our client sends the queries; huggingface_hub uploads in a child process that can be ended (push_process.py).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import msgspec

from core.base.child_process import Child, EndedError
from core.base.errors import Do, Hint, LuthierError
from core.base.own_process import own_process
from core.base.settings import Settings
from core.hub import access_token
from core.hub.client import HubClient, Timeouts, endpoint_of
from core.hub.push_process import PushLine, Upload

LARGEST = 50 * 10**9  # bytes: the largest file that the hub accepts this way
_PATIENCE = 6  # times the usual stall timeout: huggingface_hub makes six attempts itself
# Xet would upload with its own library, which ignores our proxy and reports no progress.
_OWN = {"HF_HUB_DISABLE_XET": "1", "HF_HUB_DISABLE_PROGRESS_BARS": "1", "HF_HUB_DISABLE_TELEMETRY": "1"}
_LOGIN = Do.open("models login")


class _Entity(msgspec.Struct, frozen=True):
    name: str = ""


class _Scope(msgspec.Struct, frozen=True):
    entity: _Entity = _Entity()
    permissions: list[str] = []


class _FineGrained(msgspec.Struct, frozen=True):
    scoped: list[_Scope] = []


class _Token(msgspec.Struct, frozen=True, rename="camel"):
    role: str = ""
    fine_grained: _FineGrained = _FineGrained()


class _Auth(msgspec.Struct, frozen=True, rename="camel"):
    access_token: _Token = _Token()


class _Organisation(msgspec.Struct, frozen=True, rename="camel"):
    name: str
    role_in_org: str = ""


class _Account(msgspec.Struct, frozen=True):
    """Fields of /api/whoami-v2 that are used."""

    name: str
    orgs: list[_Organisation] = []
    auth: _Auth = _Auth()


class _Existing(msgspec.Struct, frozen=True):
    private: bool = False


class Target(NamedTuple):
    """A repository to push to. private: None if it does not exist yet."""

    repo: str
    private: bool | None


Report = Callable[[str, int], None]  # stage and bytes done, ten times a second; may raise to stop


async def find_target(client: HubClient, repo: str) -> Target:
    """Check that the saved token may write to a repository, and whether that exists.

    Raises LuthierError `push.no-token`, `push.token-read-only`, `push.not-yours` or `hub.*`.
    """
    if not client.has_token:
        raise LuthierError("push.no-token", f"No access token is saved for {client.endpoint}.", _LOGIN)
    _require_permission(await _account(client), repo)
    try:
        found = await client.get_json(_Existing, f"/api/models/{repo}")
    except LuthierError as error:
        if error.code != "hub.not-found":
            raise
        return Target(repo, None)
    return Target(repo, found.private)


async def _account(client: HubClient) -> _Account:
    try:
        return await client.get_json(_Account, "/api/whoami-v2")
    except LuthierError as error:
        if error.code != "hub.token-refused":
            raise
        what = f"{urlsplit(client.endpoint).netloc} refuses the saved access token."
        raise LuthierError("hub.token-refused", what, _LOGIN) from error


def _require_permission(account: _Account, repo: str) -> None:
    owner = repo.partition("/")[0]
    writable = [org.name for org in account.orgs if org.role_in_org != "read"]
    if owner.lower() not in {name.lower() for name in (account.name, *writable)}:
        places = ", ".join(f"{name}/{repo.partition('/')[2]}" for name in (account.name, *writable))
        raise LuthierError(
            "push.not-yours",
            f"{owner} is somebody else's: the saved token is {account.name}'s.",
            f"Possible: {places}.",
        )
    token = account.auth.access_token
    granted = any(
        "repo.write" in scope.permissions and scope.entity.name.lower() in (owner.lower(), repo.lower())
        for scope in token.fine_grained.scoped
    )
    if token.role == "read" or (token.role == "fineGrained" and not granted):
        raise LuthierError(
            "push.token-read-only",
            f"The saved access token of {account.name} may not write to {repo}.",
            Hint("Make one with the role “write” in the settings of your account on the hub.", _LOGIN),
        )


def push(
    known: Settings,
    target: Target,
    files: Mapping[str, Path],
    message: str,
    report: Report,
    *,
    private: bool,
    timeouts: Timeouts | None = None,
) -> str:
    """Upload files (name in the repository -> local file) as one commit, and return the commit.

    Creates a missing repository. An exception from `report` stops the upload without a commit. Raises LuthierError
    `push.too-large`, `push.no-token`, `push.refused`, `push.died`, `hub.cut`, `files.*`.
    """
    times, endpoint = timeouts or Timeouts(), endpoint_of(known)
    for file in files.values():
        if file.stat().st_size > LARGEST:
            size = file.stat().st_size / 1e9
            what = f"{file} has {size:.1f} GB, and the hub takes files of at most {LARGEST / 1e9:.0f} GB."
            raise LuthierError(
                "push.too-large", what, Do.by("Export it again with a smaller type.", "such as --type q4_k_m")
            )
    order = Upload(
        endpoint=endpoint,
        token=access_token.load(endpoint) or "",
        repo=target.repo,
        files={name: str(file) for name, file in files.items()},
        message=message,
        create=target.private is None,
        private=private,
        proxy=known.proxy,
        connect=times.connect,
        stall=times.stall,
    )
    with Child(own_process("core.hub.push_process"), env=os.environ | _OWN) as child:
        child.send(order)
        end = _followed(child, report, _PATIENCE * times.stall)
    host = urlsplit(endpoint).netloc
    if end is None:
        raise LuthierError("push.died", "The process that uploads ended before its work was done.", "Try it again.")
    if end.error:
        raise _error_of(end, target.repo, host)
    return end.commit


def _followed(child: Child, report: Report, patience: float) -> PushLine | None:
    """Return the outcome, or None if the process ended without one. Raises what report raises."""
    now = PushLine(stage="reading")

    def tell() -> None:
        report(now.stage, now.done)

    try:
        for line in child.answers(PushLine, tell, patience):
            if line.is_outcome:
                return line
            now = line
    except EndedError:
        return PushLine(error="connection", text="it takes nothing more")
    return None


def _error_of(end: PushLine, repo: str, host: str) -> LuthierError:
    if end.error == "connection":
        return LuthierError(
            "hub.cut",
            f"The connection to {host} was cut: {end.text}. Nothing of {repo} was changed.",
            "Check the connection. The same command sends only what the hub does not have yet.",
        )
    said = f": {end.text}" if end.text else ""
    if end.error == "status":
        hint = _LOGIN if end.status in (401, 403) else "See what it says; its page on the hub may say more."
        return LuthierError("push.refused", f"{host} refuses {repo} with status {end.status}{said}.", hint)
    return LuthierError("push.refused", f"{repo} could not be uploaded{said}.", "Nothing there was changed.")
