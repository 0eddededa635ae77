"""Encodes records as tokens: the work of each core on its share of a file."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.data.chat.conversation import ConversationEncoder
from core.data.chat.renderer import TemplateRenderer
from core.data.chat.template import CHATML, ChatTemplate, conversation_template
from core.data.example import Example, Int32
from core.data.formats.guess import unused_keys
from core.data.formats.json_row import as_text, plain_row
from core.data.formats.recognise import Recognised
from core.data.formats.rendered import mark_in, missing_in, without_end
from core.data.formats.row_formats import FIRST_NUMBER, FORMATS, LIST_FIELDS, TEXT, choice_of
from core.data.formats.turns import Conversation, Message, checked, is_learnt, require_characters
from core.data.problems import BadRowError, Problem, problem
from core.data.read.records import Record
from core.data.tokenizer import Tokenizer
from core.data.tokens.example_view import with_mask
from core.data.tokens.split import content_key
from core.protocol.config import TrainConfig

ENDS = "ends of turns"  # counts answers from which an end-of-turn mark was removed
SEPARATORS = "separators"  # counts questions and answers from which a separator was removed
# Prefix of the name of missing media.
MEDIA, MEDIA_COLUMNS = "media ", {"image", "images", "video", "videos", "audio", "audios"}
MARK = "mark "  # prefix of a chat template's mark found in texts
NULLS = "nothing "  # prefix of a word that tables write for a missing value
# From pandas.
NOTHING = frozenset((
    "#N/A", "#N/A N/A", "#NA", "#NULL!", "#REF!", "#VALUE!", "#DIV/0!", "#NAME?", "#NUM!", "-1.#IND", "-1.#QNAN",
    "-NaN", "-nan", "1.#IND", "1.#QNAN", "<NA>", "N/A", "NA", "NULL", "NaN", "None", "n/a", "nan", "null",
))  # fmt: skip
UNUSED = "unused "  # prefix of a column, or a key of messages, that is not used
CALLS, JSON = "calls", "json"  # count conversations whose last answer is a call or JSON
UNIT = np.dtype(
    [
        ("size", "<i4"),
        ("supervised", "<i4"),
        ("key", "<u8"),
        ("question", "<u8"),
        ("line", "<i8"),
        ("file", "<i4"),
        ("first", "?"),
        ("chosen", "<i4"),
        ("chosen_supervised", "<i4"),
        ("reversed", "<u8"),
    ]
)  # a conversation, or a block of a text; first: it begins a document
# For a choice: chosen: tokens of the better answer's example, which is first; chosen_supervised: those of them that are
# supervised; reversed: the key of the opposite choice. For others, all tokens are chosen.


@dataclass(frozen=True)
class Recipe:
    """Everything that decides how a record becomes tokens; can be sent to another process."""

    model: Path
    found: Recognised
    files: tuple[Path, ...]
    config: TrainConfig
    now: datetime


ReadContent = Callable[[Record], Conversation | str]  # raises BadRowError


class Encoded(NamedTuple):
    """Records as tokens [n], with the mask of core/data/tokens/example_view.py. units: [m] of UNIT, in order."""

    tokens: Int32
    units: NDArray[np.void]
    problems: list[Problem]
    seen: Counter[str]


def read_content(
    record: Record,
    found: Recognised,
    seen: Counter[str] | None = None,
    *,
    choices: Literal["", "pairs", "answers"] = "",
) -> Conversation | str:
    """Read a record's conversation or text, checked. seen: counts unused parts. choices: how to read better and worse
    answers, as in TrainConfig; "" reads only good answers, and the better one of two. Raises BadRowError.
    """
    if record.fault is not None:
        raise record.fault
    if found.format == TEXT:
        content: Conversation | str = str(record.value)
    else:
        row = plain_row(record.value)
        mapping = found.mapping_of(tuple(row))
        values = {
            name: value
            if isinstance(value := row[column], str) or name in LIST_FIELDS
            else as_text(record.value, column, value)
            for name, column in mapping.items()
        }
        if found.separators:
            _take_off(found.separators, values, seen)
        if found.container == "csv":
            for name, value in values.items():
                if isinstance(value, str) and value.strip() in NOTHING:
                    values[name] = None
                    if seen is not None:
                        seen[f"{NULLS}{value.strip()}"] += 1
        values[FIRST_NUMBER] = found.first_number
        row_format = FORMATS[found.format]
        content = (
            choice_of(row_format, values, pairs=choices == "pairs")
            if choices and found.is_conversation
            else row_format.read(values)
        )
        if seen is not None and not row_format.is_ours:
            left_out = content.left_out if isinstance(content, Conversation) else ()
            unused = unused_keys(row, mapping)
            media = [MEDIA + key for key in unused if key.lower() in MEDIA_COLUMNS]
            for what in (*(UNUSED + key for key in unused), *media, *left_out):
                seen[what] += 1
    if isinstance(content, str):
        content = _with_line_feeds(content)
        content = _without_end(content, seen)
        require_characters(content, "the text")
        return content
    for message in (*content.messages, *(content.rejected or ())[-1:]):
        message["content"] = _with_line_feeds(message["content"])
        if message["role"] == "assistant":
            message["content"] = _without_end(message["content"], seen).rstrip()
    require_characters(content.tools, "tools")
    rejected = None if content.rejected is None else _rejected(content)
    return Conversation(checked(content.messages), content.tools, (), rejected, content.is_bad)


def read_both(record: Record, found: Recognised, config: TrainConfig, *, or_better: bool = False) -> Conversation | str:
    """Read a record with both of its answers if it has two, whichever are learnt. or_better: accept the better one
    alone if the worse one is faulty. Raises BadRowError.
    """
    if not found.is_conversation or FORMATS[found.format].rejected is None:
        return read_content(record, found, choices=config.choices)
    try:
        return read_content(record, found, choices="pairs")
    except BadRowError:
        if not or_better or config.choices:
            raise
    return read_content(record, found)


def _rejected(content: Conversation) -> list[Message]:
    """Return the turns with the worse answer, checked beside those with the better one. Raises BadRowError."""
    assert content.rejected is not None
    try:
        rejected = checked(content.rejected)
    except BadRowError as error:
        raise BadRowError(f"the rejected answer: {error.reason}", error.detail) from error
    asked, better = question_of(Conversation(checked(content.messages)))
    asked_too, worse = question_of(Conversation(rejected))
    if asked != asked_too:
        raise BadRowError("the two answers are to different questions")
    if better == worse:
        raise BadRowError("both answers are the same")
    return rejected


def _take_off(separators: tuple[str, str], values: dict[str, Any], seen: Counter[str] | None) -> None:
    """Remove separators from a question and its answer, and the space before the answer that goes with them."""
    for name, end in zip(("prompt", "completion"), separators, strict=True):
        text = values.get(name)
        if isinstance(text, str) and end and text.endswith(end):
            values[name] = text.removesuffix(end)
            if seen is not None:
                seen[SEPARATORS] += 1
    if isinstance(answer := values.get("completion"), str):
        values["completion"] = answer.lstrip(" ")


def _with_line_feeds(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _without_end(text: str, seen: Counter[str] | None) -> str:
    """Return a text or an answer without an end mark that a script appended."""
    bare = without_end(text)
    if bare != text and seen is not None:
        seen[ENDS] += 1
    return bare


def _marks(content: Conversation | str) -> set[str]:
    """Return the first chat template mark and media placeholder in each of its texts, for counting."""
    texts = [content] if isinstance(content, str) else [message["content"] for message in content.messages]
    marks = {f"{MARK}{mark}" for text in texts if (mark := mark_in(text))}
    return marks | {f"{MEDIA}{mark}" for text in texts if (mark := missing_in(text))}


def _form(content: Conversation | str) -> set[str]:
    """Return the kind of a conversation's last message, for counting: CALLS, JSON, or nothing."""
    if isinstance(content, str):
        return set()
    last = content.messages[-1]
    if last.get("tool_calls"):
        return {CALLS}
    text = str(last.get("content") or "").strip()
    try:
        return {JSON} if text[:1] in ("{", "[") and isinstance(json.loads(text), (dict, list)) else set()
    except (ValueError, RecursionError):
        return set()


def key_of(content: Conversation | str) -> int:
    """Return a key of a row's content."""
    if isinstance(content, str):
        return content_key([content])
    return content_key(_texts(content.messages))


def choice_key(content: Conversation, *, reversed: bool = False) -> int:
    """Return a key of a choice. reversed: the key of the opposite choice between the same answers."""
    if content.rejected is None:
        return content_key([*_texts(content.messages), "bad" if content.is_bad != reversed else "good"])
    better, worse = (content.rejected, content.messages) if reversed else (content.messages, content.rejected)
    return content_key([*_texts(better), "over", *_texts(worse)])


def _texts(messages: list[Message]) -> Iterator[str]:
    return (part if isinstance(part, str) else json.dumps(part, default=str)
            for message in messages for part in message.values())  # fmt: skip


def question_key(content: Conversation | str) -> int:
    """Return a key of the question, ignoring case: everything before the last answer that is learnt."""
    if isinstance(content, str):
        return content_key([content.casefold()])
    messages, _ = question_of(content)
    return content_key(text.casefold() for text in _texts(messages))


def question_of(content: Conversation) -> tuple[list[Message], Message]:
    """Return the messages before the last answer that is learnt, and that answer."""
    last = max(place for place, message in enumerate(content.messages) if is_learnt(message))
    return content.messages[:last], content.messages[last]


@dataclass
class RecordEncoder:
    """Tokenizes records, one after the other."""

    recipe: Recipe
    tokenizer: Tokenizer
    renderer: TemplateRenderer
    _seen: Counter[str] = field(default_factory=Counter)

    def conversations(self, tools: list[Any] | None) -> ConversationEncoder:
        """Return the encoder for conversations with these tools: as Transformers and llama.cpp do, with the model's
        separate template for tools if it has one. Raises LuthierError `data.bad-template`.
        """
        return self._with_tools if tools and self.tokenizer.tools_template else self._usual

    @cached_property
    def _usual(self) -> ConversationEncoder:
        """Return the usual encoder, made for the first conversation: texts need no template."""
        return self._encoder_by(conversation_template(self.tokenizer, self.recipe.config.turn_marks))

    @cached_property
    def _with_tools(self) -> ConversationEncoder:
        return self._encoder_by(self.tokenizer.tools_template or CHATML)

    def _encoder_by(self, source: str) -> ConversationEncoder:
        tokenizer, config = self.tokenizer, self.recipe.config
        bos, eos = tokenizer.text(tokenizer.bos), tokenizer.text(tokenizer.eos)
        template = ChatTemplate(source, self.renderer, bos, eos, self.recipe.now, model=self.recipe.model)
        train_on = "last" if config.choices else config.train_on
        return ConversationEncoder(tokenizer, template, train_on, config.context, self._seen, config.thoughts)

    def read(self, record: Record) -> Conversation | str:
        """Read the record's content from the file. Raises BadRowError."""
        return read_content(record, self.recipe.found, self._seen, choices=self.recipe.config.choices)

    def encode(self, records: Iterable[Record], read: ReadContent | None = None) -> Encoded:
        """Encode records; unusable ones become problems. read: returns a record's content in place of the file's."""
        parts, units, problems = [], [], []
        self._seen.clear()
        for record in records:
            try:
                content = (read or self.read)(record)
                tokens, *counts = self._encode(content, record.first)
                self._seen.update(_marks(content) | _form(content))
            except BadRowError as error:
                problems.append(self._problem(record, error))
                continue
            parts.append(tokens)
            key, opposite = key_of(content), 0
            if self.recipe.config.choices and isinstance(content, Conversation):
                key, opposite = choice_key(content), choice_key(content, reversed=True)
            supervised, chosen, chosen_supervised = counts
            units.append((
                len(tokens), supervised, key, question_key(content), record.line, record.file, record.first,
                chosen, chosen_supervised, opposite,
            ))  # fmt: skip
        tokens = np.concatenate(parts) if parts else np.zeros(0, np.int32)
        return Encoded(tokens, np.array(units, UNIT), problems, self._seen.copy())

    def _problem(self, record: Record, error: BadRowError) -> Problem:
        recipe = self.recipe
        return problem(recipe.files[record.file], record.line, record.text, error, recipe.found.numbered_by_row)

    def text_tokens(self, text: str, first: bool) -> Int32:
        """Return the tokens of a document's first block, or of one that continues the block before."""
        encode = self.tokenizer.encode if first else self.tokenizer.encode_continuation
        return np.array(encode(text), np.int32)

    def _encode(self, content: Conversation | str, first: bool) -> tuple[Int32, int, int, int]:
        """Return tokens with their mask, the number of supervised ones, and the part of both that is chosen."""
        if isinstance(content, str):
            tokens = self.text_tokens(content, first)
            n = len(tokens)
            return with_mask(tokens, np.ones(n, np.bool_)), n, n, n
        encoder = self.conversations(content.tools)
        if content.rejected is not None:
            better, worse = self._encode_both(encoder, content, content.rejected)
            tokens = np.concatenate([with_mask(each.tokens, each.supervised) for each in (better, worse)])
            return tokens, better.n_supervised + worse.n_supervised, len(better), better.n_supervised
        example = encoder.encode(content.messages, content.tools)
        n, supervised = len(example), example.n_supervised
        chosen = (0, 0) if content.is_bad else (n, supervised)
        return with_mask(example.tokens, example.supervised), supervised, *chosen

    def _encode_both(
        self, encoder: ConversationEncoder, content: Conversation, rejected: list[Message]
    ) -> tuple[Example, Example]:
        """Return the examples of the better and the worse answer after the same turns: if one leaves less room, the
        oldest turns are cut off before both. Counts refer to the better one. Raises BadRowError.
        """
        written, better = encoder.fit(content.messages, content.tools)
        counted = self._seen.copy()
        try:
            worse_written, worse = encoder.fit(rejected, content.tools)
            if len(worse_written.messages) < len(written.messages):
                better = encoder.encode([*worse_written.messages[:-1], written.messages[-1]], content.tools)
            elif len(written.messages) < len(worse_written.messages):
                worse = encoder.encode([*written.messages[:-1], worse_written.messages[-1]], content.tools)
        except BadRowError as error:
            raise BadRowError(f"the rejected answer: {error.reason}", error.detail) from error
        finally:
            self._seen.clear()
            self._seen.update(counted)
        return better, worse
