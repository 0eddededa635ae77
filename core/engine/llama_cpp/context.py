"""What llama.cpp computes with a model: logits, token after token."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import llama_cpp
import numpy as np
from numpy.typing import NDArray

from core.shared.errors import LuthierError


class Context:
    """A conversation's state: keys and values of the tokens read so far."""

    def __init__(self, handle: llama_cpp.llama_context_p, n_vocab: int, batch: int) -> None:
        self.handle, self.batch = handle, batch
        self._n_vocab, self._position = n_vocab, 0

    def clear(self) -> None:
        """Forget everything read."""
        llama_cpp.llama_memory_clear(llama_cpp.llama_get_memory(self.handle), True)
        self._position = 0

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

    def feed(self, tokens: Sequence[int]) -> None:
        """Read more tokens; only what follows the last can be sampled. Raises LuthierError `model.decode-failed`."""
        for start in range(0, len(tokens), self.batch):
            part = tokens[start : start + self.batch]
            self._decode(part, [start + i == len(tokens) - 1 for i in range(len(part))])

    def _decode(self, tokens: Sequence[int], wanted: Sequence[bool]) -> None:
        batch = llama_cpp.llama_batch_init(len(tokens), 0, 1)
        try:
            batch.n_tokens = len(tokens)
            for i, token in enumerate(tokens):
                batch.token[i], batch.pos[i] = int(token), self._position + i
                batch.n_seq_id[i], batch.seq_id[i][0] = 1, 0
                batch.logits[i] = bool(wanted[i])
            status = llama_cpp.llama_decode(self.handle, batch)
        finally:
            llama_cpp.llama_batch_free(batch)
        if status != 0:
            raise LuthierError(
                "model.decode-failed",
                f"llama.cpp stopped at token {self._position} (status {status}).",
                "Close other programs, or use a shorter text.",
            )
        self._position += len(tokens)
