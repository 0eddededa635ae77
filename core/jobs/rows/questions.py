"""Makes rows of questions and answers from documents."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from core import protocol as p
from core.base.errors import Do, LuthierError
from core.base.numbers import plural
from core.chat.loaded import ChatSource
from core.convert.resolve import resolve_model
from core.data.read.folder import TEXT_FILES, data_files, kind_of_name
from core.data.tokenizer import Tokenizer
from core.gguf.header import Header, header_of
from core.jobs.context import JobContext, Outcome
from core.protocol.rows_jobs import KINDS
from core.rows.asking import Task, write_texts
from core.rows.drafts import ANSWERED, DISAGREES, Checked, agree
from core.rows.pieces import Piece, pieces_of
from core.rows.questions import (
    Draft,
    answer_task,
    drafts_of,
    language_of,
    quotes_of,
    task_of,
    texts_of,
    wordings_task,
)
from core.rows.row_file import RowFile, are_rows, is_first_wording, own_rows, piece_key, reworded, row_key, row_of
from core.rows.unanswered import NOT_THERE, Documents, is_unanswered, unanswered_row, unanswered_task, verdict_task

CUT_OFF, NOTHING_TO_ASK = "was not written to its end", "pieces without a sentence to ask about"
ADVISED = 3_000_000_000  # parameters of a model, from which on most rows pass
STRICT_BELOW = 1_000_000_000  # parameters: doubtful rows of smaller models are dropped, too
_CONTEXT = 4096  # tokens: a piece, the instructions, and the rows
_AT_ONCE = 32  # pieces whose unanswered questions are handled together


_T = TypeVar("_T")


class _StoppedError(Exception):
    """Raised to stop when no more rows are wanted."""


def make_question_rows(job: p.QuestionRowsJob, context: JobContext) -> Outcome[p.QuestionRowsResult]:
    """Write a JSON line for each row as soon as it passes the checks; a failure keeps the lines written.

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
    pieces, own, left_out = _read(job, header, context)
    file = RowFile(output, resume=job.resume, force=job.force)
    parameters = sum(tensor.elements for tensor in header.tensors.values())
    _advise(header, parameters, context)
    for row in own:
        if row["source"]["piece"] not in file.done:
            file.add(row["source"]["piece"], [row], Counter())
    waiting = [piece for piece in pieces if piece_key(piece, job.kind) not in file.done]
    said = [piece.text for piece in pieces[:8]] or [f"{row['question']} {row['answer']}" for row in own[:40]]
    language = language_of(" ".join(said))
    making = _Making(file, job, context, language, is_strict=parameters < STRICT_BELOW)
    source = ChatSource(model, context=_CONTEXT)
    stopped = False
    try:
        making.ask(_sample(waiting, job.sample), source)
        making.check(pieces, source)
        making.reword(source, 0 if pieces else job.sample)
        making.ask_unanswered(pieces, source)
    except _StoppedError:
        stopped = True
    except BaseException:
        file.discard_if_empty()
        raise
    total, left = (len(pieces), len(waiting) - making.done) if pieces else (making.questions, making.questions_left)
    result = p.QuestionRowsResult(
        path=str(output),
        rows=len(file.rows),
        unanswered=sum(map(is_unanswered, file.rows)),
        own=sum(row["source"]["piece"] in file.done for row in own),
        pieces=total,
        done=total - left,
        written=making.written,
        fell=dict(file.fell().most_common()),
        left_out=left_out,
        seconds=making.seconds,
        left_seconds=making.seconds * left / max(making.done if pieces else making.reworded, 1),
        bytes=output.stat().st_size,
        shown=making.shown if job.sample else [],
    )
    return "stopped" if stopped else "done", result


def _read(
    job: p.QuestionRowsJob, header: Header, context: JobContext
) -> tuple[list[Piece], list[dict[str, Any]], list[str]]:
    """Return the pieces of all documents, the existing rows, and the files not read, with reasons.

    Raises LuthierError `rows.nothing-to-ask`.
    """
    pieces, own, left_out, first = list[Piece](), list[dict[str, Any]](), list[str](), None
    with Tokenizer(header) as tokenizer:
        for name in job.files:
            context.phase("read", f"Reading {Path(name).name}")
            found = data_files(Path(name))
            left_out += found.left_out
            if job.wordings and are_rows(Path(name), found.files):
                fell = Counter[str]()
                own += own_rows(Path(name), fell)
                left_out += (f"{plural(n, 'row', 'rows')} of {Path(name).name} ({why})" for why, n in fell.items())
                continue
            for file in found.files:
                if found.is_folder and kind_of_name(file) not in TEXT_FILES:
                    left_out.append(f"{file.name} (rows, not text)")
                    continue
                try:
                    pieces += pieces_of(file, lambda text: len(tokenizer.encode(text)))
                except LuthierError as error:
                    first = first or error
                    left_out.append(f"{error.message} {error.hint}")
    if pieces or own:
        return list({piece.key: piece for piece in pieces}.values()), own, left_out
    if first is not None:
        raise first
    hint = Do.by(
        "Give texts or documents: .txt, .md, .pdf, .docx, .epub, .html, or a folder of these; or questions and "
        "answers, to be asked in other words.",
        "--wordings",
    )
    raise LuthierError("rows.nothing-to-ask", f"There is no text in {', '.join(job.files[:3])}.", hint)


def _sample(pieces: Sequence[_T], count: int) -> list[_T]:
    """Return `count` pieces spread over all, or all."""
    if not count or count >= len(pieces):
        return list(pieces)
    return [pieces[len(pieces) * (2 * i + 1) // (2 * count)] for i in range(count)]


def _advise(header: Header, parameters: int, context: JobContext) -> None:
    if parameters < ADVISED:
        context.notice(
            "rows.small-model",
            f"{header.path.name} has {parameters / 1e9:.2f} billion parameters: few of its rows may pass the checks, "
            "and of those that do, more are clumsy or wrong.",
            Do.by("Take a model of 3 billion parameters or more.", "--sample 5 shows what this one writes"),
        )


class _Making:
    """Lets the model write rows, checks them, and writes those that pass. done: finished pieces. seconds: spent on
    them.
    """

    def __init__(
        self, file: RowFile, job: p.QuestionRowsJob, context: JobContext, language: str, *, is_strict: bool
    ) -> None:
        self._file, self._job, self._context, self._language = file, job, context, language
        self._checked = Checked(language, is_strict=is_strict)
        for row in file.rows:
            self._checked.add(str(row.get("question", "")))
        self.done = self.written = 0
        self.questions = self.questions_left = self.reworded = 0  # questions to rephrase, and rephrased ones
        self.seconds = 0.0
        self.shown = list[p.MadeRow]()

    def ask(self, pieces: Sequence[Piece], source: ChatSource) -> None:
        """Let the model write rows about pieces. Raises _StoppedError, and what write_texts raises."""
        if not pieces:
            return
        job = self._job
        self._context.phase("ask", f"Writing rows about {plural(len(pieces), 'piece', 'pieces')}")
        tasks, asked = list[Task](), list[Piece]()
        for piece in pieces:
            if task := task_of(piece, job.rows, job.kind, self._language, job.style, job.seed):
                tasks.append(task)
                asked.append(piece)
            else:
                self._add(piece_key(piece, job.kind), [], Counter({NOTHING_TO_ASK: 1}))
                self.done += 1

        def take(number: int, text: str) -> None:
            self._take(asked[number], drafts_of(text))

        self._write(source, tasks, take, lambda: self._poll(self.done, len(pieces), "pieces"))

    def check(self, pieces: Sequence[Piece], source: ChatSource) -> None:
        """Let the model answer each question from its piece alone, and drop rows that it answers differently.

        Raises as `ask` does.
        """
        if not self._job.check:
            return
        by_key = {piece_key(piece, self._job.kind): piece for piece in pieces}
        rows = [row for row in self._file.rows if is_first_wording(row) and row["source"]["piece"] in by_key]
        rows = [row for row in rows if row_key("check", row) not in self._file.done]
        self._context.phase("check", f"Checking {plural(len(rows), 'row', 'rows')}")
        tasks = [answer_task(row["question"], by_key[row["source"]["piece"]], self._job.seed) for row in rows]
        done = 0

        def take(number: int, text: str) -> None:
            nonlocal done
            done += 1
            row, said = rows[number], texts_of(text)
            fault = "" if said and agree(row["answer"], said[0]) else DISAGREES
            self._file.checked(row, fault)
            for shown in self.shown:
                if fault and (shown.question, shown.answer) == (row["question"], row["answer"]):
                    shown.fault = f"{fault}: {said[0] if said else text}"

        try:
            self._write(source, tasks, take, lambda: self._poll(done, len(rows), "rows"))
        finally:
            self._file.drop_refuted()

    def reword(self, source: ChatSource, sample: int) -> None:
        """Let the model rephrase the questions of all rows, or of `sample` rows spread over them. Raises as `ask`."""
        if not (count := self._job.wordings):
            return
        first = [row for row in self._file.rows if is_first_wording(row)]
        waiting = [row for row in first if row_key(f"wordings{count}", row) not in self._file.done]
        rows = _sample(waiting, sample)
        self.questions, self.questions_left = len(first), len(waiting)
        self._context.phase("reword", f"Asking {plural(len(rows), 'question', 'questions')} in other words")
        drafts = [Draft(row["source"]["quote"], row["question"], row["answer"]) for row in rows]
        tasks = [
            wordings_task(draft, str(row["source"].get("file", "")), count, self._language, self._job.seed)
            for draft, row in zip(drafts, rows, strict=True)
        ]
        done = 0

        def take(number: int, text: str) -> None:
            nonlocal done
            done += 1
            self.reworded += 1
            fell, good, key = Counter[str](), [], row_key(f"wordings{count}", rows[number])
            for wording in texts_of(text):
                fault = self._checked.fault_of_wording(wording, drafts[number])
                fell[fault] += bool(fault)
                good += [] if fault else [reworded(rows[number], wording, key)]
                self.written += 1
                about = rows[number]["source"]
                self._show(drafts[number]._replace(question=wording), about["file"], about.get("heading", ""), fault)
            self._add(key, good, fell)
            self.questions_left -= 1

        self._write(source, tasks, take, lambda: self._poll(done, len(rows), "questions"))

    def ask_unanswered(self, pieces: Sequence[Piece], source: ChatSource) -> None:
        """Let the model write questions that no piece answers, verified by word overlap and by the model. Raises as
        `ask` does.
        """
        if not (count := self._job.unanswered) or not pieces:
            return
        waiting = [
            piece
            for piece in pieces
            if piece_key(piece, self._job.kind) in self._file.done
            and piece_key(piece, f"unanswered{count}") not in self._file.done
        ]
        self._context.phase("unanswered", f"Asking what is not in {plural(len(waiting), 'piece', 'pieces')}")
        documents = Documents(pieces)
        for start in range(0, len(waiting), _AT_ONCE):
            self._ask_unanswered(waiting[start : start + _AT_ONCE], documents, source, (start, len(waiting)))

    def _ask_unanswered(
        self, pieces: Sequence[Piece], documents: Documents, source: ChatSource, progress: tuple[int, int]
    ) -> None:
        """Write such questions for some pieces. progress: pieces before these, and in total."""
        count, seed, (before, total) = self._job.unanswered, self._job.seed, progress
        fell, stand = [Counter[str]() for _ in pieces], list[tuple[int, str]]()
        answer = NOT_THERE.get(self._language, NOT_THERE["en"])

        def fallen(number: int, question: str, fault: str) -> None:
            fell[number][fault] += 1
            self._show(Draft("", question, answer), pieces[number].file, pieces[number].heading, fault)

        def take(number: int, text: str) -> None:
            for question in texts_of(text):
                self.written += 1
                if fault := self._checked.fault_of_unanswered(question, pieces[number], documents.may_answer):
                    fallen(number, question, fault)
                else:
                    stand.append((number, question))

        def judge(place: int, text: str) -> None:
            number, question = stand[place]
            if "yes" in texts_of(text):
                fallen(number, question, ANSWERED)
            else:
                good[number].append(question)
                self._show(Draft("", question, answer), pieces[number].file, pieces[number].heading, "")

        def poll() -> None:
            self._poll(before, total, "pieces")

        good: list[list[str]] = [[] for _ in pieces]
        self._write(source, [unanswered_task(piece, count, self._language, seed) for piece in pieces], take, poll)
        verdicts = [verdict_task(question, documents.nearest(question), seed) for _, question in stand]
        self._write(source, verdicts, judge, poll)
        for number, piece in enumerate(pieces):
            key = piece_key(piece, f"unanswered{count}")
            self._add(key, [unanswered_row(piece, one, self._language, key) for one in good[number]], fell[number])

    def _show(self, draft: Draft, file: str, heading: str, fault: str) -> None:
        """Keep everything that was written to show it, if this is a sample."""
        if self._job.sample:
            self.shown.append(p.MadeRow(**draft._asdict(), file=file, heading=heading, fault=fault))

    def _write(
        self, source: ChatSource, tasks: Sequence[Task], take: Callable[[int, str], None], poll: Callable[[], None]
    ) -> None:
        began = time.monotonic()
        try:
            write_texts(source, self._context.renderer, tasks, take, poll)
        finally:
            self.seconds += time.monotonic() - began

    def _poll(self, done: int, total: int, unit: str) -> None:
        """Report progress. Raises _StoppedError, Cancelled."""
        self._context.progress(done, total, unit)
        if self._context.control.stop.is_set():
            raise _StoppedError

    def _take(self, piece: Piece, drafts: Sequence[Draft]) -> None:
        """Check the drafts about a piece, and write those that pass. Raises LuthierError `files.cannot-write`."""
        fell, good = Counter[str](), list[dict[str, Any]]()
        key = piece_key(piece, self._job.kind)
        for draft in drafts:
            fault = self._checked.fault(draft, piece, of_whole_piece=self._job.kind == "summary")
            fell[fault] += bool(fault)
            good += [] if fault else [row_of(piece, draft, key)]
            self._show(draft, piece.file, piece.heading, fault)
        cut_off = min(self._job.rows, len(quotes_of(piece))) - len(drafts)
        fell[CUT_OFF] += cut_off
        self.written += len(drafts) + cut_off
        self._add(key, good, fell)
        self.done += 1

    def _add(self, key: str, rows: Sequence[dict[str, Any]], fell: Counter[str]) -> None:
        self._file.add(key, rows, +fell)
