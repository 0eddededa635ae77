"""Computes logits with llama.cpp, token by token, of one text or of several in one context."""

from __future__ import annotations

import ctypes
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, NamedTuple

import llama_cpp
import numpy as np
from numpy.typing import NDArray

from core.base.callbacks import ReportProgress
from core.base.devices import Threads
from core.base.errors import LuthierError


class Context:
    """A conversation's state: keys and values of the tokens read so far. Must be closed with close()."""

    def __init__(
        self, handle: llama_cpp.llama_context_p, n_vocab: int, length: int, batch: int, threads: Threads
    ) -> None:
        """length: the context's capacity in tokens. batch: tokens computed at a time. threads: that compute them."""
        self.handle, self.length, self.batch = handle, length, batch
        self._threads = threads
        self.tokens: list[int] = []  # read so far
        self._n_vocab = n_vocab
        self._rows = llama_cpp.llama_batch_init(batch, 0, 1)
        self._token, self._pos, n_seq_id, self._wanted = (
            np.ctypeslib.as_array(column, (batch,))
            for column in (self._rows.token, self._rows.pos, self._rows.n_seq_id, self._rows.logits)
        )
        n_seq_id[:] = 1
        for i in range(batch):
            self._rows.seq_id[i][0] = 0

    def close(self) -> None:
        """Free everything; the context cannot be used afterwards."""
        llama_cpp.llama_batch_free(self._rows)
        llama_cpp.llama_free(self.handle)

    def clear(self) -> None:
        """Forget all tokens read so far."""
        llama_cpp.llama_memory_clear(llama_cpp.llama_get_memory(self.handle), True)
        self.tokens.clear()

    def use_adapter(self, adapter: Any, strength: float = 1.0) -> None:
        """Compute with an adapter's handle from now on; None: without one. Forgets all tokens read so far."""
        set_adapter(self.handle, adapter, strength)
        self.clear()

    def keep_common(self, tokens: Sequence[int]) -> int:
        """Forget everything after the common prefix with `tokens`, and always the last of `tokens`, which must be read
        for logits.

        Return how many of `tokens` need not be read again. Models whose state cannot be rolled back forget everything.
        """
        alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(self.tokens, tokens[:-1], strict=False)))
        if alike < len(self.tokens):
            memory = llama_cpp.llama_get_memory(self.handle)
            if alike and not llama_cpp.llama_memory_seq_rm(memory, 0, alike, -1):
                alike = 0
            if alike == 0:
                self.clear()
            del self.tokens[alike:]
        return alike

    def read(self, tokens: Sequence[int], wanted: Sequence[bool]) -> Iterator[NDArray[np.float32]]:
        """Read more tokens; for each wanted one yield the logits [n_vocab] of the token after it.

        Each array is llama.cpp's own memory, valid until the next is requested.
        Raises LuthierError `model.decode-failed`.
        """
        for start in range(0, len(tokens), self.batch):
            marks = wanted[start : start + self.batch]
            self._decode(tokens[start : start + self.batch], marks)
            for i in np.flatnonzero(marks):
                logits = llama_cpp.llama_get_logits_ith(self.handle, int(i))
                yield np.ctypeslib.as_array(logits, (self._n_vocab,))

    def feed(self, tokens: Sequence[int], report: ReportProgress = lambda done, total: None) -> None:
        """Read more tokens; only the token after the last one can be sampled. Raises LuthierError
        `model.decode-failed`.

        report: tokens read, before each batch; it may raise to stop.
        """
        for start in range(0, len(tokens), self.batch):
            report(start, len(tokens))
            part = tokens[start : start + self.batch]
            self._decode(part, [start + i == len(tokens) - 1 for i in range(len(part))])

    def last_logits(self) -> NDArray[np.float32]:
        """Return the logits [n_vocab] of the token after the last `feed`: llama.cpp's own memory until the next
        read.
        """
        return np.ctypeslib.as_array(llama_cpp.llama_get_logits_ith(self.handle, -1), (self._n_vocab,))

    def _decode(self, tokens: Sequence[int], wanted: Sequence[bool]) -> None:
        n, position = len(tokens), len(self.tokens)
        self._rows.n_tokens = n
        self._token[:n], self._pos[:n], self._wanted[:n] = tokens, range(position, position + n), wanted
        threads = self._threads.now()
        llama_cpp.llama_set_n_threads(self.handle, threads, threads)
        require_decoded(llama_cpp.llama_decode(self.handle, self._rows), position)
        self.tokens.extend(map(int, tokens))


def set_adapter(context: llama_cpp.llama_context_p, adapter: Any, strength: float = 1.0) -> None:
    """Make llama.cpp compute with an adapter's handle; None: without one."""
    handles = [adapter] if adapter is not None and strength != 0 else []
    native = (llama_cpp.llama_adapter_lora_p_ctypes * len(handles))(*handles)
    llama_cpp.llama_set_adapters_lora(
        context, native, len(handles), (ctypes.c_float * len(handles))(*[strength] * len(handles))
    )


def require_decoded(status: int, position: int) -> None:
    """Require status 0 of llama_decode. Raises LuthierError `model.decode-failed`."""
    if status != 0:
        raise LuthierError(
            "model.decode-failed",
            f"llama.cpp stopped at token {position} (status {status}).",
            "Close other programs, or use a shorter text.",
        )


Choose = Callable[
    [int, NDArray[np.float32]], int
]  # a text's number and the logits [n_vocab] of its next token -> token
AT_ONCE = 4  # texts side by side: faster than one at a time (tests/lab/bench/bench_answers.py)
MOST_ROOM = 8192  # tokens for all texts together, if that is enough for one
_BEGINNING = 0  # the sequence with the beginning that all texts share


@dataclass
class _Text:
    """A text in progress. number: among all texts. unread: the next tokens to read. position: of the first of them."""

    number: int
    unread: list[int]
    position: int


class _Row(NamedTuple):
    """A token to compute, and whether its logits are wanted."""

    sequence: int
    token: int
    position: int
    wanted: bool


def likeliest(_number: int, logits: NDArray[np.float32]) -> int:
    """Choose the token with the highest logit, for any text."""
    return int(np.argmax(logits))


def drawn(logits: NDArray[np.float32], temperature: float, chance: np.random.Generator) -> int:
    """Draw a token, with the probabilities of the logits at this temperature, which must be above 0."""
    scaled = logits.astype(np.float64) / temperature
    odds = np.exp(scaled - scaled.max())
    return int(chance.choice(len(odds), p=odds / odds.sum()))


def fitting(texts: int, length: int) -> int:
    """Return how many of the texts fit side by side. length: tokens that each needs."""
    return max(1, min(AT_ONCE, texts, MOST_ROOM // length))


def common_beginning(texts: Sequence[Sequence[int]]) -> list[int]:
    """Return the tokens that all texts begin with, without any text's last token, which must be read for its logits."""
    if len(texts) < 2:
        return []
    alike = takewhile(lambda tokens: len(set(tokens)) == 1, zip(*(text[:-1] for text in texts), strict=False))
    return [tokens[0] for tokens in alike]


class SideBySide:
    """A context for several texts. Must be closed with close()."""

    def __init__(
        self, handle: llama_cpp.llama_context_p, n_vocab: int, batch: int, at_once: int, threads: Threads
    ) -> None:
        """batch: tokens computed at a time. at_once: texts; the context has one more sequence, for their beginning."""
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
        """Continue each text token by token, as long as wanted; their common beginning is read once.

        goes_on: receives a text's number and its next token, and returns whether more is wanted. It may raise to stop.
        The texts that share a batch change the last bits of the results: between two equally likely tokens, either may
        come.
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
        """Read a batch of unread tokens, first of the texts that are being written. Return the next token of each text
        that has no unread tokens left, by sequence.
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
