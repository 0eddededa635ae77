"""Remembers the export made for each choice, so that its result can be shown again later."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import UnsetType

from app.pages.export import texts
from app.pages.export.texts import Fact
from core import protocol as p
from core.base.command_lines import merged_in_llama_server
from core.base.language import tr

MOST = 20  # exports remembered across restarts


class Wish(NamedTuple):
    """The source and the kind of an export. way: the card's key. dtype: "" for the base model's own."""

    run: str
    checkpoint: str
    way: str
    kind: str
    dtype: str = ""
    matrix: bool = False
    strength: float = 1.0


class Told(NamedTuple):
    """What ResultView shows. lines: to type. place: what was written, "" if it is not on this disk. after: the next
    step. program: the name of the one that opens it. page: on the web. details: figures behind the facts. instead: to
    type in place of the next step.
    """

    title: str
    facts: Sequence[Fact]
    lines: Sequence[str] = ()
    place: str = ""
    after: Sequence[str] = ()
    program: str = ""
    page: str = ""
    details: Sequence[Fact] = ()
    instead: Sequence[str] = ()


class Made:
    """The export for each wish, and where it was sent afterwards."""

    def __init__(self) -> None:
        self._exports: dict[Wish, p.ExportResult] = {}
        self._notes: dict[Wish, list[Fact]] = {}
        self._pushed: dict[Wish, p.PushResult] = {}
        self._homes: dict[Wish, p.BringHomeResult] = {}

    def of(self, wish: Wish) -> p.ExportResult | None:
        """Return the export, if it still exists."""
        result = self._exports.get(wish)
        return result if result is not None and Path(result.path).exists() else None

    def is_home(self, wish: Wish) -> bool:
        """Return whether the run was imported from another machine."""
        return wish in self._homes

    def add(self, wish: Wish, result: p.ExportResult, notes: list[Fact]) -> None:
        """Add an export; it replaces any earlier one at the same path."""
        for other in [one for one, made in self._exports.items() if made.path == result.path]:
            self._forget(other)
        self._exports[wish], self._notes[wish] = result, notes

    def bring(self, wish: Wish, result: p.OllamaResult, notes: list[Fact]) -> None:
        """Note that the folder was imported into Ollama."""
        self._exports[wish].ollama = result
        self._notes[wish] = notes

    def push(self, wish: Wish, result: p.PushResult, notes: list[Fact]) -> None:
        """Note that the files were uploaded."""
        self._pushed[wish], self._notes[wish] = result, notes

    def come_home(self, wish: Wish, result: p.BringHomeResult, notes: list[Fact]) -> None:
        """Add the result of an import, into the run or into a new one, which is then shown."""
        wish = wish._replace(run=result.run)
        self._homes[wish], self._notes[wish] = result, notes

    def told(self, wish: Wish) -> Told | None:
        """Return the result to show for a wish; None if nothing was made."""
        notes = self._notes.get(wish, [])
        if wish in self._homes:
            return Told(tr("It is back"), texts.home(self._homes[wish]) + notes, place=self._homes[wish].run)
        if wish in self._pushed:
            pushed = self._pushed[wish]
            title = tr("{repo} is online", repo=pushed.repo)
            return Told(title, texts.pushed(pushed) + notes, [pushed.url], page=pushed.url)
        result = self.of(wish)
        if result is None:
            return None
        way, lines = texts.WAYS[wish.way], list(result.commands)
        after, instead = way.after, list[str]()
        title, program = way.made, "" if wish.kind == "adapter" else way.program
        if not isinstance(result.ollama, UnsetType):
            title, lines = tr("{name} is in Ollama", name=result.ollama.name), list(result.ollama.commands)
            after = ()
        elif wish.way == "ollama":
            lines, instead = [], lines
        elif wish.way == "llamacpp" and wish.kind == "merged":
            lines, after = [merged_in_llama_server(Path(result.path))], (texts.IN_LLAMA_CPP,)
        verdict, figures = texts.checks(result)
        return Told(title, verdict + notes, lines, result.path, after, program, details=figures, instead=instead)

    def to_json(self) -> list[dict[str, Any]]:
        """Return the newest exports, for the next start."""
        newest = list(self._exports.items())[-MOST:]
        return [
            {"wish": list(wish), "result": msgspec.to_builtins(result), "notes": [list(n) for n in self._notes[wish]]}
            for wish, result in newest
        ]

    def restore(self, known: object) -> None:
        """Restore what `to_json` returned; outdated or malformed entries are skipped."""
        for one in known if isinstance(known, list) else ():
            try:
                kept = msgspec.convert(one, _Kept)
            except msgspec.ValidationError:
                continue
            wish = Wish(*kept.wish)
            self._exports[wish] = kept.result
            self._notes[wish] = [Fact(*note) for note in kept.notes]

    def _forget(self, wish: Wish) -> None:
        self._exports.pop(wish, None)
        self._pushed.pop(wish, None)


class _Kept(msgspec.Struct):
    wish: tuple[str, str, str, str, str, bool, float]
    result: p.ExportResult
    notes: list[tuple[str, str]] = []
