"""`luthier data` and `rows`: inspect and clean training data, and make it from chats and documents."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from typer.core import TyperGroup

from core import protocol as p
from core.base.numbers import brief_duration, plural
from core.cli.options import DATA_HELP, Force, Json, Model, Output, Overrides, absolute, model_of, settings_of
from core.cli.results import show_preview, show_result, show_statistics, show_tokens
from core.cli.running import perform, perform_and_show
from core.cli.terminal import Terminal
from core.protocol.rows_jobs import KINDS

app = typer.Typer(help="Look at training data.", no_args_is_help=True)
DataFile = Annotated[Path, typer.Argument(help=DATA_HELP)]

_SHOWN = 8  # people of a group chat to show


@app.command()
def inspect(
    file: DataFile,
    model: Model,
    limit: Annotated[int, typer.Option(min=0, help="How many rows to show.")] = 5,
    settings: Overrides = None,
    json: Json = False,
) -> None:
    """Show a data file as the model reads it. Shows rows, tokens, and what is trained."""
    job = p.InspectJob(model=model_of(model), data=absolute(file), config=settings_of(settings), limit=limit)
    result = perform(job, json)
    if not json:
        show_preview(Terminal(), result.preview)
        show_result(Terminal(), result)
        if result.statistics is not None:
            show_statistics(Terminal(), result.statistics)


@app.command()
def preview(
    file: DataFile,
    model: Model,
    start: Annotated[int, typer.Option(min=1, help="The first row to show.")] = 1,
    limit: Annotated[int, typer.Option(min=1, help="How many rows to show.")] = 1,
    search: Annotated[str, typer.Option(help="Only rows with this text in them.")] = "",
    settings: Overrides = None,
    json: Json = False,
) -> None:
    """Show rows token by token, and why each token is trained or not."""
    job = p.PreviewJob(
        model=model_of(model),
        data=absolute(file),
        config=settings_of(settings),
        start=start - 1,
        limit=limit,
        search=search,
    )
    result = perform(job, json)
    if not json:
        show_tokens(Terminal(), result.rows)


@app.command()
def clean(file: DataFile, output: Output, settings: Overrides = None, force: Force = False, json: Json = False) -> None:
    """Write the usable rows, each once, to a new file. They become JSON lines; running text stays text."""
    perform_and_show(
        p.CleanJob(data=absolute(file), output=absolute(output), config=settings_of(settings), force=force), json
    )


class _DocumentsFirst(TyperGroup):
    """A command group in which an unknown command is a file: `luthier rows FILES…` means documents."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command and its arguments."""
        return super().resolve_command(ctx, args if args[0] in self.commands else [_DOCUMENTS, *args])

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Treat options before the first file as those of the documents' command, too."""
        own = {"--help", *self.commands}
        return super().parse_args(ctx, [_DOCUMENTS, *args] if args and args[0] not in own else args)


_DOCUMENTS = "documents"
rows_app = typer.Typer(
    cls=_DocumentsFirst, help="Make rows of documents (`luthier rows FILES…`) or of a chat.", no_args_is_help=True
)


@rows_app.command(name=_DOCUMENTS)
def documents(
    files: Annotated[list[Path], typer.Argument(help="Texts, documents (PDF, Word, …), folders of these, or rows.")],
    model: Model,
    output: Output,
    kind: Annotated[str, typer.Option(help=f"What is asked: {', '.join(KINDS)}.")] = "qa",
    rows: Annotated[int, typer.Option(min=1, max=10, help="Questions about each piece of some 450 tokens.")] = 4,
    style: Annotated[str, typer.Option(help="How answers should sound, in words for the model.")] = "",
    check: Annotated[
        bool, typer.Option("--check", help="Leave out rows that the model answers differently from the piece alone.")
    ] = False,
    wordings: Annotated[
        int, typer.Option(min=0, max=5, help="Also ask each question in this many other wordings.")
    ] = 0,
    unanswered: Annotated[
        int, typer.Option(min=0, max=5, help="For each piece, so many questions that the documents do not answer.")
    ] = 0,
    sample: Annotated[int, typer.Option(min=0, help="Only this many pieces, showing everything that was written.")] = 0,
    seed: Annotated[int, typer.Option(help="Another seed gives other rows.")] = 0,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the output: finished pieces stay.")] = False,
    force: Force = False,
    json: Json = False,
) -> None:
    """Let a model write questions and answers about documents. Keeps those that pass the checks."""
    job = p.QuestionRowsJob(
        files=tuple(map(absolute, files)), model=model_of(model), output=absolute(output), kind=kind, rows=rows,
        style=style, check=check, wordings=wordings, unanswered=unanswered, sample=sample, seed=seed, resume=resume,
        force=force,
    )  # fmt: skip
    result = perform(job, json)
    if not json:
        show_documents(Terminal(), result)


def show_documents(console: Console, result: p.QuestionRowsResult) -> None:
    """Show the rows written, the reasons for rejected ones, and the remaining time."""

    def say(text: str = "") -> None:
        console.print(text, markup=False, soft_wrap=True)

    for row in result.shown:
        quoted = f"“{row.quote}” " if row.quote else ""
        say(f"Q  {row.question}\nA  {row.answer}\n   {quoted}({row.file})")
        say(f"   left out: {row.fault}\n" if row.fault else "")
    one, many = ("question", "questions") if result.own else ("piece", "pieces")
    pieces = f"{result.done:,} of {plural(result.pieces, one, many)}"
    say(f"{plural(result.rows, 'row', 'rows')} from {pieces}: {result.path}")
    if result.unanswered:
        say(f"  {result.unanswered:,} of them say that the documents do not answer")
    for reason, count in result.fell.items():
        say(f"  {count:,} left out: {reason}")
    for file in result.left_out:
        say(f"Not read: {file}")
    if result.left_seconds:
        left = plural(result.pieces - result.done, f"{one} is", f"{many} are")
        say(f"{left} left, which takes about {brief_duration(result.left_seconds)}: --resume goes on.")


@rows_app.command()
def chat(
    export: Annotated[Path, typer.Argument(help="An exported chat, or the folder of an export.")],
    output: Output,
    me: Annotated[str, typer.Option(help="Your name in the chat: the model learns to answer like you.")] = "",
    burst: Annotated[
        float, typer.Option(min=0, help="Messages that one person sends within this many minutes are one turn.")
    ] = 15,
    pause: Annotated[float, typer.Option(min=1, help="A conversation ends after this many minutes of silence.")] = 180,
    keep_private: Annotated[
        bool, typer.Option("--keep-private", help="Do not mask names, numbers, mail addresses and links.")
    ] = False,
    force: Force = False,
    json: Json = False,
) -> None:
    """Make conversations of an exported chat. Reads WhatsApp, Signal, iMessage, Telegram, Discord, Facebook, Instagram,
    Slack and mail.
    """
    job = p.ChatRowsJob(
        export=absolute(export), output=absolute(output), me=me, burst=burst, pause=pause, keep_private=keep_private,
        force=force,
    )  # fmt: skip
    result = perform(job, json)
    if not json:
        show_chat(Terminal(), result)


def show_chat(console: Console, result: p.ChatRowsResult) -> None:
    """Show what the chat contains, what was left out, and what was masked."""

    def say(text: str) -> None:
        console.print(text, markup=False, soft_wrap=True)

    total = max(1, sum(result.people.values()))
    say(f"{result.rows:,} conversations of {result.messages:,} messages: {result.path}")
    for name, count in list(result.people.items())[:_SHOWN]:
        say(f"  {name}: {count:,} messages, {count / total:.0%}")
    if len(result.people) > _SHOWN:
        say(f"  and {len(result.people) - _SHOWN:,} more people")
    for reason, count in result.left_out.items():
        say(f"Left out: {reason} ({count:,}).")
    for kind, count in result.masked.items():
        say(f"Masked as [{kind}]: {count:,}, such as {', '.join(result.shown[kind])}")
    if result.masked:
        say("No rule finds everything that is private: read some rows before you train on them or give them away.")
