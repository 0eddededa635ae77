"""`luthier rows`: rows made of what people have."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from core import protocol as p
from core.cli.options import Force, Json, Output, absolute
from core.cli.running import perform
from core.cli.terminal import Terminal

app = typer.Typer(help="Make rows of chats and documents.", no_args_is_help=True)
_SHOWN = 8  # people of a group


@app.command()
def chat(
    export: Annotated[Path, typer.Argument(help="An exported chat, or the folder of an export.")],
    output: Output,
    me: Annotated[str, typer.Option(help="Your name in the chat: you are who the model learns to answer like.")] = "",
    burst: Annotated[float, typer.Option(min=0, help="Minutes within which messages of one person are one turn.")] = 15,
    pause: Annotated[float, typer.Option(min=1, help="Minutes of silence after which a conversation is over.")] = 180,
    keep_private: Annotated[
        bool, typer.Option("--keep-private", help="Mask no names, numbers, mail addresses and links.")
    ] = False,
    force: Force = False,
    json: Json = False,
) -> None:
    """Make conversations of an exported chat: WhatsApp, Telegram, Discord, Facebook, Instagram, Slack."""
    job = p.ChatRowsJob(
        export=absolute(export), output=absolute(output), me=me, burst=burst, pause=pause, keep_private=keep_private,
        force=force,
    )  # fmt: skip
    result = perform(job, json)
    if not json:
        show_chat(Terminal(), result)


def show_chat(console: Console, result: p.ChatRowsResult) -> None:
    """What the chat holds, what of it was left out, and what was masked."""

    def say(text: str) -> None:
        console.print(text, markup=False, soft_wrap=True)

    total = max(1, sum(result.people.values()))
    say(f"{result.rows:,} conversations of {result.messages:,} messages: {result.path}")
    for name, count in list(result.people.items())[:_SHOWN]:
        say(f"  {name}: {count:,} messages, {count / total:.0%}")
    if len(result.people) > _SHOWN:
        say(f"  and {len(result.people) - _SHOWN:,} more people")
    for reason, count in result.left_out.items():
        say(f"Left out: {count:,} {reason}.")
    for kind, count in result.masked.items():
        say(f"Masked as [{kind}]: {count:,}, such as {', '.join(result.shown[kind])}")
    if result.masked:
        say("No rule finds everything that is private: read some rows before you train on them or give them away.")
