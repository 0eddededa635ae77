"""Several texts that llama.cpp goes on with at a time, in one context: the weights are read once for all of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, NamedTuple

import llama_cpp
import numpy as np
from numpy.typing import NDArray

from core.base.cores import Threads
from core.engine.llama_cpp.context import require_decoded

Choose = Callable[
    [int, NDArray[np.float32]], int
]  # a text's number and the logits [n_vocab] of what follows it -> token
AT_ONCE = 4  # texts side by side: more go on otherwise than one alone (tests/bench/bench_answers.py)
MOST_ROOM = 8192  # tokens that all of them have room for, where that is enough for one
_BEGINNING = 0  # the sequence that holds what all texts begin with


@dataclass
class _Text:
    """number: among all texts. unread: tokens that are to be read next. position: of the first of them."""

    number: int
    unread: list[int]
    position: int


class _Row(NamedTuple):
    """A token to compute, and whether what follows it is wanted."""

    sequence: int
    token: int
    position: int
    wanted: bool


def likeliest(_number: int, logits: NDArray[np.float32]) -> int:
    """Choose the token with the highest logit, whatever text it is for."""
    return int(np.argmax(logits))


def drawn(logits: NDArray[np.float32], temperature: float, chance: np.random.Generator) -> int:
    """Draw one of the logits, each as often as the model expects it at this temperature, above 0. Return its place."""
    scaled = logits.astype(np.float64) / temperature
    odds = np.exp(scaled - scaled.max())
    return int(chance.choice(len(odds), p=odds / odds.sum()))


def fitting(texts: int, length: int) -> int:
    """Return how many of so many texts go side by side. length: tokens that each has room for."""
    return max(1, min(AT_ONCE, texts, MOST_ROOM // length))


def common_beginning(texts: Sequence[Sequence[int]]) -> list[int]:
    """Return the tokens that all texts begin with, but for the last of each, which is read for what follows it."""
    if len(texts) < 2:
        return []
    alike = takewhile(lambda tokens: len(set(tokens)) == 1, zip(*(text[:-1] for text in texts), strict=False))
    return [tokens[0] for tokens in alike]


class SideBySide:
    """A context that holds several texts. close() it."""

    def __init__(
        self, handle: llama_cpp.llama_context_p, n_vocab: int, batch: int, at_once: int, threads: Threads
    ) -> None:
        """batch: tokens computed at a time. at_once: texts; the context has a sequence more, for their beginning."""
        self.handle = handle
        self._n_vocab, self._batch, self._at_once, self._threads = n_vocab, batch, at_once, threads
        self._memory = llama_cpp.llama_get_memory(handle)
        self._rows = llama_cpp.llama_batch_init(batch, 0, 1)

    def close(self) -> None:
        """Free everything; the context cannot be used afterwards."""
        llama_cpp.llama_batch_free(self._rows)
        llama_cpp.llama_free(self.handle)

    def go_on(
        self, texts: Sequence[Sequence[int]], goes_on: Callable[[int, int], bool], choose: Choose = likeliest
    ) -> None:
        """Go on with each text token by token, as long as it is wanted; their common beginning is read once.

        goes_on: told a text's number and its next token; whether more is wanted. It may raise to stop. Which texts
        share a batch moves the last bits of what is computed: of two tokens that are as likely, either may come.
        Raises LuthierError `model.decode-failed`.
        """
        beginning = common_beginning(texts)
        llama_cpp.llama_memory_clear(self._memory, True)
        for start in range(0, len(beginning), self._batch):
            part = beginning[start : start + self._batch]
            self._decode([_Row(_BEGINNING, token, start + i, False) for i, token in enumerate(part)])
        waiting = deque(_Text(i, list(text[len(beginning) :]), len(beginning)) for i, text in enumerate(texts))
        held: dict[int, _Text] = {}  # by sequence
        while waiting or held:
            for sequence in range(1, self._at_once + 1):
                if waiting and sequence not in held:
                    held[sequence] = waiting.popleft()
                    llama_cpp.llama_memory_seq_cp(self._memory, _BEGINNING, sequence, -1, -1)
            for sequence, token in self._next_tokens(held, choose):
                if goes_on(held[sequence].number, token):
                    held[sequence].unread.append(token)
                else:
                    del held[sequence]
                    llama_cpp.llama_memory_seq_rm(self._memory, sequence, -1, -1)

    def _next_tokens(self, held: dict[int, _Text], choose: Choose) -> list[tuple[int, int]]:
        """Read a batch of what is unread, the texts first that are being written. Returns the next token of each that
        is read to its end, by sequence.
        """
        rows = list[_Row]()
        for sequence, text in sorted(held.items(), key=lambda one: len(one[1].unread)):
            count = min(len(text.unread), self._batch - len(rows))
            is_whole = count == len(text.unread)
            rows += [
                _Row(sequence, token, text.position + i, is_whole and i == count - 1)
                for i, token in enumerate(text.unread[:count])
            ]
            del text.unread[:count]
            text.position += count
        self._decode(rows)
        return [
            (row.sequence, choose(held[row.sequence].number, self._logits(i)))
            for i, row in enumerate(rows)
            if row.wanted
        ]

    def _logits(self, row: int) -> NDArray[np.float32]:
        logits: Any = llama_cpp.llama_get_logits_ith(self.handle, row)
        return np.ctypeslib.as_array(logits, (self._n_vocab,))

    def _decode(self, rows: Sequence[_Row]) -> None:
        batch = self._rows
        batch.n_tokens = len(rows)
        for i, row in enumerate(rows):
            batch.token[i], batch.pos[i], batch.logits[i] = row.token, row.position, row.wanted
            batch.n_seq_id[i], batch.seq_id[i][0] = 1, row.sequence
        threads = self._threads.now()
        llama_cpp.llama_set_n_threads(self.handle, threads, threads)
        require_decoded(llama_cpp.llama_decode(self.handle, batch), rows[0].position)
