"""Make rows of questions and answers about documents."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from core import protocol as p
from core.advice.texts.numbers import plural
from core.base.errors import LuthierError
from core.chat.loaded import ChatSource
from core.convert.resolve import resolve_model
from core.data.read.folder import TEXT_FILES, data_files, kind_of_name
from core.data.tokenizer import Tokenizer
from core.gguf.header import Header, header_of
from core.jobs.context import JobContext, Outcome
from core.protocol.rows_jobs import KINDS
from core.rows.asking import Asked, Written, write_rows
from core.rows.drafts import Checked
from core.rows.pieces import Piece, pieces_of
from core.rows.row_file import RowFile

CUT_OFF, NOTHING_TO_ASK = "was not written to its end", "pieces without a sentence to ask about"
ADVISED = 3_000_000_000  # parameters, from which on most rows pass
_CONTEXT = 4096  # tokens: a piece, what is asked, and the rows


class _StoppedError(Exception):
    """No more rows are wanted."""


def make_question_rows(job: p.QuestionRowsJob, context: JobContext) -> Outcome[p.QuestionRowsResult]:
    """A JSON line for each row that passes the checks, as soon as it does; what is there stays on a failure.

    Raises LuthierError `rows.unknown-kind`, `rows.nothing-to-ask`, `rows.cannot-resume`,
    `rows.short-context`, `files.*`, `data.*`, `model.*`.
    """
    if job.kind not in KINDS:
        raise LuthierError(
            "rows.unknown-kind", f"There are no rows of the kind {job.kind!r}.", f"These are: {', '.join(KINDS)}."
        )
    output = Path(job.output)
    context.claim(output)
    model = resolve_model(job.model, context)
    header = header_of(model)
    pieces, left_out = _pieces(job.files, header, context)
    file = RowFile(output, job.kind, resume=job.resume, force=job.force)
    _advise(header, context)
    waiting = [piece for piece in pieces if file.key(piece) not in file.done]
    asked_now = _sample(waiting, job.sample)
    making = _Making(file, job, context, len(asked_now))
    context.phase("ask", f"Writing rows about {plural(len(asked_now), 'piece', 'pieces')}")
    asked = Asked(max(1, job.rows), job.kind, job.style, job.seed)
    stopped = False
    try:
        write_rows(ChatSource(model, context=_CONTEXT), context.renderer, asked_now, asked, making.take, making.poll)
    except _StoppedError:
        stopped = True
    left = len(waiting) - making.done
    seconds = time.monotonic() - making.began
    result = p.QuestionRowsResult(
        path=str(output),
        rows=sum(one.rows for one in file.done.values()),
        pieces=len(pieces),
        done=len(pieces) - left,
        written=making.written,
        fell=dict(file.fell().most_common()),
        left_out=left_out,
        seconds=seconds,
        left_seconds=seconds / making.done * left if making.done else 0.0,
        bytes=output.stat().st_size,
        shown=making.shown if job.sample else [],
    )
    return "stopped" if stopped else "done", result


def _pieces(files: Sequence[str], header: Header, context: JobContext) -> tuple[list[Piece], list[str]]:
    """The pieces of all documents, and what was not read, with why. Raises LuthierError `rows.nothing-to-ask`."""
    pieces, left_out, first = list[Piece](), list[str](), None
    with Tokenizer(header) as tokenizer:
        for name in files:
            context.phase("read", f"Reading {Path(name).name}")
            found = data_files(Path(name))
            left_out += found.left_out
            for file in found.files:
                if Path(name).is_dir() and kind_of_name(file) not in TEXT_FILES:
                    left_out.append(f"{file.name} (rows, not text)")
                    continue
                try:
                    pieces += pieces_of(file, lambda text: len(tokenizer.encode(text)))
                except LuthierError as error:
                    first = first or error
                    left_out.append(f"{error.message} {error.hint}")
    if pieces:
        return list({piece.key: piece for piece in pieces}.values()), left_out
    if first is not None:
        raise first
    hint = "Give texts or documents: .txt, .md, .pdf, .docx, .epub, .html, or a folder of these."
    raise LuthierError("rows.nothing-to-ask", f"There is no text in {', '.join(files[:3])}.", hint)


def _sample(pieces: Sequence[Piece], count: int) -> list[Piece]:
    """So many pieces from all over them, or all."""
    if not count or count >= len(pieces):
        return list(pieces)
    return [pieces[len(pieces) * (2 * i + 1) // (2 * count)] for i in range(count)]


def _advise(header: Header, context: JobContext) -> None:
    parameters = sum(tensor.elements for tensor in header.tensors.values())
    if parameters < ADVISED:
        context.notice(
            "rows.small-model",
            f"{header.path.name} has {parameters / 1e9:.2f} billion parameters: few of its rows may pass the checks, "
            "and of those that do, more are clumsy or wrong.",
            "A model of 3 billion parameters or more is advised. --sample 5 shows what this one writes.",
        )


class _Making:
    """Checks rows as they come, and writes those that stand."""

    def __init__(self, file: RowFile, job: p.QuestionRowsJob, context: JobContext, total: int) -> None:
        self._file, self._job, self._context, self._total = file, job, context, total
        self._checked = Checked()
        for question in file.questions:
            self._checked.add(question)
        self.began = time.monotonic()
        self.done = self.written = 0
        self.shown = list[p.MadeRow]()

    def poll(self) -> None:
        """Report progress. Raises _StoppedError, Cancelled."""
        self._context.progress(self.done, self._total, "pieces")
        if self._context.control.stop.is_set():
            raise _StoppedError

    def take(self, piece: Piece, written: Written) -> None:
        """Check what was written about a piece, and keep what stands. Raises LuthierError `files.cannot-write`."""
        rows, fell = [], Counter[str]()
        for draft in written.drafts:
            fault = self._checked.fault(draft, piece, of_whole_piece=self._job.kind == "summary")
            fell[fault] += bool(fault)
            rows += [] if fault else [draft]
            if self._job.sample:
                self.shown.append(p.MadeRow(**draft._asdict(), file=piece.file, heading=piece.heading, fault=fault))
        if not written.drafts and not written.cut_off:
            fell[NOTHING_TO_ASK] += 1
        fell[CUT_OFF] += written.cut_off
        self._file.add(piece, rows, +fell)
        self.written += len(written.drafts) + written.cut_off
        self.done += 1
