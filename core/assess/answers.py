"""What a model answers to the questions of a test in its likeliest words, thoughts left out.

answers.jsonl in a run's folder has a line each, with who answered and what was asked: an assessment that was ended
goes on from there, and one of more rows or more models asks only what is new.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

import msgspec

from core import protocol as p
from core.assess.checks import Said
from core.assess.rows import Row
from core.base.bounded_file import from_json, lines_of, open_plain
from core.base.callbacks import ReportProgress
from core.base.errors import LuthierError
from core.base.files import cannot_write
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

LEAST, MOST = 32, 1024  # tokens of an answer, where nobody says how many
FOR_THOUGHTS = 512  # more, of a model that thinks before it answers


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """by: who answered. asked: what. tokens: written, thoughts too. ended: False where it was cut off after these."""

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
    """answers.jsonl of a run. A line that is damaged or was cut off is passed over: its question is asked again."""

    def __init__(self, file: Path) -> None:
        """Raises LuthierError `runs.unreadable`."""
        self._file = file
        self._known: dict[tuple[str, str], Answer] = {}
        self._is_torn = False  # its last line has no end
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
        """Return the answer that this model gave to it, as far as one of `most` tokens is the same."""
        known = self._known.get((by, asked))
        return known if known is not None and (known.tokens <= most if known.ended else known.tokens == most) else None

    def add(self, answer: Answer) -> None:
        """Keep an answer, at once. Raises LuthierError `files.cannot-write`."""
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
    """answers: None where the row could not be asked, with the reason in `refused`. asked: of these, now."""

    answers: list[Answer | None]
    refused: dict[int, str]
    asked: int


class _Asked(NamedTuple):
    """A question that is to be answered now. row: among all."""

    row: int
    key: str
    prompt: Prompt


def asked_key(row: Row) -> str:
    """Identify what is asked, to the letter."""
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
    """Have a model answer each row, or take what it answered before. by: who it is. most: tokens
    beside thoughts; 0: by what is right.

    report: answers that are there, told before each token too; it may raise to stop. Raises LuthierError `model.*`,
    `adapter.cannot-load`, `data.bad-template`, `files.cannot-write`.
    """
    with ChatModel(source, renderer) as chat:
        thoughts = FOR_THOUGHTS if chat.writer.thinks(source.think) else 0
        limit = min((most or _enough(source, rows)) + thoughts, chat.context_length // 2)  # the rest: for the question
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
    """Twice the tokens of the longest expected answer, and some."""
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
    """Have new questions answered, and put the answers into their places."""
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
    """An answer while it is written."""

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
        """Take the next token. Returns whether another is wanted."""
        if self._vocabulary.ends_generation(token):
            self._ended = True
            return False
        self._tokens += 1
        for _ in self._splitter.add(written_bytes(self._vocabulary, token, self._specials)):
            pass
        self._ended = self._splitter.stopped
        return not self._ended and self._tokens < self._limit

    def answer(self, by: str) -> Answer:
        """Return what was written, without thoughts."""
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
