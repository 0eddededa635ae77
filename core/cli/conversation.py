"""`luthier chat` on a terminal: a conversation with history and slash commands.

Also holds the model, which a converse job keeps loaded in this process.
"""

from __future__ import annotations

import contextlib
import math
import queue
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import typer

from core import protocol as p
from core.base.errors import LuthierError
from core.base.files import written_whole
from core.cli import event_lines
from core.cli.running import INTERRUPTED, show_error
from core.cli.terminal import Terminal
from core.jobs.context import Control
from core.worker import run_job

HELP = """\
/reset             forget the conversation
/base              the last question to the base model, to compare
/strength 0.5      of the adapter, from 0 (the base alone) to 2
/system TEXT       what the model is told before the conversation; without a text: nothing
/set KEY VALUE     temperature, top_k, top_p, min_p, repeat_penalty, seed, max_tokens; alone: what they are
/think on          let it think before it answers; off: answer at once; auto: as it was trained
/tool TEXT         what a tool answered that the model called
/save FILE         the conversation, as text; FILE.jsonl: as a line of training data
/help              this
/bye               end the conversation, as Ctrl+D does
Ctrl+C stops an answer. A question that begins with a slash: begin it with a blank."""
_ENDS = ("/bye", "/quit", "/exit")  # as in other chat programs
_RANGES = {
    "strength": "a number from 0 to 2",
    "temperature": "a number from 0 on",
    "top_k": "a whole number from 0 on",
    "top_p": "a number from 0 to 1",
    "min_p": "a number from 0 to 1",
    "repeat_penalty": "a number above 0",
    "seed": "a whole number from 0 on",
    "max_tokens": "a whole number from 1 on",
}  # of core/protocol/chat.py
_THINKS: dict[str, str] = {
    "on": "It thinks before it answers.",
    "off": "It answers without thinking first.",
    "auto": "It thinks or not, as its chat template has it.",
}
_STYLES = {"answer": "", "thinking": "dim", "call": "cyan"}

_LISTEN_INTERVAL = 0.2  # seconds, the longest delay of Ctrl+C


def converse(job: p.ConverseJob, first: p.Ask) -> None:
    """Chat until Ctrl+D. first: the system prompt and sampling settings. Raises typer.Exit."""
    with contextlib.suppress(ImportError):  # not available on Windows
        import readline  # noqa: F401 - its import enables line editing and history
    terminal = Terminal(soft_wrap=True)
    terminal.print("Loading the model ...", style="dim")
    with _prompt() as prompt, held_model(job) as model:
        prompt.begin()
        terminal.print(_greeting(model.ready), style="dim")
        talk = _Talk(model, first, terminal)
        while (line := prompt.typed()) is not None and line.strip() not in _ENDS:
            try:
                talk.take(line)
            except LuthierError as error:
                show_error(error.message, error.hint)


class _Prompt:
    """Reads lines. Ctrl+C discards the current line; at other times it is ignored.

    So a Ctrl+C that comes just too late to stop an answer does not end the conversation. (During an answer HeldModel
    handles it; before the conversation begins it ends the program.)
    """

    def __init__(self) -> None:
        self._hears = True

    def begin(self) -> None:
        """Begin; from now on Ctrl+C only has an effect inside `_line`."""
        self._hears = False

    def typed(self) -> str | None:
        """Return a typed line, None at the end."""
        while True:
            try:
                return self._line()
            except EOFError:
                print()
                return None
            except KeyboardInterrupt:
                print("\nCtrl+D ends the conversation.")

    def heard(self, _number: int, _frame: object) -> None:
        """Handle SIGINT: raise KeyboardInterrupt once, if a line is being typed."""
        if self._hears:
            self._hears = False
            raise KeyboardInterrupt

    def _line(self) -> str:
        try:
            self._hears = True
            return input("> ")
        finally:
            self._hears = False


@contextmanager
def _prompt() -> Iterator[_Prompt]:
    """Yield a prompt that handles Ctrl+C within this context."""
    prompt = _Prompt()
    previous = signal.signal(signal.SIGINT, prompt.heard)
    try:
        yield prompt
    finally:
        signal.signal(signal.SIGINT, previous)


def _greeting(ready: p.Ready) -> str:
    with_adapter = f" with {'/'.join(Path(ready.adapter).parts[-2:])}" if ready.adapter else ""
    how = "" if ready.chat else "It goes on with the text that you begin. "
    if ready.can_switch and ready.think != "auto":
        how = f"{_THINKS[ready.think]} "
    return (
        f"{Path(ready.model).name}{with_adapter}, room for {ready.context:,} tokens. {how}"
        "/help shows the commands, Ctrl+D ends."
    )


class _Talk:
    """The conversation so far, and the settings for the next answer."""

    def __init__(self, model: HeldModel, first: p.Ask, terminal: Terminal) -> None:
        self._model, self._next, self._terminal = model, first, terminal
        self._messages: list[dict[str, Any]] = list(first.messages)

    def take(self, line: str) -> None:
        """Execute a line, a question or a command. Raises LuthierError."""
        if not line.strip():
            return
        if not line.startswith("/"):
            self._say({"role": "user", "content": line.strip()})
            return
        command, _, text = line[1:].strip().partition(" ")
        text = text.strip()
        match command:
            case "reset":
                self._messages = [message for message in self._messages if message["role"] == "system"]
                self._note("Forgotten.")
            case "base":
                self._ask_base()
            case "strength":
                strength = _number("strength", text)
                self._change("strength", strength, strength=strength)
            case "system":
                system = [{"role": "system", "content": text}] if text else []
                self._messages = system + [message for message in self._messages if message["role"] != "system"]
                self._note("The system prompt is set." if text else "There is no system prompt now.")
            case "set":
                self._set(text)
            case "think":
                self._think(text)
            case "tool":
                self._say({"role": "tool", "content": text})
            case "save":
                self._save(text)
            case "help":
                self._note(HELP)
            case _:
                raise LuthierError("chat.unknown-command", f"/{command} is not a command.", "/help shows them.")

    def _say(self, message: dict[str, Any]) -> None:
        messages = [*self._messages, message]
        reply = self._answer(messages, "tuned")
        if reply and (reply.text or reply.calls):  # do not keep an empty reply
            self._messages = [*messages, p.answer_message(reply.text, reply.thinking, reply.calls)]

    def _ask_base(self) -> None:
        """Put the last question to the base; the conversation keeps the tuned answer."""
        asked = [i for i, message in enumerate(self._messages) if message["role"] != "assistant"]
        if not asked or self._messages[asked[-1]]["role"] == "system":
            raise LuthierError("chat.nothing-asked", "Nothing was asked yet.", "Say something first.")
        self._note("The base model:")
        self._answer(self._messages[: asked[-1] + 1], "base")

    def _answer(self, messages: list[dict[str, Any]], voice: p.Voice) -> p.Reply | None:
        """Stream an answer to the terminal and return it; None if the model gave none."""
        kind: p.PieceKind | None = None
        for event in self._model.of(msgspec.structs.replace(self._next, messages=messages, voice=voice)):
            match event:
                case p.Text():
                    if kind not in (None, event.kind):
                        self._terminal.print("\n")
                    kind = event.kind
                    self._terminal.print(event.text, style=_STYLES[kind], end="")
                case p.Notice():
                    show_notice(event)
                case p.Refused(message=message, hint=hint):
                    show_error(message, hint)
                case p.Answered(reply=reply):
                    self._terminal.print("\n" if kind else "", end="")
                    self._note(_figures(reply))
                    return reply
        return None

    def _set(self, text: str) -> None:
        key, _, value = text.partition(" ")
        sampling = msgspec.to_builtins(msgspec.structs.asdict(self._next.sampling))
        if not key:
            self._note("  ".join(f"{name} {number}" for name, number in sampling.items()))
            return
        if key in sampling and not value:
            self._note(f"{key} {sampling[key]}")
            return
        if key not in sampling:
            raise LuthierError(
                "chat.unknown-setting", f"'{key}' is not a setting.", f"There are {', '.join(sampling)}."
            )
        number = _number(key, value)
        self._change(key, number, sampling=sampling | {key: number})

    def _think(self, text: str) -> None:
        """Set whether the model thinks. Raises LuthierError `chat.bad-setting`, `chat.cannot-switch`."""
        ready = self._model.ready
        if text and text not in _THINKS:
            raise LuthierError("chat.bad-setting", f"think cannot be {text}.", "It is on, off or auto.")
        if text and not ready.can_switch:
            raise LuthierError(
                "chat.cannot-switch",
                "This model's chat template cannot turn thinking on or off.",
                "It thinks, or does not, as it has learnt to.",
            )
        if text:
            self._next = msgspec.convert(msgspec.to_builtins(self._next) | {"think": text}, p.Ask)
        self._note(_THINKS[ready.think if self._next.think == "auto" else self._next.think])

    def _change(self, name: str, number: float, **fields: Any) -> None:
        """Change a sampling setting. Raises LuthierError `chat.bad-setting`."""
        try:
            self._next = msgspec.convert(msgspec.to_builtins(self._next) | fields, p.Ask, strict=False)
        except msgspec.ValidationError as error:
            raise LuthierError("chat.bad-setting", f"{name} cannot be {number}.", f"It is {_RANGES[name]}.") from error
        self._note(f"{name} {number}")

    def _save(self, name: str) -> None:
        """Save the conversation to a file. Raises LuthierError `chat.no-file`, `chat.nothing-asked`, `files.*`."""
        if not name:
            raise LuthierError("chat.no-file", "No file is named.", "For example /save talk.txt")
        if not self._messages:
            raise LuthierError("chat.nothing-asked", "There is nothing to save yet.", "Say something first.")
        file = Path(name).expanduser().absolute()
        if file.exists():
            raise LuthierError("files.would-overwrite", f"{file} is there already.", "Choose another name.")
        with written_whole(file) as partial:
            if file.suffix == ".jsonl":
                partial.write_bytes(msgspec.json.encode({"messages": self._messages}) + b"\n")
            else:
                partial.write_text(
                    "\n\n".join(f"{m['role']}: {m['content']}" for m in self._messages) + "\n", "utf-8", newline="\n"
                )
        self._note(f"Saved to {file}")

    def _note(self, text: str) -> None:
        self._terminal.print(text, style="dim")


def _figures(reply: p.Reply) -> str:
    parts = [f"{reply.tokens:,} tokens", f"{reply.tok_s:,.0f} tokens/s", f"the first after {reply.first_token_s:.2f} s"]
    ends = {"length": "cut off (/set max_tokens)", "full": "the context is full", "cancelled": "stopped"}
    return " · ".join([*parts, *([ends[reply.stopped]] if reply.stopped in ends else [])])


def _number(name: str, text: str) -> float:
    """Parse a number. Raises LuthierError `chat.bad-setting`."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise LuthierError("chat.bad-setting", f"'{text}' is not a number.", f"{name} is {_RANGES[name]}.")
    return int(value) if value.is_integer() else value


class HeldModel:
    """A model that a thread of this process keeps loaded and that answers questions."""

    def __init__(self, ready: p.Ready, events: queue.Queue[p.Event], control: Control) -> None:
        self.ready, self._events, self._control = ready, events, control
        self._asked = 0

    def of(self, ask: p.Ask) -> Iterator[p.Event]:
        """Yield the job's events for a question: text, notices, `answered` or `refused` last.

        Ctrl+C ends the answer, a second one the program. Raises typer.Exit for that, and if the job ends.
        """
        self._asked += 1
        ask.id = str(self._asked)
        with _stopping(ask.id, self._control):
            self._control.apply(ask)
            while not isinstance(event := _next(self._events), p.Answered | p.Refused):
                raise_if_failed(event)
                yield event
            yield event


@contextmanager
def held_model(job: p.ConverseJob) -> Iterator[HeldModel]:
    """Load the model and keep it within this context. Raises typer.Exit if it cannot be loaded, or at Ctrl+C."""
    events, control = queue.Queue[p.Event](), Control()
    thread = threading.Thread(target=run_job, args=(job, events.put, control, "command"))
    thread.start()
    try:
        while not isinstance(event := _next(events), p.Ready):
            raise_if_failed(event)
            if isinstance(event, p.Notice):
                show_notice(event)
        yield HeldModel(event, events, control)
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    finally:
        control.apply(p.Cancel())
        thread.join()


@contextmanager
def _stopping(question: str, control: Control) -> Iterator[None]:
    """Let Ctrl+C cancel the answer to a question within this context. Raises typer.Exit at a second one."""
    is_heard = False

    def heard(_number: int, _frame: object) -> None:
        nonlocal is_heard
        if is_heard:
            raise typer.Exit(INTERRUPTED)
        is_heard = True
        control.apply(p.CancelAnswer(id=question))

    previous = signal.signal(signal.SIGINT, heard)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)


def show_notice(notice: p.Notice) -> None:
    """Show a notice on stderr, so that a pipe gets only the answers."""
    Terminal(stderr=True, soft_wrap=True).print(event_lines.note(notice.message, notice.hint))


def raise_if_failed(event: p.Event) -> None:
    """Raise typer.Exit if the event is the job's own failure, not a question's."""
    if isinstance(event, p.Failed):
        show_error(event.message, event.hint, event.details)
        raise typer.Exit(1)


def _next(events: queue.Queue[p.Event]) -> p.Event:
    while True:
        try:
            return events.get(timeout=_LISTEN_INTERVAL)
        except queue.Empty:
            continue
