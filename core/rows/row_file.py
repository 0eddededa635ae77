"""The file of rows about documents while it is written: each piece at once, so that it goes on after any interruption.

Beside OUT.jsonl, OUT.jsonl.pieces has a line for each piece that is done, with what came of it. Rows are written first:
those of a piece that is not among them were interrupted, and are written again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from core.base.bounded_file import lines_of, open_plain
from core.base.errors import LuthierError
from core.base.files import cannot_write, require_replaceable, written_whole
from core.base.plain_json import from_json
from core.rows.pieces import Piece
from core.rows.questions import Draft


class Done(msgspec.Struct, frozen=True):
    """A piece that is done. rows: that stand. fell: why -> rows that do not."""

    piece: str
    rows: int
    fell: dict[str, int]


class RowFile:
    """done: pieces by their keys. questions: of the rows that are there."""

    def __init__(self, output: Path, kind: str, *, resume: bool, force: bool) -> None:
        """Raises LuthierError `files.would-overwrite`, `rows.cannot-resume`, `files.cannot-write`."""
        self._output, self._kind = output, kind
        self._pieces = output.with_name(output.name + ".pieces")
        self.done: dict[str, Done] = {}
        self.questions: list[str] = []
        if resume:
            self._read()
            return
        if output.exists() and self._pieces.exists() and not force:
            raise LuthierError(
                "files.would-overwrite",
                f"{output} is there already, with rows made before.",
                "Go on with it (--resume), give another name, or replace it (--force).",
            )
        require_replaceable(output, force=force)
        try:
            for file in (self._pieces, output):
                file.unlink(missing_ok=True)
            output.touch()
        except OSError as error:
            raise cannot_write(output, error) from error

    def key(self, piece: Piece) -> str:
        """Identify a piece, and what is asked about it."""
        return f"{self._kind}-{piece.key}"

    def add(self, piece: Piece, rows: Sequence[Draft], fell: Counter[str]) -> None:
        """Write what came of a piece. Raises LuthierError `files.cannot-write`."""
        done = Done(self.key(piece), len(rows), dict(fell))
        lines = b"".join(msgspec.json.encode(_row(piece, one, done.piece)) + b"\n" for one in rows)
        try:
            for file, raw in ((self._output, lines), (self._pieces, msgspec.json.encode(done) + b"\n")):
                with file.open("ab") as opened:
                    opened.write(raw)
        except OSError as error:
            raise cannot_write(self._output, error) from error
        self.done[done.piece] = done

    def fell(self) -> Counter[str]:
        """Return how many rows fell, by why."""
        return sum((Counter(one.fell) for one in self.done.values()), Counter[str]())

    def _read(self) -> None:
        try:
            for raw in _lines(self._pieces):
                try:
                    one = from_json(raw, type=Done)
                except ValueError:  # cut off in the middle
                    continue
                self.done[one.piece] = one
            kept = list[bytes]()
            for raw in _lines(self._output):
                try:
                    row = from_json(raw, type=dict[str, Any])
                except ValueError:
                    continue
                source = row.get("source")
                if not isinstance(source, dict) or source.get("piece") in self.done:  # a row of somebody's own stays
                    kept.append(raw.rstrip(b"\n") + b"\n")
                    self.questions.append(str(row.get("question", "")))
        except FileNotFoundError as error:
            raise LuthierError(
                "rows.cannot-resume",
                f"There is nothing to go on with: {error.filename} is missing.",
                "Start without --resume.",
            ) from error
        except OSError as error:
            raise cannot_write(self._output, error) from error
        with written_whole(self._output) as partial:
            partial.write_bytes(b"".join(kept))


def _lines(file: Path) -> Iterator[bytes]:
    with open_plain(file) as opened:
        yield from lines_of(opened)


def _row(piece: Piece, draft: Draft, key: str) -> dict[str, Any]:
    """A line of the file: what is learnt, and where it is from."""
    source = {"file": piece.file, "heading": piece.heading, "quote": draft.quote, "piece": key}
    return {"question": draft.question, "answer": draft.answer, "source": source}
