"""Makes rows from an exported chat."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec

from core import protocol as p
from core.base.errors import Do, LuthierError
from core.base.files import require_replaceable, written_whole
from core.jobs.context import JobContext, Outcome
from core.rows.chat_logs import read_logs
from core.rows.conversations import Conversations, Mask, find_me, people
from core.rows.mail import is_mbox, read_mbox
from core.rows.text_logs import Log

_MINUTE = 60  # seconds


def make_chat_rows(job: p.ChatRowsJob, context: JobContext) -> Outcome[p.ChatRowsResult]:
    """Write a JSON line for each conversation, in the chat's order. A failure leaves no file.

    Raises LuthierError `rows.no-chat`, `rows.who`, `rows.no-answers`, `data.*`, `files.would-overwrite`,
    `files.cannot-write`.
    """
    export, output = Path(job.export), Path(job.output)
    require_replaceable(output, force=job.force)
    context.claim(output)
    context.phase("read", f"Reading {export.name}")
    logs = _logs(export, context)
    me = find_me(logs, job.me)
    said = people(logs)
    mask = None if job.keep_private else Mask(name.partition(" <")[0] for name in said if name != me)
    cutting = Conversations(me, job.burst * _MINUTE, job.pause * _MINUTE, mask)
    context.phase("write", f"Writing {output.name}")
    rows, total = 0, sum(len(log.messages) for log in logs)
    with written_whole(output) as partial, partial.open("wb") as file:
        for log in logs:
            for row in cutting.of(log):
                file.write(msgspec.json.encode(row.as_json()) + b"\n")
                rows += 1
                context.progress(cutting.used, total, "messages")
        if not rows:
            raise _nothing(me, said, cutting.left_out)
    return "done", p.ChatRowsResult(
        path=str(output),
        rows=rows,
        messages=cutting.used,
        people=dict(said.most_common()),
        left_out=dict(cutting.left_out.most_common()),
        masked=dict(mask.counts.most_common()) if mask else {},
        shown=mask.shown if mask else {},
        bytes=output.stat().st_size,
    )


def _logs(export: Path, context: JobContext) -> list[Log]:
    """Read the export's logs. Raises LuthierError as read_logs does."""
    try:
        if export.is_file() and is_mbox(export):
            return read_mbox(export)
    except OSError as error:
        what = f"{export} cannot be read: {error.strerror or error}."
        raise LuthierError("data.unreadable", what, "Check that you may read it.") from error
    return read_logs(export, context.notice)


def _nothing(me: str, said: Counter[str], left_out: Counter[str]) -> LuthierError:
    reasons = ", ".join(f"{count:,} {why}" for why, count in left_out.most_common())
    return LuthierError(
        "rows.no-answers",
        f"{me} answers nobody in this chat: of {said.total():,} messages with text none is an answer ({reasons}).",
        Do.by("Choose another chat.", "or a longer --pause if answers come after hours"),
    )
