"""Choosing tokens that follow a grammar: of the likeliest ones those that llama.cpp's grammar allows."""

from __future__ import annotations

import ctypes
import weakref
from typing import Any

import llama_cpp
import numpy as np
from numpy.typing import NDArray

from core.engine.llama_cpp.context import drawn
from core.engine.llama_cpp.model import Vocabulary

_LIKELIEST = 40  # tokens among which one is drawn
_AT_ONCE = 4096  # of all tokens, from the likeliest on, where none of those is allowed


def grammar_sampler(vocabulary: Any, grammar: str, owner: object) -> Any:
    """Return llama.cpp's sampler that allows what a grammar does; it is freed with its owner.

    vocabulary: a handle of llama.cpp's. Raises ValueError where llama.cpp cannot read the grammar.
    """
    sampler = llama_cpp.llama_sampler_init_grammar(vocabulary, grammar.encode(), b"root")
    if not sampler:
        raise ValueError("llama.cpp cannot use this grammar.")
    weakref.finalize(owner, llama_cpp.llama_sampler_free, sampler)
    return sampler


class GrammarChoice:
    """The state of a text that follows a grammar.

    llama.cpp ends the whole process if it is given a token that its grammar forbids, so it only ever gets allowed ones.
    """

    def __init__(self, vocabulary: Vocabulary, grammar: str, temperature: float, seed: int) -> None:
        """temperature: 0 always takes the likeliest. Raises ValueError where llama.cpp cannot read the grammar."""
        self._sampler = grammar_sampler(vocabulary.handle, grammar, self)
        self._temperature = temperature
        self._chance = np.random.default_rng(seed)

    def __call__(self, logits: NDArray[np.float32]) -> int | None:
        """Return the next token, and go on from it; None where the grammar leads to no token. logits: [n_vocab]."""
        count = min(_LIKELIEST, len(logits))
        tokens = np.argpartition(logits, len(logits) - count)[-count:]
        tokens = tokens[np.argsort(-logits[tokens])]
        allowed = self._allowed(tokens, logits)
        if not len(allowed):
            allowed = self._any(logits)
        if not len(allowed):
            return None
        token = int(
            allowed[0] if self._temperature <= 0 else allowed[drawn(logits[allowed], self._temperature, self._chance)]
        )
        llama_cpp.llama_sampler_accept(self._sampler, token)
        return token

    def _any(self, logits: NDArray[np.float32]) -> NDArray[np.intp]:
        """The likeliest of all tokens that are allowed, as one."""
        order = np.argsort(-logits)
        for start in range(0, len(order), _AT_ONCE):
            allowed = self._allowed(order[start : start + _AT_ONCE], logits)
            if len(allowed):
                return allowed[:1]
        return order[:0]

    def _allowed(self, tokens: NDArray[np.intp], logits: NDArray[np.float32]) -> NDArray[np.intp]:
        """Return the tokens that the grammar allows next, in their order."""
        data = (llama_cpp.llama_token_data * len(tokens))()
        for place, token in enumerate(tokens.tolist()):
            data[place].id, data[place].logit = token, float(logits[token])
        array = llama_cpp.llama_token_data_array(data=data, size=len(tokens), sorted=False)
        llama_cpp.llama_sampler_apply(self._sampler, ctypes.byref(array))
        return np.array([token for place, token in enumerate(tokens.tolist()) if data[place].logit > -np.inf], np.intp)
