"""A conversation: questions, and what one or two voices answered to each."""

from __future__ import annotations

from typing import Any

import msgspec

from core import protocol as p
from core.base.language import tr

EQUAL = "equal"


class Said(msgspec.Struct, kw_only=True):
    """An answer, whole or as far as it has come. stopped: "" while it is being written, or never came to an end.

    thinking_s: how long it thought. problem: why there is no answer, and what to do. edited: its text is the user's
    own. first: what the model said before that. system: what the model was told first. read: the conversation that
    this answers, if an answer before it was changed since; else that can be made again from what stands before it.
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
        """Whether a conversation can go on from it."""
        return bool(self.text or self.calls)

    @property
    def has_words(self) -> bool:
        """Whether there is a beginning to go on with."""
        return bool(self.text or self.thinking)


class Exchange(msgspec.Struct, kw_only=True):
    """answers: by voice, in the order in which they stand side by side. better: a voice, or EQUAL.

    sampling: how the answers were drawn. hidden: the names of the voices, until it was said which is better. run,
    step: the run's folder and the step of the checkpoint that answered; "" where it was a model alone.
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
        """Return the answer that this voice goes on from: its own, or the other's if it was not asked.

        A model that reads another's answers copies their style, and the two could not be compared any more.
        """
        return self.answers.get(voice) or next(iter(self.answers.values()), None)

    @property
    def is_tie(self) -> bool:
        """Whether there is no choice between the answers: both are the same."""
        said = {(said.text.strip(), *(call.text for call in said.calls)) for said in self.answers.values()}
        return len(said) < len(self.answers)


class Talk(msgspec.Struct, kw_only=True):
    """All of it, the oldest exchange first."""

    exchanges: list[Exchange] = []

    def prompt(self, system: str, upto: Exchange, voice: p.Voice) -> list[dict[str, Any]]:
        """Return what a voice reads to answer the question of `upto` now."""
        found: list[dict[str, Any]] = [{"role": "system", "content": system}] if system else []
        for exchange in self.exchanges:
            found.append({"role": "user", "content": exchange.question})
            if exchange is upto:
                break
            said = exchange.read_by(voice)
            if said is None or not said.counts:
                found.pop()  # templates want turns by turns
                continue
            found.append(p.answer_message(said.text, said.thinking, said.calls))
        return found

    def answered(self, exchange: Exchange, voice: p.Voice) -> list[dict[str, Any]]:
        """Return what a voice read when it gave the answer that it has here."""
        said = exchange.answers[voice]
        return said.read or self.prompt(said.system, exchange, voice)

    def compared(self, exchange: Exchange) -> list[dict[str, Any]]:
        """Return the conversation in which one of two answers is better: the one that the better answer was given in.

        To be learnt from, both need the same. Each voice has read its own earlier answers; behind those of the better
        one the choice stays true, for an answer that follows from what was said before it loses nothing, and the other
        one gains nothing.
        """
        better: p.Voice = "base" if exchange.better == "base" else "tuned"
        return self.answered(exchange, better)

    def keep_read(self, exchange: Exchange) -> None:
        """Keep what the answers after this exchange have read, before an answer in it is changed."""
        for later in self.exchanges[self.exchanges.index(exchange) + 1 :]:
            for voice, said in later.answers.items():
                said.read = self.answered(later, voice)

    def example(self, exchange: Exchange, voice: p.Voice) -> list[dict[str, Any]]:
        """Return the conversation as training data, of which this answer is learnt; earlier ones only lead to it."""
        said = exchange.answers[voice]
        earlier = [
            message | {"weight": 0} if message["role"] == "assistant" else message
            for message in self.answered(exchange, voice)
        ]
        return [*earlier, p.answer_message(said.text, said.thinking, said.calls)]

    def newest(self, most: int, characters: int) -> list[Exchange]:
        """Return so many exchanges at most, and with so many characters at most in all of them."""
        kept: list[Exchange] = []
        for exchange in reversed(self.exchanges[-most:]):
            characters -= len(exchange.question)
            characters -= sum(len(said.text) + len(said.thinking) for said in exchange.answers.values())
            if characters < 0:
                break
            kept.insert(0, exchange)
        return kept

    def cut_from(self, exchange: Exchange) -> None:
        """Forget this exchange and all that followed it."""
        del self.exchanges[self.exchanges.index(exchange) :]

    def cut_after(self, exchange: Exchange) -> None:
        """Forget all that followed this exchange."""
        del self.exchanges[self.exchanges.index(exchange) + 1 :]

    def text(self, names: dict[p.Voice, str]) -> str:
        """Return the whole conversation for the clipboard. names: of the voices."""
        parts = []
        for exchange in self.exchanges:
            parts.append(tr("You: {question}", question=exchange.question))
            parts += [f"{names[voice]}: {said.text}" for voice, said in exchange.answers.items()]
        return "\n\n".join(parts)
