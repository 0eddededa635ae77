"""Collects a model's greedy answers to test questions, without thoughts.

answers.jsonl in a run's folder has a line per answer, with the model and the question: an interrupted assessment
continues from it, and one with more rows or models asks only new questions.

Also makes preference pairs from right and wrong answers, as rows to train on.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from core import protocol as p
from core.assess.checks import Judged, Said, judge
from core.assess.rows import Row
from core.base.bounded_file import from_json, lines_of, open_plain
from core.base.callbacks import ReportProgress
from core.base.errors import LuthierError
from core.base.files import cannot_write, told_of, written_whole
from core.chat.loaded import ChatModel, ChatSource, special_texts, written_bytes
from core.chat.markers import read_calls
from core.chat.prompt import Prompt
from core.chat.split import Splitter
from core.data.chat.renderer import TemplateRenderer
from core.data.tokenizer import Tokenizer
from core.engine.llama_cpp.context import fitting
from core.engine.llama_cpp.model import Vocabulary, open_in_llama_cpp
from core.gguf.header import header_of
from core.runs.recorded import is_summed, summed
from core.runs.run import unreadable

LEAST, MOST = 32, 1024  # default limits of an answer, in tokens
FOR_THOUGHTS = 512  # extra tokens for a model that thinks before it answers


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """A recorded answer. by: the model. asked: key of the question. tokens: written, including thoughts. ended: False
    if it was cut off at the limit.
    """

    by: str
    asked: str
    text: str
    tokens: int
    ended: bool
    calls: list[p.ToolCall] = []

    @property
    def said(self) -> Said:
        return Said(self.text, self.calls)


class KeptAnswers:
    """answers.jsonl of a run. Damaged or cut-off lines are skipped: their questions are asked again."""

    def __init__(self, file: Path) -> None:
        """Read the file. Raises LuthierError `runs.unreadable`."""
        self._file = file
        self._known: dict[tuple[str, str], Answer] = {}
        self._is_torn = False  # its last line is incomplete
        try:
            with open_plain(file) as lines:
                for line in lines_of(lines):
                    self._is_torn = not line.endswith(b"\n")
                    with contextlib.suppress(ValueError):
                        is_summed(line)
                        self._know(from_json(line, type=Answer))
        except FileNotFoundError:
            return
        except OSError as error:
            raise unreadable(file, error) from error

    def find(self, by: str, asked: str, most: int) -> Answer | None:
        """Return this model's recorded answer if a limit of `most` tokens would give the same one."""
        known = self._known.get((by, asked))
        return known if known is not None and (known.tokens <= most if known.ended else known.tokens == most) else None

    def add(self, answer: Answer) -> None:
        """Write an answer at once. Raises LuthierError `files.cannot-write`."""
        self._know(answer)
        try:
            with self._file.open("ab") as file:
                file.write((b"\n" if self._is_torn else b"") + summed(msgspec.json.encode(answer)))
        except OSError as error:
            raise cannot_write(self._file, error) from error
        self._is_torn = False

    def _know(self, answer: Answer) -> None:
        self._known[answer.by, answer.asked] = answer


class Replies(NamedTuple):
    """The answers to some rows. answers: None if a row could not be asked, with the reason in `refused`. asked: how
    many were asked now.
    """

    answers: list[Answer | None]
    refused: dict[int, str]
    asked: int


class _Asked(NamedTuple):
    """A question to ask now. row: its index."""

    row: int
    key: str
    prompt: Prompt


def asked_key(row: Row) -> str:
    """Return a hash of the exact question."""
    said = json.dumps([row.messages, row.tools], default=str, sort_keys=True)
    return blake2b(said.encode(), digest_size=12).hexdigest()


def answers_of(
    source: ChatSource,
    by: str,
    rows: Sequence[Row],
    kept: KeptAnswers,
    renderer: TemplateRenderer,
    *,
    most: int = 0,
    report: ReportProgress = lambda done, total: None,
) -> Replies:
    """Let a model answer each row, or reuse its recorded answer. by: identifies the model. most: tokens besides
    thoughts; 0: derived from the expected answers.

    report: called with the number of answers so far, before each token too; it may raise to stop. Raises LuthierError
    `model.*`, `adapter.cannot-load`, `data.bad-template`, `files.cannot-write`.
    """
    with ChatModel(source, renderer) as chat:
        thoughts = FOR_THOUGHTS if chat.writer.thinks(source.think) else 0
        # Leave the rest for the question.
        limit = min((most or _enough(source, rows)) + thoughts, chat.context_length // 2)
        answers, refused, new = list[Answer | None](), dict[int, str](), list[_Asked]()
        for number, row in enumerate(rows):
            key = asked_key(row)
            answers.append(kept.find(by, key, limit))
            if answers[-1] is not None:
                continue
            try:
                prompt = chat.writer.write(
                    row.messages,
                    row.tools,
                    length=chat.context_length - limit,
                    limit=0,
                    may_drop=False,
                    think=source.think,
                )
                new.append(_Asked(number, key, prompt))
            except LuthierError as error:
                if not error.code.startswith("chat."):
                    raise
                refused[number] = _REFUSED.get(error.code, error.message)
        there = len(rows) - len(new) - len(refused)
        if new:
            _write(source, chat, by, new, limit, kept, answers, lambda done: report(there + done, there + len(new)))
    return Replies(answers, refused, len(new))


_REFUSED = {
    "chat.prompt-too-long": "too long to be asked",
    "chat.template-refuses": "the model's template refuses it",
    "chat.no-template": "a model without a chat template cannot be asked it",
}


def _enough(source: ChatSource, rows: Sequence[Row]) -> int:
    """Return twice the tokens of the longest expected answer, within limits."""
    with Tokenizer(header_of(source.model)) as tokenizer:
        texts = ("".join((row.thoughts, row.expected.text, *(c.text for c in row.expected.calls))) for row in rows)
        longest = max(len(tokenizer.encode(text)) for text in texts)
    return min(max(LEAST, 2 * longest), MOST)


def _write(
    source: ChatSource,
    chat: ChatModel,
    by: str,
    new: Sequence[_Asked],
    limit: int,
    kept: KeptAnswers,
    answers: list[Answer | None],
    report: Callable[[int], None],
) -> None:
    """Let the model answer new questions, and fill in the answers."""
    specials = special_texts(chat.writer.marks, source.stops)
    need = max(len(asked.prompt.tokens) for asked in new) + limit
    at_once = fitting(len(new), need)
    done = 0
    with open_in_llama_cpp(header_of(source.merged or source.model)) as model:
        writings = [_Writing(asked, chat, source.stops, model.vocabulary, specials, limit) for asked in new]

        def goes_on(number: int, token: int) -> bool:
            nonlocal done
            report(done)
            writing = writings[number]
            if writing.goes_on(token):
                return True
            answer = writing.answer(by)
            kept.add(answer)
            answers[writing.asked.row] = answer
            done += 1
            report(done)
            return False

        report(0)
        with model.side_by_side(need * at_once, at_once, None if source.merged else source.adapter) as texts:
            texts.go_on([asked.prompt.tokens for asked in new], goes_on)


class _Writing:
    """An answer in progress."""

    def __init__(
        self,
        asked: _Asked,
        chat: ChatModel,
        stops: Sequence[str],
        vocabulary: Vocabulary,
        specials: str,
        limit: int,
    ) -> None:
        self.asked = asked
        self._vocabulary, self._specials, self._limit = vocabulary, specials, limit
        self._splitter = Splitter(chat.writer.marks, stops, in_thought=asked.prompt.in_thought)
        self._tokens, self._ended = 0, False

    def goes_on(self, token: int) -> bool:
        """Take the next token. Return whether to continue."""
        if self._vocabulary.ends_generation(token):
            self._ended = True
            return False
        self._tokens += 1
        for _ in self._splitter.add(written_bytes(self._vocabulary, token, self._specials)):
            pass
        self._ended = self._splitter.stopped
        return not self._ended and self._tokens < self._limit

    def answer(self, by: str) -> Answer:
        """Return the written answer, without thoughts."""
        for _ in self._splitter.finish():
            pass
        pieces = self._splitter.stretches
        return Answer(
            by=by,
            asked=self.asked.key,
            text="".join(piece.text for piece in pieces if piece.kind == "answer"),
            tokens=self._tokens,
            ended=self._ended,
            calls=[call for piece in pieces if piece.kind == "call" for call in read_calls(piece.text)],
        )


TaughtRow = dict[str, Any]


class AnsweredRow(NamedTuple):
    """A question with answers, and the check's judgement on each."""

    row: Row
    answers: Sequence[Answer]
    judged: Sequence[Judged]

    @property
    def right(self) -> Answer | None:
        """Return the first right answer, or None."""
        return next((one for one, found in zip(self.answers, self.judged, strict=True) if found.right), None)

    @property
    def wrong(self) -> Answer | None:
        """Return the first wrong non-empty answer, or None."""
        both = zip(self.answers, self.judged, strict=True)
        return next((one for one, found in both if not found.right and (one.text.strip() or one.calls)), None)


def pairs_of(check: p.Check, answered: Sequence[AnsweredRow]) -> Iterator[TaughtRow]:
    """Yield a better and a worse answer for each question that has both, in the format of docs/data.md#choices.

    The better one is a model's right answer, in its own words. If no model was right, it is the expected answer,
    provided that it passes the check: a text that has to be in an answer may be missing from it.
    """
    for one in answered:
        worse, better = one.wrong, one.right
        if worse is None:
            continue
        expected = one.row.expected
        if better is None and not judge(check, expected, expected).right:
            continue
        chosen = better.said if better is not None else expected
        yield {"prompt": one.row.messages, "chosen": [_said(chosen)], "rejected": [_said(worse.said)]} | _tools(one.row)


def keep_taught(folder: Path, rows: Sequence[TaughtRow]) -> Path | None:
    """Write these rows to a file of the run's folder, such as pairs-3.jsonl, and return it; None without rows. Reuses
    the newest file if it holds the same rows. Earlier files stay unchanged: a training may be resumed with them.

    Raises LuthierError `files.cannot-write`.
    """
    if not rows:
        return None
    text = "".join(json.dumps(row, ensure_ascii=False, default=str) + "\n" for row in rows).encode()
    with told_of(folder):
        names = (re.fullmatch(r"pairs-(\d+)\.jsonl", file.name) for file in folder.iterdir())
        last = max((int(found[1]) for found in names if found), default=0)
        newest = folder / f"pairs-{last}.jsonl"
        if last and newest.is_file() and newest.read_bytes() == text:
            return newest
    file = folder / f"pairs-{last + 1}.jsonl"
    with written_whole(file) as partial:
        partial.write_bytes(text)
    return file


def _said(said: Said) -> dict[str, Any]:
    return p.answer_message(said.text, "", list(said.calls))


def _tools(row: Row) -> TaughtRow:
    return {"tools": row.tools} if row.tools else {}
