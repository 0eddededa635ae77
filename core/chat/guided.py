"""How llama-cpp-python completes a text here: what ends it, and what it may write.

Its own way of following a grammar ends the whole process where the grammar leads to a place from which no token of the
model goes on: llama.cpp throws, and nobody catches. Ours asks the same sampler of llama.cpp's, and looks first.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Any

import llama_cpp
import msgspec
import numpy as np
from llama_cpp import _internals
from numpy.typing import NDArray

from core.chat.door import error_body
from core.chat.grammar_choice import grammar_sampler

_THEIR_PENALTY = 1.1  # of repetitions, in requests that name none; OpenAI has none, and neither had training
_AT_ONCE = 256  # tokens that a grammar is asked about before anybody else is heard
_LONGEST = 10.0  # seconds for one token's choice: real grammars take hundredths


class Guide:
    """A grammar, as a processor of logits: tokens that it does not allow get none.

    is_stuck: no token is allowed, or it takes too long to say which. The answer has to end, with the tokens before.
    """

    def __init__(self, model: llama_cpp.Llama, grammar: str, is_unwanted: Callable[[], bool]) -> None:
        """Raises ValueError where it is none: core/chat/grammars.py looks at those of requests."""
        internals: Any = model
        self.is_stuck = False
        self._is_unwanted = is_unwanted
        self._sampler = grammar_sampler(internals._model.vocab, grammar, self)
        self._candidates: Any = _internals.LlamaTokenDataArray(n_vocab=model.n_vocab())
        self._taken: int | None = None  # tokens of the context that were there before, or that it knows
        self._allowed: NDArray[np.bool_] | None = None

    def __call__(self, tokens: NDArray[np.intc], logits: NDArray[np.single]) -> NDArray[np.single]:
        """tokens: all so far. logits: of the next, by token."""
        if self._taken is not None and self._allowed is not None:
            for token in map(int, tokens[self._taken :]):
                if not self._allowed[token]:
                    self.is_stuck = True
                    return logits
                llama_cpp.llama_sampler_accept(self._sampler, token)
        self._taken = len(tokens)
        self._candidates.copy_logits(logits)
        until = time.monotonic() + _LONGEST
        for start in range(0, len(logits), _AT_ONCE):
            part = self._candidates.candidates_data[start : start + _AT_ONCE]
            data = part.ctypes.data_as(llama_cpp.llama_token_data_p)
            array = llama_cpp.llama_token_data_array(data=data, size=len(part), sorted=False)
            llama_cpp.llama_sampler_apply(self._sampler, ctypes.byref(array))
            if self._is_unwanted() or time.monotonic() > until:
                self.is_stuck = True
                return logits
        allowed = self._candidates.candidates_data.logit.copy()
        self._allowed = allowed > -np.inf
        self.is_stuck = not self._allowed.any()
        return logits if self.is_stuck else allowed


def complete_as_asked(model: llama_cpp.Llama, is_unwanted: Callable[[], bool]) -> None:
    """End a model's answers as soon as they are unwanted; penalize repetitions only where a request asks."""
    theirs: Any = model.create_completion

    def create_completion(
        *args: Any,
        repeat_penalty: float = 1.0,
        grammar: Any = None,
        logit_bias: Mapping[str, float] | None = None,
        logits_processor: Any = None,
        **others: Any,
    ) -> Any:
        guide = Guide(model, grammar._grammar, is_unwanted) if grammar else None
        ends = llama_cpp.StoppingCriteriaList(
            [lambda tokens, logits: (guide is not None and guide.is_stuck) or is_unwanted()]
        )
        processors = llama_cpp.LogitsProcessorList(
            [*(logits_processor or ()), *([_bias(logit_bias)] if logit_bias else ()), *([guide] if guide else ())]
        )
        others["repeat_penalty"] = 1.0 if repeat_penalty == _THEIR_PENALTY else repeat_penalty
        others |= {
            "stopping_criteria": ends,
            "logits_processor": processors or None,
        }  # theirs: none, and what they need
        answer = theirs(*args, **others)
        return _told(answer) if others.get("stream") else _in_plain_numbers(answer)

    model.create_completion = create_completion  # type: ignore[method-assign,assignment]


def _bias(wanted: Mapping[str, float]) -> Any:
    """Theirs says None to the other processors that a request needs."""
    tokens = np.array([int(token) for token in wanted], np.int64)
    values = np.array(list(wanted.values()), np.single)

    def add(_tokens: NDArray[np.intc], logits: NDArray[np.single]) -> NDArray[np.single]:
        biased = logits.copy()
        biased[tokens] += values
        return biased

    return add


def _told(chunks: Iterator[Any]) -> Iterator[Any]:
    """The answer has begun when a prompt that is too long is noticed, so that is said in its place."""
    try:
        first = [next(chunks)]
    except StopIteration:
        return iter(())
    except ValueError as error:
        if "context window" not in str(error):
            raise
        return iter([error_body(f"{error}.", "context_length_exceeded")])
    return map(_in_plain_numbers, chain(first, chunks))


def _in_plain_numbers(answer: Any) -> Any:
    """Their probabilities are numpy's numbers, which become no JSON."""
    for choice in answer["choices"]:
        if choice.get("logprobs"):
            choice["logprobs"] = msgspec.json.decode(msgspec.json.encode(choice["logprobs"], enc_hook=float))
    return answer
