"""From records to tokens: what every core does with its share of a file."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.data.chat.conversation import ConversationEncoder
from core.data.chat.renderer import TemplateRenderer
from core.data.chat.template import CHATML, ChatTemplate
from core.data.chat.turn_marks import conversation_template
from core.data.example import Int32
from core.data.formats.guess import unused_keys
from core.data.formats.json_row import as_text, plain_row
from core.data.formats.recognise import Recognised
from core.data.formats.rendered import mark_in
from core.data.formats.row_formats import FORMATS, LIST_FIELDS, TEXT
from core.data.formats.turns import Conversation, Message, checked, is_learnt, require_characters
from core.data.problems import BadRowError, Problem, problem
from core.data.read.records import Record
from core.data.tokenizer import Tokenizer
from core.data.tokens.example_view import with_mask
from core.data.tokens.split import content_key
from core.protocol.config import TrainConfig

MARK = "mark "  # before a mark of chat templates that texts have, among what is counted
UNUSED = "unused "  # before a column, or a key of messages, that nothing is learnt from
CALLS, JSON = "calls", "json"  # conversations whose last answer is such, among what is counted
UNIT = np.dtype(
    [
        ("size", "<i4"),
        ("supervised", "<i4"),
        ("key", "<u8"),
        ("question", "<u8"),
        ("line", "<i8"),
        ("file", "<i4"),
        ("first", "?"),
    ]
)  # a conversation, or a block of a text; first: it begins a document


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
    """tokens: [n], with the mask as in core/data/tokens/example_view.py; units: [m] of UNIT, in the records' order."""

    tokens: Int32
    units: NDArray[np.void]
    problems: list[Problem]
    seen: Counter[str]


def read_content(record: Record, found: Recognised, seen: Counter[str] | None = None) -> Conversation | str:
    """A record's conversation or text, checked. seen: counts what of it is not used. Raises BadRowError."""
    if record.fault is not None:
        raise record.fault
    if found.format == TEXT:
        content: Conversation | str = str(record.value)
    else:
        row = plain_row(record.value)
        mapping = found.mapping_of(tuple(row))
        content = FORMATS[found.format].read(
            {
                name: value
                if isinstance(value := row[column], str) or name in LIST_FIELDS
                else as_text(record.value, column, value)
                for name, column in mapping.items()
            }
        )
        if seen is not None:
            left_out = content.left_out if isinstance(content, Conversation) else ()
            for what in (*(UNUSED + key for key in unused_keys(row, mapping)), *left_out):
                seen[what] += 1
    if isinstance(content, str):
        require_characters(content, "the text")
        return content
    require_characters(content.tools, "tools")
    return Conversation(checked(content.messages), content.tools)


def _marks(content: Conversation | str) -> set[str]:
    """The first mark of a chat template in each of its texts, to be counted."""
    texts = [content] if isinstance(content, str) else [message["content"] for message in content.messages]
    return {f"{MARK}{mark}" for text in texts if (mark := mark_in(text))}


def _form(content: Conversation | str) -> set[str]:
    """What the last message of a conversation is, to be counted: CALLS, JSON, or nothing."""
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
    """Identifies what is said in it."""
    if isinstance(content, str):
        return content_key([content])
    texts = (part if isinstance(part, str) else json.dumps(part, default=str)
             for message in content.messages for part in message.values())  # fmt: skip
    return content_key(texts)


def question_key(content: Conversation | str) -> int:
    """Identifies what is asked in it, whatever its case: all that stands before the last answer that is learnt."""
    if isinstance(content, str):
        return content_key([content.casefold()])
    messages, _ = question_of(content)
    texts = (part if isinstance(part, str) else json.dumps(part, default=str)
             for message in messages for part in message.values())  # fmt: skip
    return content_key(text.casefold() for text in texts)


def question_of(content: Conversation) -> tuple[list[Message], Message]:
    """Return what stands before the last answer that is learnt, and that answer."""
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
        """Return what writes conversations with these tools: as Transformers and llama.cpp do, by a template of its own
        where the model has one for them. Raises LuthierError `data.bad-template`.
        """
        return self._with_tools if tools and self.tokenizer.tools_template else self._usual

    @cached_property
    def _usual(self) -> ConversationEncoder:
        """Made when a conversation comes: texts need no template."""
        return self._encoder_by(conversation_template(self.tokenizer, self.recipe.config.turn_marks))

    @cached_property
    def _with_tools(self) -> ConversationEncoder:
        return self._encoder_by(self.tokenizer.tools_template or CHATML)

    def _encoder_by(self, source: str) -> ConversationEncoder:
        tokenizer, config = self.tokenizer, self.recipe.config
        bos, eos = tokenizer.text(tokenizer.bos), tokenizer.text(tokenizer.eos)
        template = ChatTemplate(source, self.renderer, bos, eos, self.recipe.now, model=self.recipe.model)
        return ConversationEncoder(tokenizer, template, config.train_on, config.context, self._seen, config.thoughts)

    def read(self, record: Record) -> Conversation | str:
        """The record's content as the file has it. Raises BadRowError."""
        return read_content(record, self.recipe.found, self._seen)

    def encode(self, records: Iterable[Record], read: ReadContent | None = None) -> Encoded:
        """Records that cannot be used become problems. read: gives a record's content, where it is not the file's."""
        parts, units, problems = [], [], []
        self._seen.clear()
        for record in records:
            try:
                content = (read or self.read)(record)
                tokens, supervised = self._encode(content, record.first)
                self._seen.update(_marks(content) | _form(content))
            except BadRowError as error:
                problems.append(self._problem(record, error))
                continue
            parts.append(tokens)
            keys = key_of(content), question_key(content)
            units.append((len(tokens), supervised, *keys, record.line, record.file, record.first))
        tokens = np.concatenate(parts) if parts else np.zeros(0, np.int32)
        return Encoded(tokens, np.array(units, UNIT), problems, self._seen.copy())

    def _problem(self, record: Record, error: BadRowError) -> Problem:
        recipe = self.recipe
        return problem(recipe.files[record.file], record.line, record.text, error, recipe.found.numbered_by_row)

    def text_tokens(self, text: str, first: bool) -> Int32:
        """Return the tokens of a document's first block, or of one that continues the block before."""
        encode = self.tokenizer.encode if first else self.tokenizer.encode_continuation
        return np.array(encode(text), np.int32)

    def _encode(self, content: Conversation | str, first: bool) -> tuple[Int32, int]:
        """Tokens with their mask, and how many of them are supervised."""
        if isinstance(content, str):
            tokens = self.text_tokens(content, first)
            return with_mask(tokens, np.ones(len(tokens), np.bool_)), len(tokens)
        example = self.conversations(content.tools).encode(content.messages, content.tools)
        return with_mask(example.tokens, example.supervised), example.n_supervised
