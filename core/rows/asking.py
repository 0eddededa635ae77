"""A model writes rows about pieces of documents, several pieces at a time, each by the grammar of its own sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.base.errors import LuthierError
from core.chat.grammar_choice import GrammarChoice
from core.chat.loaded import ChatModel, ChatSource
from core.data.chat.renderer import TemplateRenderer
from core.engine.llama_cpp.load import open_in_llama_cpp
from core.engine.llama_cpp.model import LlamaModel
from core.gguf.header import header_of
from core.rows.pieces import Piece
from core.rows.questions import Draft, drafts_of, grammar_of, groups_of, language_of, messages_of, quotes_of, text_of

AT_ONCE = 4  # pieces side by side
MOST_ROOM = 8192  # tokens that all of them have room for, where that is enough for one
_FOR_A_ROW = 200  # tokens
_TEMPERATURE = 0.3


class Asked(NamedTuple):
    """What a model is to write. rows: of each piece. style: "", or how answers are to sound."""

    rows: int
    kind: str
    style: str
    seed: int


class Written(NamedTuple):
    """What came of a piece. cut_off: rows that were not written to their end."""

    drafts: list[Draft]
    cut_off: int = 0


@dataclass
class _Text:
    """A piece's rows while they are written."""

    place: int
    prompt: list[int]
    groups: list[list[str]]
    raw: bytearray = field(default_factory=bytearray)
    tokens: int = 0
    choice: GrammarChoice | None = None

    def written(self) -> Written:
        """Return the rows that are whole."""
        drafts = drafts_of(self.raw.decode(errors="replace"))
        return Written(drafts, len(self.groups) - len(drafts))


def write_rows(
    source: ChatSource,
    renderer: TemplateRenderer,
    pieces: Sequence[Piece],
    asked: Asked,
    take: Callable[[Piece, Written], None],
    poll: Callable[[], None],
) -> None:
    """Have the model write about each piece. take: told what came of a piece, at once. poll: called before each token,
    and may raise to stop.

    Raises LuthierError `rows.short-context`, `model.*`, `data.bad-template`.
    """
    with ChatModel(source, renderer) as chat:
        language = language_of(" ".join(piece.text for piece in pieces[:8])) if pieces else "en"
        texts = [_text(chat, place, piece, asked, language) for place, piece in enumerate(pieces)]
    for text in (one for one in texts if not one.groups):
        take(pieces[text.place], Written([]))
    if waiting := [one for one in texts if one.groups]:
        limit = _FOR_A_ROW * asked.rows
        need = max(len(one.prompt) for one in waiting) + limit
        at_once = max(1, min(AT_ONCE, len(waiting), MOST_ROOM // need))
        with open_in_llama_cpp(header_of(source.model)) as model:
            writing = _Writing(model, waiting, pieces, asked, limit, take, poll)
            with model.side_by_side(need * at_once, at_once, source.adapter) as beside:
                beside.go_on([one.prompt for one in waiting], writing.goes_on, writing.choose)


def _text(chat: ChatModel, place: int, piece: Piece, asked: Asked, language: str) -> _Text:
    groups = groups_of(quotes_of(piece), asked.rows)
    if not groups:
        return _Text(place, [], [])
    for with_example in (True, False):  # which takes a third of a short context
        messages = messages_of(piece, len(groups), asked.kind, language, asked.style, with_example=with_example)
        if not chat.writer.has_template:
            messages = [{"role": "user", "content": text_of(messages)}]
        try:
            prompt = chat.writer.write(
                messages,
                length=max(chat.context_length - _FOR_A_ROW * asked.rows, 1),
                limit=0,
                may_drop=False,
                think="off" if chat.writer.can_switch else "auto",
            )
            return _Text(place, prompt.tokens, groups)
        except LuthierError as error:
            if error.code != "chat.prompt-too-long":
                raise
    raise LuthierError(
        "rows.short-context",
        f"A piece of {piece.file} does not fit the model's context of {chat.context_length:,} tokens.",
        "Choose a model with a longer context, or ask for fewer rows of a piece (--rows).",
    )


class _Writing:
    """Chooses tokens, and hands on what is written."""

    def __init__(
        self,
        model: LlamaModel,
        texts: Sequence[_Text],
        pieces: Sequence[Piece],
        asked: Asked,
        limit: int,
        take: Callable[[Piece, Written], None],
        poll: Callable[[], None],
    ) -> None:
        self._vocabulary, self._texts, self._pieces = model.vocabulary, texts, pieces
        self._asked, self._limit, self._take, self._poll = asked, limit, take, poll

    def choose(self, number: int, logits: NDArray[np.float32]) -> int:
        """Return the next token of a text; what ends it where its grammar leads nowhere."""
        text = self._texts[number]
        if text.choice is None:
            seed = self._asked.seed + int(self._pieces[text.place].key, 16)
            text.choice = GrammarChoice(self._vocabulary, grammar_of(text.groups), _TEMPERATURE, seed)
        token = text.choice(logits)
        return self._vocabulary.eos if token is None else token

    def goes_on(self, number: int, token: int) -> bool:
        """Take a text's next token. Returns whether another is wanted."""
        self._poll()
        text = self._texts[number]
        text.tokens += 1
        ends = token < 0 or self._vocabulary.ends_generation(token)
        if not ends:
            text.raw += self._vocabulary.piece(token, special=False)
        if not ends and text.tokens < self._limit and not text.raw.endswith(b'"}]'):
            return True
        text.choice = None
        self._take(self._pieces[text.place], text.written())
        return False
