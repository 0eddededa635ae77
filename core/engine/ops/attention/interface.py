"""What every form of attention offers: the graph's nodes, the mask, and what it needs of memory."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NamedTuple

from core.engine.ggml.backend import Backend, Storage
from core.engine.ggml.tensor import Tensor
from core.engine.ops.attention.mask import Attended
from core.engine.ops.autograd import Tape


class Heads(NamedTuple):
    """The number of heads of queries, of keys (and values), and the numbers in one. Query head h reads key head h *
    keys / queries.
    """

    queries: int
    keys: int
    width: int


class Scores(NamedTuple):
    """How a query's products with the keys become its shares of the values.

    scale: of the products. cap: their bound; 0: none. sinks [H] F32: one more score for each head of queries, which
    takes part in the softmax and for which no value stands: what attends to nothing. None: there are none.
    """

    scale: float
    cap: float = 0.0
    sinks: Tensor | None = None


class Needs(NamedTuple):
    """Memory beside a row's own numbers."""

    inputs: int  # bytes, as long as the graphs live, for each mask that the layers have
    scores: int  # bytes of the compute buffer, that exist at once
    graph: int  # bytes that describe a layer's graphs, forward and backward
    partial_width: int  # numbers per token of gradients of k and v in parts, which backward adds up

    def beside(self, other: Needs) -> Needs:
        """Return the needs of a layer that has both, one after the other."""
        inputs, graph = self.inputs + other.inputs, self.graph + other.graph
        return Needs(inputs, max(self.scores, other.scores), graph, self.partial_width + other.partial_width)


class Attention(ABC):
    """Attention for rows of n_tokens; its inputs are declared in `storage`. Graphs are built once, the mask may change
    before every run.
    """

    nodes: int  # of a layer's graphs, forward and backward, at most

    @abstractmethod
    def __init__(self, backend: Backend, storage: Storage, n_tokens: int, heads: Heads) -> None: ...

    @classmethod
    @abstractmethod
    def needs(cls, n_tokens: int, heads: Heads, threads: int) -> Needs:
        """Return what it needs for rows of n_tokens."""

    @abstractmethod
    def set_mask(self, keys: Attended) -> None:
        """keys: of each of the row's queries."""

    @abstractmethod
    def attend(self, tape: Tape, q: Tensor, k: Tensor, v: Tensor, scores: Scores) -> Tensor:
        """q [d, H, T], k and v [d, H_kv, T], contiguous -> [d, H, T]."""
