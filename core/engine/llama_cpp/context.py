"""What llama.cpp computes with a model: logits, token after token."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any

import llama_cpp
import numpy as np
from numpy.typing import NDArray

from core.base.callbacks import ReportProgress
from core.base.cores import Threads
from core.base.errors import LuthierError


class Context:
    """A conversation's state: keys and values of the tokens read so far. close() it."""

    def __init__(
        self, handle: llama_cpp.llama_context_p, n_vocab: int, length: int, batch: int, threads: Threads
    ) -> None:
        """length: tokens that there is room for. batch: tokens computed at a time. threads: that compute them."""
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
        """Forget everything read."""
        llama_cpp.llama_memory_clear(llama_cpp.llama_get_memory(self.handle), True)
        self.tokens.clear()

    def use_adapter(self, adapter: Any, strength: float = 1.0) -> None:
        """Compute with an adapter's handle from now on, or with None without one. What was read is forgotten."""
        set_adapter(self.handle, adapter, strength)
        self.clear()

    def keep_common(self, tokens: Sequence[int]) -> int:
        """Forget what `tokens` does not begin with, and always its last token, which has to be read to go on from it.

        Returns how many of `tokens` need not be read any more. Models whose state cannot be taken back forget all.
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
        """Read more tokens; for each wanted one yield the logits [n_vocab] of what follows it.

        Each array is llama.cpp's own memory, valid until the next is asked for.
        Raises LuthierError `model.decode-failed`.
        """
        for start in range(0, len(tokens), self.batch):
            marks = wanted[start : start + self.batch]
            self._decode(tokens[start : start + self.batch], marks)
            for i in np.flatnonzero(marks):
                logits = llama_cpp.llama_get_logits_ith(self.handle, int(i))
                yield np.ctypeslib.as_array(logits, (self._n_vocab,))

    def feed(self, tokens: Sequence[int], report: ReportProgress = lambda done, total: None) -> None:
        """Read more tokens; only what follows the last can be sampled. Raises LuthierError `model.decode-failed`.

        report: tokens read, before each batch; it may raise to stop.
        """
        for start in range(0, len(tokens), self.batch):
            report(start, len(tokens))
            part = tokens[start : start + self.batch]
            self._decode(part, [start + i == len(tokens) - 1 for i in range(len(part))])

    def _decode(self, tokens: Sequence[int], wanted: Sequence[bool]) -> None:
        n, position = len(tokens), len(self.tokens)
        self._rows.n_tokens = n
        self._token[:n], self._pos[:n], self._wanted[:n] = tokens, range(position, position + n), wanted
        threads = self._threads.now()
        llama_cpp.llama_set_n_threads(self.handle, threads, threads)
        require_decoded(llama_cpp.llama_decode(self.handle, self._rows), position)
        self.tokens.extend(map(int, tokens))


def set_adapter(context: llama_cpp.llama_context_p, adapter: Any, strength: float = 1.0) -> None:
    """Have llama.cpp compute with an adapter's handle, or with None without one."""
    handles = [adapter] if adapter is not None and strength != 0 else []
    native = (llama_cpp.llama_adapter_lora_p_ctypes * len(handles))(*handles)
    llama_cpp.llama_set_adapters_lora(
        context, native, len(handles), (ctypes.c_float * len(handles))(*[strength] * len(handles))
    )


def require_decoded(status: int, position: int) -> None:
    """Raises LuthierError `model.decode-failed` where llama_decode returned another status than 0."""
    if status != 0:
        raise LuthierError(
            "model.decode-failed",
            f"llama.cpp stopped at token {position} (status {status}).",
            "Close other programs, or use a shorter text.",
        )
