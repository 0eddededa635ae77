"""Chooses the next token of an answer with llama.cpp's samplers and a request's constraints.

llama.cpp's own grammar sampling ends the whole process if no token of the model can continue the grammar: its exception
is not caught. So this code asks the grammar first which tokens it allows.
"""

from __future__ import annotations

import ctypes
import time
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import llama_cpp
import numpy as np
from numpy.typing import NDArray

from core import protocol as p
from core.engine.llama_cpp.context import Context, drawn
from core.engine.llama_cpp.model import Vocabulary

_REMEMBERED = 64  # tokens that penalties look back
_LIKELIEST = 40  # tokens considered first with a grammar
_AT_ONCE = 256  # then tokens per step in order of likelihood, if the grammar allows none of those
_LONGEST = 10.0  # seconds for one token with a grammar: real ones take hundredths

Logits = NDArray[np.float32]  # [n_vocab]


@dataclass(frozen=True)
class Steering:
    """Further constraints on the next token. grammar: in llama.cpp's format, "" for none. bias: added to tokens'
    logits. least: tokens before the answer may end. frequency_penalty, presence_penalty: as OpenAI's.
    """

    grammar: str = ""
    bias: Mapping[int, float] = field(default_factory=dict)
    least: int = 0
    frequency_penalty: float = 0.0
    presence_penalty: float = 0.0


class Chance(NamedTuple):
    """Log probabilities of a written token and of the likeliest at its position, by token."""

    token: int
    logarithm: float
    likeliest: Sequence[tuple[int, float]]


class Grammar:
    """A llama.cpp grammar, and the state of a text in it.

    llama.cpp ends the whole process on a token that the grammar forbids, so it receives only allowed ones.
    """

    def __init__(self, vocabulary: Vocabulary, grammar: str) -> None:
        """Parse a grammar. Raises ValueError if llama.cpp cannot read it."""
        self._sampler = llama_cpp.llama_sampler_init_grammar(vocabulary.handle, grammar.encode(), b"root")
        if not self._sampler:
            raise ValueError("llama.cpp cannot use this grammar.")
        weakref.finalize(self, llama_cpp.llama_sampler_free, self._sampler)

    def allowed(self, logits: Logits, is_cancelled: Callable[[], bool] = lambda: False) -> NDArray[np.intp]:
        """Return the allowed ones among the likeliest tokens, likeliest first; if none is allowed, the first allowed
        one of the whole vocabulary. Empty if the grammar allows no token, or takes too long to decide.
        """
        found = self._of(_likeliest(logits, _LIKELIEST), logits)
        if len(found):
            return found
        order, until = np.argsort(-logits), time.monotonic() + _LONGEST
        for start in range(0, len(order), _AT_ONCE):
            found = self._of(order[start : start + _AT_ONCE], logits)[:1]
            if len(found) or is_cancelled() or time.monotonic() > until:
                return found
        return order[:0]

    def accept(self, token: int) -> None:
        """Advance by an allowed token."""
        llama_cpp.llama_sampler_accept(self._sampler, token)

    def draw(self, logits: Logits, temperature: float, chance: np.random.Generator) -> int | None:
        """Choose the next token and advance by it; return None if none is allowed. temperature: 0 for greedy."""
        allowed = self.allowed(logits)
        if not len(allowed):
            return None
        token = int(allowed[drawn(logits[allowed], temperature, chance) if temperature > 0 else 0])
        self.accept(token)
        return token

    def _of(self, tokens: NDArray[np.intp], logits: Logits) -> NDArray[np.intp]:
        """Return the tokens that the grammar allows next, in their order."""
        data, array = _candidates(tokens, logits)
        llama_cpp.llama_sampler_apply(self._sampler, ctypes.byref(array))
        return tokens[[data[place].logit > -np.inf for place in range(len(tokens))]]


class TokenChoice:
    """Chooses the tokens of one answer. Call close() at the end."""

    def __init__(
        self, vocabulary: Vocabulary, sampling: p.Sampling, prompt: Sequence[int], steering: Steering | None = None
    ) -> None:
        """prompt: tokens for the penalties to look back at. Raises ValueError as Grammar does."""
        self._steering = wanted = steering or Steering()
        self._grammar = Grammar(vocabulary, wanted.grammar) if wanted.grammar else None
        self._bias = np.array([*wanted.bias], np.int64), np.array([*wanted.bias.values()], np.float32)
        self._ends = [*filter(vocabulary.ends_generation, range(len(vocabulary)))] if wanted.least else []
        self._is_plain = not (wanted.grammar or wanted.bias or wanted.least)
        self._chain = llama_cpp.llama_sampler_chain_init(llama_cpp.llama_sampler_chain_default_params())
        penalties = (sampling.repeat_penalty, wanted.frequency_penalty, wanted.presence_penalty)
        for link in _links(sampling, penalties, len(vocabulary)):
            llama_cpp.llama_sampler_chain_add(self._chain, link)
        if penalties != _NO_PENALTIES:
            for token in prompt[-_REMEMBERED:]:
                llama_cpp.llama_sampler_accept(self._chain, token)

    def close(self) -> None:
        """Free llama.cpp's samplers."""
        llama_cpp.llama_sampler_free(self._chain)

    def next(self, context: Context, written: int, is_cancelled: Callable[[], bool]) -> int | None:
        """Return the next token after the context; None if the grammar allows none. written: the answer's tokens so
        far.
        """
        if self._is_plain:
            return int(llama_cpp.llama_sampler_sample(self._chain, context.handle, -1))
        logits, (tokens, values) = context.last_logits(), self._bias
        logits[tokens] += values
        if written < self._steering.least:
            logits[self._ends] = -np.inf
        if self._grammar is None:
            return int(llama_cpp.llama_sampler_sample(self._chain, context.handle, -1))
        allowed = self._grammar.allowed(logits, is_cancelled)
        if not len(allowed):
            return None
        _data, array = _candidates(allowed, logits)
        llama_cpp.llama_sampler_apply(self._chain, ctypes.byref(array))
        token = int(array.data[array.selected].id)
        llama_cpp.llama_sampler_accept(self._chain, token)
        self._grammar.accept(token)
        return token


def chance_of(token: int, logits: Logits, count: int) -> Chance:
    """Return a token's log probability from these logits, and those of the `count` likeliest."""
    scaled = logits.astype(np.float64) - logits.max()
    logarithms = scaled - np.log(np.exp(scaled).sum())
    likeliest = [(int(one), float(logarithms[one])) for one in _likeliest(logits, count)] if count else []
    return Chance(token, float(logarithms[token]), likeliest)


def _likeliest(logits: Logits, count: int) -> NDArray[np.intp]:
    """Return the `count` likeliest tokens, at least one, in order."""
    count = min(count, len(logits))
    tokens = np.argpartition(logits, len(logits) - count)[-count:]
    return tokens[np.argsort(-logits[tokens])]


def _candidates(tokens: NDArray[np.intp], logits: Logits) -> tuple[Any, Any]:
    data = (llama_cpp.llama_token_data * len(tokens))()
    for place, token in enumerate(tokens.tolist()):
        data[place].id, data[place].logit = token, float(logits[token])
    return data, llama_cpp.llama_token_data_array(data=data, size=len(tokens), selected=-1, sorted=False)


_NO_PENALTIES = (1.0, 0.0, 0.0)


def _links(sampling: p.Sampling, penalties: tuple[float, float, float], n_vocab: int) -> Iterator[Any]:
    """Yield llama.cpp's samplers in their usual order."""
    if penalties != _NO_PENALTIES:
        yield llama_cpp.llama_sampler_init_penalties(n_vocab, _REMEMBERED, *penalties)
    if sampling.temperature <= 0:
        yield llama_cpp.llama_sampler_init_greedy()
        return
    yield llama_cpp.llama_sampler_init_top_k(sampling.top_k)
    yield llama_cpp.llama_sampler_init_top_p(sampling.top_p, 1)
    yield llama_cpp.llama_sampler_init_min_p(sampling.min_p, 1)
    yield llama_cpp.llama_sampler_init_temp(sampling.temperature)
    yield llama_cpp.llama_sampler_init_dist(sampling.seed)
