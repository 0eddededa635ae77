"""The file of rows about documents while it is written: each piece at once, so that it goes on after any interruption.

Beside OUT.jsonl, OUT.jsonl.pieces has a line for each piece that is done, with what came of it. Rows are written first:
those of a piece that is not among them were interrupted, and are written again.

Also here: questions and answers that somebody has already, as rows that can be asked in other words.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from core.base.bounded_file import from_json, lines_of, open_plain
from core.base.errors import Do, LuthierError
from core.base.files import cannot_write, require_replaceable, written_whole
from core.data.formats.json_row import source_of
from core.data.formats.recognise import recognise
from core.data.formats.turns import Conversation
from core.data.problems import BadRowError
from core.data.read.folder import TEXT_FILES, kind_of_name
from core.data.tokens.record_encoder import read_content
from core.data.tokens.source import open_source, read_records
from core.protocol.config import TrainConfig
from core.rows.drafts import doubt, doubt_of_wording
from core.rows.pieces import Piece
from core.rows.questions import Draft


class Done(msgspec.Struct, frozen=True):
    """A piece that is done, or a row's check or other wordings. rows: that stand. fell: why -> rows that do not."""

    piece: str
    rows: int
    fell: dict[str, int]


class RowFile:
    """done: pieces by their keys. rows: that are there, in their order."""

    def __init__(self, output: Path, *, resume: bool, force: bool) -> None:
        """Raises LuthierError `files.would-overwrite`, `rows.cannot-resume`, `files.cannot-write`."""
        self._output = output
        self._pieces = output.with_name(output.name + ".pieces")
        self.done: dict[str, Done] = {}
        self.rows: list[dict[str, Any]] = []
        if resume:
            self._read()
            return
        if output.exists() and self._pieces.exists() and not force:
            raise LuthierError(
                "files.would-overwrite",
                f"{output} is there already, with rows made before.",
                Do.by("Choose another name, or say that it may be replaced.", "--force; or go on with it: --resume"),
            )
        require_replaceable(output, force=force)
        try:
            for file in (self._pieces, output):
                file.write_bytes(b"")
        except OSError as error:
            raise cannot_write(output, error) from error

    def discard_if_empty(self) -> None:
        """Leave nothing behind where no piece was done."""
        if not self.done and not self.rows:
            for file in (self._pieces, self._output):
                with contextlib.suppress(OSError):
                    file.unlink()

    def checked(self, row: dict[str, Any], fault: str) -> None:
        """Note that a row was checked. fault: why it falls, or "". Raises LuthierError `files.cannot-write`."""
        self._append([], Done(row_key("check", row), 0 if fault else 1, {fault: 1} if fault else {}))

    def add(self, key: str, rows: Sequence[dict[str, Any]], fell: Counter[str]) -> None:
        """Write what came of a piece. Raises LuthierError `files.cannot-write`."""
        self._append(rows, Done(key, len(rows), dict(fell)))

    def _append(self, rows: Sequence[dict[str, Any]], done: Done) -> None:
        lines = b"".join(msgspec.json.encode(one) + b"\n" for one in rows)
        try:
            for file, raw in ((self._output, lines), (self._pieces, msgspec.json.encode(done) + b"\n")):
                with file.open("ab") as opened:
                    opened.write(raw)
        except OSError as error:
            raise cannot_write(self._output, error) from error
        self.done[done.piece] = done
        self.rows += rows

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
            for raw in _lines(self._output):
                try:
                    row = from_json(raw, type=dict[str, Any])
                except ValueError:
                    continue
                source = row.get("source")
                piece = source.get("piece") if isinstance(source, dict) else None  # none: somebody's own, which stays
                if piece is None or (piece in self.done and not self._is_refuted(row)):
                    self.rows.append(row)
        except FileNotFoundError as error:
            raise LuthierError(
                "rows.cannot-resume",
                f"There is nothing to go on with: {error.filename} is missing.",
                Do.by("Move that file away, and make the rows again.", "without --resume"),
            ) from error
        except OSError as error:
            raise cannot_write(self._output, error) from error
        self._write_all()

    def drop_refuted(self) -> None:
        """Take rows out of the file whose check they did not pass. Raises LuthierError `files.cannot-write`."""
        self.rows = [row for row in self.rows if not self._is_refuted(row)]
        self._write_all()

    def _is_refuted(self, row: dict[str, Any]) -> bool:
        done = self.done.get(row_key("check", row))
        return done is not None and not done.rows

    def _write_all(self) -> None:
        with written_whole(self._output) as partial:
            partial.write_bytes(b"".join(msgspec.json.encode(row) + b"\n" for row in self.rows))


def _lines(file: Path) -> Iterator[bytes]:
    with open_plain(file) as opened:
        yield from lines_of(opened)


def piece_key(piece: Piece, kind: str) -> str:
    """Identify a piece, and what is asked about it."""
    return f"{kind}-{piece.key}"


def row_of(piece: Piece, draft: Draft, key: str) -> dict[str, Any]:
    """Return a line of the file: what is learnt, and where it is from."""
    page = {"page": piece.page} if piece.page else {}
    doubted = {"doubt": why} if (why := doubt(draft)) else {}
    source = {"file": piece.file, **page, "heading": piece.heading, "quote": draft.quote, **doubted, "piece": key}
    return {"question": draft.question, "answer": draft.answer, "source": source}


def row_key(what: str, row: dict[str, Any]) -> str:
    """Identify what is done with a row."""
    said = f"{row.get('question')}\0{row.get('answer')}"
    return f"{what}-{blake2b(said.encode(), digest_size=8).hexdigest()}"


def reworded(row: dict[str, Any], question: str, key: str) -> dict[str, Any]:
    """Return a row that asks the same in other words."""
    first = Draft(row["source"]["quote"], row["question"], row["answer"])
    doubted = {"doubt": doubt_of_wording(question, first)}
    source = {**row["source"], **doubted, "piece": key, "wording_of": row["question"]}
    source = {name: value for name, value in source.items() if name != "doubt" or value}
    return {"question": question, "answer": row["answer"], "source": source}


def is_first_wording(row: dict[str, Any]) -> bool:
    """Return whether a row is one of ours, and asks in its first words."""
    source = row.get("source")
    is_row = isinstance(row.get("question"), str) and isinstance(row.get("answer"), str)
    return is_row and isinstance(source, dict) and "quote" in source and "wording_of" not in source


NOT_ONE_ANSWER = "more than a question and its answer"


def are_rows(data: Path, files: Sequence[Path]) -> bool:
    """Return whether data holds rows, not texts. files: of it. Raises what recognise raises."""
    return not any(kind_of_name(file) in TEXT_FILES for file in files) and recognise(data).is_conversation


def own_rows(data: Path, left_out: Counter[str]) -> Iterator[dict[str, Any]]:
    """Yield rows as the file has them; each quotes its answer where it names no quote.

    left_out: counts the others by reason. Raises what the readers of data raise.
    """
    source = open_source(data, Path(), TrainConfig())
    for record in read_records(source):
        try:
            content = read_content(record, source.recipe.found)
        except BadRowError as error:
            left_out[error.reason] += 1
            continue
        match content:
            case Conversation([{"role": "user", "content": str(question), **more}, {"content": str(answer), **less}]):
                is_plain = not more and less == {"role": "assistant"}
            case _:
                is_plain = False
        if not is_plain:
            left_out[NOT_ONE_ANSWER] += 1
            continue
        row, about = {"question": question, "answer": answer}, source_of(record.value)
        quote = {} if about.get("unanswered") else {"quote": answer}
        file = source.recipe.files[record.file].name
        yield row | {"source": {"file": file, **quote, **about, "piece": row_key("own", row)}}
