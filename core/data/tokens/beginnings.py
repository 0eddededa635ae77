"""Finds examples that begin with the same tokens: a system prompt, a document, a few-shot block.

A packed row holds such a shared beginning once (core/data/tokens/pack.py). It ends before the first token whose
prediction counts in the loss, so that every example still has all its supervised tokens.

Shared beginnings form a tree: all that begin with a system prompt, and among these those that continue with the same
document. Rows use only one level of it, whichever saves most. The tree is built a few tokens at a time, reading only
examples that have shared all tokens before, so an example is read no further than its first difference. Beginnings are
equal if their 64-bit hashes are, as with rows that are reported as duplicates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from core.data.example import Bool, Example, Int32
from core.data.tokens.example_view import ExampleView, Int64, with_mask

STEP = 8  # beginnings are compared in steps of this many tokens, and are multiples of it
NONE = -1
_BLOCK = 1 << 16  # examples whose tokens are in memory at once
# Factors of the hash. Rows are made in the order of hashes, so a run can be resumed only with the factors that it began
# with.
_FACTORS = np.array([pow(0x9E3779B97F4A7C15, power, 1 << 64) for power in range(1, STEP + 1)], np.uint64)


@dataclass(frozen=True, eq=False)
class Beginnings:
    """A tree of shared beginnings. Each array is [n nodes] except `node_of`, [n examples].

    depths: tokens of a beginning. parents: the earlier beginning that each continues; the root, which all examples have
    (it may be empty), is its own parent. levels: the start of each generation in these arrays, and the end. node_of:
    the longest beginning that an example shares; NONE: it should share none.
    """

    depths: Int64
    parents: Int64
    levels: list[int]
    node_of: Int64

    def of(self, wanted: Bool | Int64) -> Beginnings:
        """Return the beginnings of some of the examples."""
        return replace(self, node_of=self.node_of[wanted])

    def without(self, unwanted: Bool) -> Beginnings:
        """Return beginnings in which these examples share nothing."""
        return replace(self, node_of=np.where(unwanted, NONE, self.node_of))

    def best(self, lengths: Int64, capacity: int) -> Int64:
        """Return the beginning that each example should share, or NONE, to save the most tokens: [n examples].

        lengths: of the examples in tokens, at most capacity, a row's length.
        """
        has_one = self.node_of != NONE
        nodes = self.node_of[has_one]
        n = len(self.depths)
        members = np.bincount(nodes, minlength=n)
        tokens = np.bincount(nodes, lengths[has_one], minlength=n)
        below = np.zeros(n)  # savings of the best beginnings among a node's descendants
        is_best = np.zeros(n, np.bool_)
        generations = [slice(*borders) for borders in zip(self.levels, self.levels[1:], strict=False)]
        for nodes_here in reversed(generations):
            saved = _saved(self.depths[nodes_here], members[nodes_here], tokens[nodes_here], capacity)
            is_best[nodes_here] = (saved > 0) & (saved >= below[nodes_here])
            if nodes_here.start:
                parents = self.parents[nodes_here]
                np.add.at(members, parents, members[nodes_here])
                np.add.at(tokens, parents, tokens[nodes_here])
                np.add.at(below, parents, np.maximum(saved, below[nodes_here]))
        chosen = np.where(is_best, np.arange(n), NONE)
        for nodes_here in generations[1:]:
            above = chosen[self.parents[nodes_here]]
            chosen[nodes_here] = np.where(above != NONE, above, chosen[nodes_here])
        found = np.full(len(self.node_of), NONE)
        found[has_one] = chosen[nodes]
        return found


def _saved(depths: Int64, members: Int64, tokens: NDArray[np.float64], capacity: int) -> NDArray[np.float64]:
    """Return the tokens saved if each row holds a beginning once, followed by its examples' own tokens."""
    own = np.maximum(tokens / np.maximum(members, 1) - depths, 1)
    rows = np.ceil(members / np.maximum(1, (capacity - depths) // own))
    return np.asarray(depths * (members - rows))


def shared_beginnings(examples: Sequence[Example]) -> Beginnings | None:
    """Return the beginnings that examples share; None if no two share any."""
    reader, depth = _Reader(examples), 0
    depths, parents, levels = np.zeros(1, np.int64), np.zeros(1, np.int64), [0, 1]
    node_of = np.zeros(len(examples), np.int64)
    places, nodes = np.arange(len(examples)), node_of.copy()  # examples that may share more, with their present nodes
    while len(places) > 1:
        hashes, goes_on = reader.read(places, depth)
        depth += STEP
        starts = np.flatnonzero(_changes(nodes))
        counts = np.diff(starts, append=len(nodes))
        are_alike = goes_on & (hashes == np.repeat(hashes[starts], counts))
        stays = np.repeat(np.logical_and.reduceat(are_alike, starts), counts)
        depths[nodes[stays]] = depth  # all examples of a node continue alike: extend it
        parts = goes_on & ~stays
        order = np.flatnonzero(parts)[np.lexsort((hashes[parts], nodes[parts]))]
        begins = _changes(nodes[order]) | _changes(hashes[order])
        sizes = np.diff(np.flatnonzero(begins), append=len(order))
        several = np.repeat(sizes, sizes) > 1
        order, begins = order[several], begins[several]
        fresh = len(depths) - 1 + np.cumsum(begins)
        depths = np.append(depths, np.full(int(begins.sum()), depth))
        parents = np.append(parents, nodes[order][begins])
        levels.append(len(depths))
        node_of[places[order]] = fresh
        places, nodes = np.append(places[stays], places[order]), np.append(nodes[stays], fresh)
    return Beginnings(depths, parents, levels, node_of) if depths.any() else None


def _changes(values: NDArray[np.generic]) -> Bool:
    """Return which values differ from the one before; the first does."""
    return np.append(np.ones(min(1, len(values)), np.bool_), values[1:] != values[:-1])


class _Reader:
    """The examples' tokens with their mask, in one array in a view's format."""

    def __init__(self, examples: Sequence[Example]) -> None:
        self._tokens: Int32
        if isinstance(examples, ExampleView):
            self._tokens, self._starts = examples.tokens, examples.starts
            self._sizes = np.where(examples.begins, 0, examples.sizes)  # texts are supervised from their start
        else:
            parts = [with_mask(example.tokens, example.supervised) for example in examples]
            self._tokens = np.concatenate([np.zeros(0, np.int32), *parts])
            self._sizes = np.fromiter(map(len, parts), np.int64, len(parts))
            self._starts = np.cumsum(self._sizes) - self._sizes

    def read(self, places: Int64, depth: int) -> tuple[NDArray[np.uint64], Bool]:
        """Return for each example a hash of its next STEP tokens, and whether more follow and none of these is
        supervised.
        """
        hashes, goes_on = np.zeros(len(places), np.uint64), self._sizes[places] > depth + STEP
        for block in range(0, len(places), _BLOCK):
            here = block + np.flatnonzero(goes_on[block : block + _BLOCK])
            at = self._starts[places[here]] + depth
            tokens = np.asarray(self._tokens[at[:, None] + np.arange(STEP + 1)])
            hashes[here] = (tokens[:, :STEP].astype(np.uint64) * _FACTORS).sum(axis=1)
            goes_on[here] = (tokens >= 0).all(axis=1)  # including the next token, which the last of these predicts
        return hashes, goes_on
