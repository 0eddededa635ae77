"""`luthier chat` where nobody types: each line is a question of its own, its answer goes to stdout."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import msgspec
import typer

from core.cli.held_model import held_model, show_notice
from core.cli.running import INTERRUPTED, show_error
from core.cli.terminal import visible
from core.shared import protocol as p
from core.shared.errors import LuthierError


def answer_lines(job: p.ConverseJob, first: p.Ask) -> None:
    """first: what every question begins with. The first that cannot be answered ends it: typer.Exit."""
    with held_model(job) as model:
        for line in _lines():
            messages = [*first.messages, {"role": "user", "content": line}]
            for event in model.of(msgspec.structs.replace(first, messages=messages)):
                match event:
                    case p.Answered(reply=reply):
                        print(visible(_in_words(reply)), flush=True)
                        if reply.stopped == "cancelled":
                            raise typer.Exit(INTERRUPTED)
                    case p.Refused(message=message, hint=hint):
                        show_error(message, hint)
                        raise typer.Exit(1)
                    case p.Notice():
                        show_notice(event)


def _in_words(reply: p.Reply) -> str:
    """The answer without its thoughts, and the calls as they were written."""
    return "\n".join(filter(None, [reply.text, *(call.text for call in reply.calls)]))


def _lines() -> Iterator[str]:
    """But those without a word. Raises LuthierError `chat.not-utf8`."""
    number = 0
    for number, raw in enumerate(sys.stdin.buffer, 1):
        try:
            line = raw.decode("utf-8-sig" if number == 1 else "utf-8").strip()
        except UnicodeDecodeError as error:
            raise LuthierError(
                "chat.not-utf8",
                f"Line {number} is not UTF-8 (byte {error.start + 1}).",
                "Convert it first, for example with iconv.",
            ) from error
        if line:
            yield line
