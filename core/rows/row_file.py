"""Writes rows about documents to a file, piece by piece, so that the work resumes after any interruption.

Beside OUT.jsonl, OUT.jsonl.pieces has a line with the result of each finished piece. Rows are written first: rows of an
unfinished piece were interrupted, and are written again. Also reads questions and answers that a user already has, as
rows to reword.
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
    """A finished piece, a checked row, or a row's other wordings. rows: accepted ones. fell: number of rejected rows by
    reason.
    """

    piece: str
    rows: int
    fell: dict[str, int]


class RowFile:
    """A file of rows. done: finished pieces by key. rows: the rows in the file, in order."""

    def __init__(self, output: Path, *, resume: bool, force: bool) -> None:
        """Open the file. Raises LuthierError `files.would-overwrite`, `rows.cannot-resume`, `files.cannot-write`."""
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
        """Delete the files if no piece was finished."""
        if not self.done and not self.rows:
            for file in (self._pieces, self._output):
                with contextlib.suppress(OSError):
                    file.unlink()

    def checked(self, row: dict[str, Any], fault: str) -> None:
        """Record that a row was checked. fault: why it is rejected, or "". Raises LuthierError `files.cannot-write`."""
        self._append([], Done(row_key("check", row), 0 if fault else 1, {fault: 1} if fault else {}))

    def add(self, key: str, rows: Sequence[dict[str, Any]], fell: Counter[str]) -> None:
        """Write a piece's results. Raises LuthierError `files.cannot-write`."""
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
        """Return the number of rejected rows by reason."""
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
                piece = source.get("piece") if isinstance(source, dict) else None  # none: the user's own, which stays
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
        """Remove rows that did not pass their check from the file. Raises LuthierError `files.cannot-write`."""
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
    """Return a key for a piece and the kind of its questions."""
    return f"{kind}-{piece.key}"


def row_of(piece: Piece, draft: Draft, key: str) -> dict[str, Any]:
    """Return a line of the file: what to learn, and its source."""
    page = {"page": piece.page} if piece.page else {}
    doubted = {"doubt": why} if (why := doubt(draft)) else {}
    source = {"file": piece.file, **page, "heading": piece.heading, "quote": draft.quote, **doubted, "piece": key}
    return {"question": draft.question, "answer": draft.answer, "source": source}


def row_key(what: str, row: dict[str, Any]) -> str:
    """Return a key for work on a row."""
    said = f"{row.get('question')}\0{row.get('answer')}"
    return f"{what}-{blake2b(said.encode(), digest_size=8).hexdigest()}"


def reworded(row: dict[str, Any], question: str, key: str) -> dict[str, Any]:
    """Return a row with another wording of the question."""
    first = Draft(row["source"]["quote"], row["question"], row["answer"])
    doubted = {"doubt": doubt_of_wording(question, first)}
    source = {**row["source"], **doubted, "piece": key, "wording_of": row["question"]}
    source = {name: value for name, value in source.items() if name != "doubt" or value}
    return {"question": question, "answer": row["answer"], "source": source}


def is_first_wording(row: dict[str, Any]) -> bool:
    """Return whether Luthier made a row, with its first wording."""
    source = row.get("source")
    is_row = isinstance(row.get("question"), str) and isinstance(row.get("answer"), str)
    return is_row and isinstance(source, dict) and "quote" in source and "wording_of" not in source


NOT_ONE_ANSWER = "more than a question and its answer"


def are_rows(data: Path, files: Sequence[Path]) -> bool:
    """Return whether data holds rows, not texts. files: of the data. Raises what recognise raises."""
    return not any(kind_of_name(file) in TEXT_FILES for file in files) and recognise(data).is_conversation


def own_rows(data: Path, left_out: Counter[str]) -> Iterator[dict[str, Any]]:
    """Yield a file's rows; a row without a quote gets its answer as the quote.

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
