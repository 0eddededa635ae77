"""Push: uploads an export to a repository on the hub, only on request."""

from __future__ import annotations

import time
from pathlib import Path

from core import protocol as p
from core.base import settings
from core.base.errors import LuthierError
from core.export.pushable import Pushable, pushable
from core.gguf import downloads
from core.hub import polling
from core.hub.client import HubClient, Timeouts, endpoint_of
from core.hub.push import Target, find_target, push
from core.jobs.context import JobContext, Outcome

_STAGES = {"reading": "Reading the files", "uploading": "Uploading", "committing": "Waiting for the hub to take them"}
_SHOWN = 5  # names of excluded files to show


def push_export(job: p.PushJob, context: JobContext, timeouts: Timeouts | None = None) -> Outcome[p.PushResult]:
    """Upload an export to the hub. Cancel leaves the repository as it was. Raises LuthierError `push.*`, `hub.*` or
    `files.*`.
    """
    started = time.monotonic()
    repo = downloads.parse(job.repo)
    if repo is None or repo.file:
        raise LuthierError("hub.bad-name", f"'{job.repo}' cannot be a repository.", "They are called owner/name.")
    found, known = pushable(Path(job.path).expanduser()), settings.load()
    context.phase("list", f"Asking for {job.repo}")
    target = polling.run(polling.polled(_target(known, job.repo, timeouts), context.control.raise_if_cancelled))
    private = not job.public if target.private is None else target.private
    _tell(job, found, target, context)
    total, stage = sum(file.stat().st_size for file in found.files.values()), ""

    def report(now: str, done: int) -> None:
        """Report the bytes sent, which never decrease; reading comes first and is quick."""
        nonlocal stage
        if now != stage:
            stage = now
            context.phase("push", _STAGES[now])
        if now == "reading":
            context.control.raise_if_cancelled()
        else:
            context.progress(total if now == "committing" else done, total, "bytes")

    commit = push(known, target, found.files, job.message, report, private=private, timeouts=timeouts)
    return "done", p.PushResult(
        repo=job.repo,
        url=f"{endpoint_of(known)}/{job.repo}",
        commit=commit,
        private=private,
        created=target.private is None,
        files=list(found.files),
        bytes=total,
        seconds=time.monotonic() - started,
    )


def list_pushable(job: p.PushableJob, _context: JobContext) -> Outcome[p.PushableResult]:
    """List the files of an export that may be uploaded. Raises LuthierError `push.not-an-export`."""
    found = pushable(Path(job.path).expanduser())
    return "done", p.PushableResult(
        path=job.path,
        files=[p.PushableFile(name=name, bytes=file.stat().st_size) for name, file in found.files.items()],
        left_out=found.left_out,
        licence=found.licence,
        restriction=found.restriction,
    )


async def _target(known: settings.Settings, repo: str, timeouts: Timeouts | None) -> Target:
    async with HubClient(known, timeouts) as client:
        return await find_target(client, repo)


def _tell(job: p.PushJob, found: Pushable, target: Target, context: JobContext) -> None:
    """Send notices about what the user should know before publishing."""
    if not found.licence:
        context.notice(
            "push.licence-unknown",
            "The licence of the base model is not known, and what was made of the model is bound to it.",
            "Look it up before others use this, and write it into the model card on the hub.",
        )
    elif found.restriction:
        context.notice("push.licence", f"The base model's licence, {found.licence}, {found.restriction}.")
    if target.private is not None:
        seen = "private" if target.private else "public"
        asked = f" It is {seen}, and stays so." if target.private == job.public else ""
        context.notice(
            "push.exists",
            f"{job.repo} is there already: this adds a commit. Files of the same name are replaced, and their earlier "
            f"versions stay in its history.{asked}",
        )
    if found.left_out:
        names = ", ".join(found.left_out[:_SHOWN]) + (" …" if len(found.left_out) > _SHOWN else "")
        context.notice("push.left-out", f"Not part of the export, and not pushed: {names}.")
