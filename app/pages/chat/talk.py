"""Conversations: questions, and the answers of one or two voices to each; one conversation for each source."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from core import protocol as p
from core.base.language import tr

EQUAL = "equal"


class Said(msgspec.Struct, kw_only=True):
    """An answer, complete or partial. stopped: "" while it is being written, or if it was never completed.

    thinking_s: seconds of thinking. problem: why it failed, and what to do. edited: the user edited the text. first:
    the model's own text before the edit. system: the system prompt. read: the conversation that this answers, set only
    if an earlier answer was changed since; otherwise it can be rebuilt from the exchanges before.
    """

    text: str = ""
    thinking: str = ""
    thinking_s: float = 0.0
    calls: list[p.ToolCall] = []
    tokens: int = 0
    tok_s: float = 0.0
    first_token_s: float = 0.0
    stopped: str = ""
    problem: str = ""
    edited: bool = False
    first: str = ""
    system: str = ""
    read: list[dict[str, Any]] = []

    @property
    def counts(self) -> bool:
        """Whether a conversation can continue from it."""
        return bool(self.text or self.calls)

    @property
    def has_words(self) -> bool:
        """Whether it has text that can be continued."""
        return bool(self.text or self.thinking)


class Exchange(msgspec.Struct, kw_only=True):
    """A question with its answers. answers: by voice, in display order. better: a voice, or EQUAL.

    sampling: the sampling settings of the answers. hidden: the voices' names are hidden until the vote. run, step: the
    run's folder and the step of the checkpoint that answered; run is "" for a model without an adapter.
    """

    id: str
    question: str
    answers: dict[p.Voice, Said] = {}
    better: str = ""
    hidden: bool = False
    was_hidden: bool = False
    run: str = ""
    step: int = -1
    sampling: p.Sampling | None = None

    def read_by(self, voice: p.Voice) -> Said | None:
        """Return the answer that this voice continues from: its own, or the other's if it was not asked.

        A model that reads another's answers copies their style, so the two would no longer be comparable.
        """
        return self.answers.get(voice) or next(iter(self.answers.values()), None)

    @property
    def is_tie(self) -> bool:
        """Whether both answers are identical."""
        said = {(said.text.strip(), *(call.text for call in said.calls)) for said in self.answers.values()}
        return len(said) < len(self.answers)


class Talk(msgspec.Struct, kw_only=True):
    """A whole conversation, the oldest exchange first."""

    exchanges: list[Exchange] = []

    def prompt(self, system: str, upto: Exchange, voice: p.Voice) -> list[dict[str, Any]]:
        """Return the messages that a voice reads to answer the question of `upto`."""
        found: list[dict[str, Any]] = [{"role": "system", "content": system}] if system else []
        for exchange in self.exchanges:
            found.append({"role": "user", "content": exchange.question})
            if exchange is upto:
                break
            said = exchange.read_by(voice)
            if said is None or not said.counts:
                found.pop()  # templates require alternating turns
                continue
            found.append(p.answer_message(said.text, said.thinking, said.calls))
        return found

    def answered(self, exchange: Exchange, voice: p.Voice) -> list[dict[str, Any]]:
        """Return the messages that a voice read before its answer in this exchange."""
        said = exchange.answers[voice]
        return said.read or self.prompt(said.system, exchange, voice)

    def compared(self, exchange: Exchange) -> list[dict[str, Any]]:
        """Return the conversation that a vote applies to: the one that the better answer was given in.

        Preference training needs one conversation for both answers, but each voice has read its own earlier answers.
        The better voice's history keeps the preference valid: the better answer fits what came before it, and the other
        answer gains nothing from it.
        """
        better: p.Voice = "base" if exchange.better == "base" else "tuned"
        return self.answered(exchange, better)

    def keep_read(self, exchange: Exchange) -> None:
        """Store what later answers have read, before an answer in this exchange changes."""
        for later in self.exchanges[self.exchanges.index(exchange) + 1 :]:
            for voice, said in later.answers.items():
                said.read = self.answered(later, voice)

    def example(self, exchange: Exchange, voice: p.Voice) -> list[dict[str, Any]]:
        """Return the conversation as a training example: this answer is learnt, earlier ones are context."""
        said = exchange.answers[voice]
        earlier = [
            message | {"weight": 0} if message["role"] == "assistant" else message
            for message in self.answered(exchange, voice)
        ]
        return [*earlier, p.answer_message(said.text, said.thinking, said.calls)]

    def newest(self, most: int, characters: int) -> list[Exchange]:
        """Return the newest exchanges: at most `most`, with at most `characters` characters in total."""
        kept: list[Exchange] = []
        for exchange in reversed(self.exchanges[-most:]):
            characters -= len(exchange.question)
            characters -= sum(len(said.text) + len(said.thinking) for said in exchange.answers.values())
            if characters < 0:
                break
            kept.insert(0, exchange)
        return kept

    def cut_from(self, exchange: Exchange) -> None:
        """Remove this exchange and all later ones."""
        del self.exchanges[self.exchanges.index(exchange) :]

    def cut_after(self, exchange: Exchange) -> None:
        """Remove all exchanges after this one."""
        del self.exchanges[self.exchanges.index(exchange) + 1 :]

    def text(self, name: Callable[[Exchange, p.Voice], str]) -> str:
        """Return the whole conversation for the clipboard. name: returns whose answer it is."""
        parts = []
        for exchange in self.exchanges:
            parts.append(tr("You: {question}", question=exchange.question))
            parts += [f"{name(exchange, voice)}: {said.text}" for voice, said in exchange.answers.items()]
        return "\n\n".join(parts)


MOST_KEPT = 20  # conversations remembered across restarts, the newest
Key = tuple[str, str]  # of a source


class Shelf:
    """Keeps a conversation for each source."""

    def __init__(self) -> None:
        self._talks: dict[Key, list[Exchange]] = {}

    def swap(self, before: Key, exchanges: list[Exchange], now: Key) -> list[Exchange]:
        """Keep a source's conversation, and return that of the source chosen in its place."""
        self._talks.pop(before, None)  # reinsert: newest last
        if exchanges:
            self._talks[before] = exchanges
        return self._talks.pop(now, [])

    def follow(self, before: str, now: str) -> None:
        """Follow a moved run, and those that lay beside it: they were moved together."""
        for run, model in list(self._talks):
            if run and Path(run).parent == Path(before).parent:
                talk = self._talks.pop((run, model))
                place = str(Path(now).parent / Path(run).name)
                self._talks[(place, model)] = talk
                for exchange in talk:
                    exchange.run = place

    def state(self, most: int, characters: int) -> list[Any]:
        """Return the newest conversations as JSON values. most, characters: as in `Talk.newest`, of each."""
        newest = list(self._talks.items())[-MOST_KEPT:]
        return [[*key, msgspec.to_builtins(Talk(exchanges=talk).newest(most, characters))] for key, talk in newest]

    def restore(self, state: list[Any]) -> None:
        """Restore what `state` returned. Raises TypeError or ValueError if it is malformed."""
        self._talks = {(str(run), str(model)): msgspec.convert(talk, list[Exchange]) for run, model, talk in state}
