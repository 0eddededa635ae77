"""Running text: read in blocks of about a page, trained in windows of `context` tokens, no token lost.

Blocks are what the evaluation split holds out. Their borders depend on the text around them only (a paragraph's end
whose last words hash right), so that text added elsewhere in the file moves no block to the other side.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path

import numpy as np

from core.data.reading import Progress, read_lines, require_text
from core.data.sequence import Bool, Int32, Sequence
from core.data.split import Keys, content_key
from core.data.tokenize import Tokenizer

MIN_BLOCK = 1000  # characters
MAX_BLOCK = 4000
_TAIL = 64  # characters that decide whether a block may end here
_ONE_IN = 4  # of the places where it could


@dataclass
class TextExamples:
    """A tokenized text, block by block."""

    tokenizer: Tokenizer
    context: int
    blocks: list[Int32] = field(default_factory=list)
    _keys: list[int] = field(default_factory=list)

    def read(self, path: Path, progress: Progress | None = None) -> None:
        """Raises LuthierError `data.bad-encoding` with line and byte, and what read_lines raises."""
        for block in read_blocks(path, progress):
            encode = self.tokenizer.encode_continuation if self.blocks else self.tokenizer.encode
            self.blocks.append(np.array(encode(block), dtype=np.int32))
            self._keys.append(content_key([block]))

    @property
    def keys(self) -> Keys:
        """One content key per block."""
        return np.array(self._keys, dtype=np.uint64)

    def select(self, wanted: Bool) -> list[Sequence]:
        """Windows over the wanted blocks. Neighbouring blocks are one text; each such run begins anew, with BOS."""
        borders = np.flatnonzero(np.diff(wanted, prepend=False, append=False))
        sequences: list[Sequence] = []
        for first, end in zip(borders[::2].tolist(), borders[1::2].tolist(), strict=True):
            begins = [self.tokenizer.bos] if self.tokenizer.add_bos else []
            ends = [self.tokenizer.eos] if end == len(self.blocks) and self.tokenizer.eos >= 0 else []
            run = np.concatenate([np.array(begins, np.int32), *self.blocks[first:end], np.array(ends, np.int32)])
            sequences += windows(run, self.context)
        return sequences


def windows(tokens: Int32, context: int) -> list[Sequence]:
    """Consecutive windows of at most `context` tokens; each begins with the last token of the one before.

    So every token but the very first is trained exactly once.
    """
    sequences = []
    for start in range(0, len(tokens) - 1, context - 1):
        part = tokens[start : start + context]
        sequences.append(Sequence(part, np.arange(len(part)) > 0))
    return sequences


def read_blocks(path: Path, progress: Progress | None = None) -> Iterator[str]:
    """The text in blocks of MIN_BLOCK to MAX_BLOCK characters (the last may be shorter); joined, they are the text."""
    block = ""
    for line in read_lines(path, progress):
        for piece in _pieces(require_text(path, line)):
            if block and len(block) + len(piece) > MAX_BLOCK:
                yield block
                block = ""
            block += piece
            if _may_end(block, blank=not piece.strip()):
                yield block
                block = ""
    if block:
        yield block


def _may_end(block: str, *, blank: bool) -> bool:
    """After a blank line, or within a paragraph that is already long, where the words before hash right."""
    if len(block) < (MIN_BLOCK if blank else 2 * MIN_BLOCK):
        return False
    tail = block.rstrip()[-_TAIL:].encode()
    return blake2b(tail, digest_size=1).digest()[0] % _ONE_IN == 0


def _pieces(line: str) -> Iterator[str]:
    """A line, cut at sentence ends or blanks where it is longer than a block."""
    cuts = [0]
    while len(line) - cuts[-1] > MAX_BLOCK:
        low, high = cuts[-1] + MIN_BLOCK, cuts[-1] + MAX_BLOCK
        cut = max(line.rfind(end, low, high) + 1 for end in (". ", "! ", "? "))
        cuts.append(cut or max(line.rfind(" ", low, high), 0) or high)
    return (line[start:end] for start, end in pairwise([*cuts, len(line)]))
