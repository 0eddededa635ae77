"""The interface of all forms of attention: nodes, mask and memory.

Also determines the keys that a query attends to: those of its own sequence within its window, up to itself, and before
these the beginning that its sequence shares with an earlier one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.engine.ggml.backend import Backend, Storage
from core.engine.ggml.tensor import Tensor
from core.engine.ops.autograd import Tape


class Heads(NamedTuple):
    """The number of heads of queries, of keys (and values), and a head's width. Query head h reads key head h * keys /
    queries.
    """

    queries: int
    keys: int
    width: int


class Scores(NamedTuple):
    """How a query's products with the keys become its shares of the values.

    scale: of the products. cap: their bound; 0: none. sinks [H] F32: one more score for each head of queries, in the
    softmax but without a value, which absorbs attention. None: no sinks.
    """

    scale: float
    cap: float = 0.0
    sinks: Tensor | None = None


class Needs(NamedTuple):
    """Memory in addition to a row's own numbers."""

    inputs: int  # bytes for each of the layers' masks, as long as the graphs live
    scores: int  # bytes of the compute buffer at once
    graph: int  # bytes of the descriptions of a layer's graphs, forward and backward
    partial_width: int  # numbers per token of partial gradients of k and v, which backward adds up

    def beside(self, other: Needs) -> Needs:
        """Return the needs of a layer that has both, one after the other."""
        inputs, graph = self.inputs + other.inputs, self.graph + other.graph
        return Needs(inputs, max(self.scores, other.scores), graph, self.partial_width + other.partial_width)


class Attention(ABC):
    """Attention for rows of n_tokens; its inputs are declared in `storage`. Graphs are built once; the mask may change
    before every run.
    """

    nodes: int  # of a layer's graphs, forward and backward, at most

    @abstractmethod
    def __init__(self, backend: Backend, storage: Storage, n_tokens: int, heads: Heads) -> None: ...

    @classmethod
    @abstractmethod
    def needs(cls, n_tokens: int, heads: Heads, threads: int) -> Needs:
        """Return the memory that attention needs for rows of n_tokens."""

    @abstractmethod
    def set_mask(self, keys: Attended) -> None:
        """Set the keys that each of the row's queries sees."""

    @abstractmethod
    def attend(self, tape: Tape, q: Tensor, k: Tensor, v: Tensor, scores: Scores) -> Tensor:
        """Attend from q [d, H, T] to k and v [d, H_kv, T], all contiguous -> [d, H, T]."""


Int32 = NDArray[np.int32]


class Attended(NamedTuple):
    """Query q attends to the keys own[q] .. q and to shared[q] .. shared_end[q] - 1, which may be empty; each is [T].

    own never falls. Shared keys precede the query's own sequence.
    """

    own: Int32
    shared: Int32
    shared_end: Int32

    @property
    def first(self) -> Int32:
        """Return the first key of each query, [T]."""
        return np.where(self.shared < self.shared_end, np.minimum(self.shared, self.own), self.own)


def reach(window: int, n_tokens: int) -> int:
    """Return a layer's effective window in a row of n_tokens; 0 if the row is too short for it."""
    return window if window < n_tokens else 0


def attended_keys(segments: Int32, positions: Int32, window: int) -> Attended:
    """Return the keys that each query sees. segments, positions [T]: as in PackedRow. window: in tokens, the query's
    own included; 0: none.

    A sequence whose positions begin at p has its first p tokens in the last sequence before it that begins at 0.
    Distances to keys are measured in positions, not in places in the row.
    """
    tokens = np.arange(len(segments), dtype=np.int32)
    begins = np.diff(segments, prepend=segments[:1] - 1) != 0
    start = np.maximum.accumulate(np.where(begins, tokens, 0))
    host = np.maximum.accumulate(np.where(begins & (positions == 0), tokens, 0))
    shared_end = host + positions[start]
    reached = positions - window + 1 if window else np.zeros_like(positions)  # the first position
    own = np.maximum(start, tokens - window + 1) if window else start
    shared = np.minimum(host + np.maximum(reached, 0), shared_end)
    return Attended(*(keys.astype(np.int32) for keys in (own, shared, shared_end)))
