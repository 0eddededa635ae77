"""Splits an answer into thoughts, calls and text while it is written, and ends it at a stop text."""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core import protocol as p
from core.chat.markers import Marks


class Piece(NamedTuple):
    """Some text of one kind."""

    kind: p.PieceKind
    text: str


class Splitter:
    """Takes bytes and yields pieces of whole characters; holds back what may be the beginning of a mark or a stop."""

    def __init__(
        self, marks: Sequence[Marks], stops: Sequence[str], *, in_thought: bool = False, is_begun: bool = False
    ) -> None:
        """in_thought: the prompt ends within a thought. is_begun: it already has some words of that thought, or of the
        answer.
        """
        self._marks, self._stops = marks, stops
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._text = ""  # not yielded yet
        self._inside = next((mark for mark in marks if mark.kind == "thinking"), None) if in_thought else None
        self._is_fresh = in_thought or not is_begun  # only whitespace and thoughts were yielded so far
        self._trims = in_thought and not is_begun
        self._begins = True  # a new part begins
        self.stretches: list[Piece] = []  # all that was yielded; two calls stay separate
        self.stopped = False

    def add(self, raw: bytes) -> Iterator[Piece]:
        """Yield the pieces that these bytes make certain."""
        self._text += self._decoder.decode(raw)
        yield from self._pieces()

    def finish(self) -> Iterator[Piece]:
        """Yield the pieces held back, after the last bytes."""
        self._text += self._decoder.decode(b"", final=True)
        yield from self._pieces()
        if not self.stopped:
            yield from self._give(self._text.rstrip() if self._ends_bare else self._text)
        self._text = ""

    def _pieces(self) -> Iterator[Piece]:
        while not self.stopped:
            sought = self._sought()
            place, length = min(
                ((at, -len(text)) for text in sought if (at := self._text.find(text)) >= 0), default=(-1, 0)
            )
            if place < 0:
                end = self._certain(sought)
                yield from self._give(self._text[:end])
                self._text = self._text[end:]
                return
            before, found = self._text[:place], self._text[place : place - length]
            self._text = self._text[place - length :]
            yield from self._give(before.rstrip() if self._ends_bare else before)
            if found in self._sought():
                self._meet(found)
            else:  # a mark that counts only before the answer, which has begun
                yield from self._give(found)

    def _meet(self, found: str) -> None:
        """Handle a mark or a stop."""
        self._begins = True
        if self._inside and found == self._inside.closing:
            self._inside, self._trims = None, True
        elif opened := next((mark for mark in self._openings() if mark.opening == found), None):
            self._inside, self._trims = opened, True
            if opened.kind == "answer" and any(piece.kind == "answer" for piece in self.stretches):
                self._text, self._trims = f"\n\n{self._text}", False
            if opened.opening.startswith("{"):  # the mark is part of the call
                self._text, self._trims = found + self._text, False
        else:
            self.stopped = True

    @property
    def _ends_bare(self) -> bool:
        """Return whether trailing whitespace belongs to the marks, as it does for thoughts and calls."""
        return self._inside is not None and self._inside.kind != "answer"

    def _openings(self) -> list[Marks]:
        """Return the marks that may open a part. A thought comes before the answer, and so does a call that begins with
        JSON.
        """
        return [mark for mark in self._marks if mark.anywhere or self._is_fresh or not self._begins_an_answer(mark)]

    def _begins_an_answer(self, mark: Marks) -> bool:
        return mark.kind == "thinking" or mark.opening.startswith(("{", " "))

    def _sought(self) -> list[str]:
        if self._inside:
            return [text for text in (self._inside.closing, *self._stops) if text]
        return [mark.opening for mark in self._openings()] + list(self._stops)

    def _certain(self, sought: Sequence[str]) -> int:
        """Return how many characters cannot be the beginning of a mark or stop, without a thought's trailing
        whitespace.
        """
        text = self._text.rstrip() if self._ends_bare else self._text
        longest = max(map(len, sought), default=1) - 1
        for start in range(max(len(text) - longest, 0), len(text)):
            if any(word.startswith(text[start:]) for word in sought):
                return len(text[:start].rstrip()) if self._ends_bare else start
        return len(text)

    def _give(self, text: str) -> Iterator[Piece]:
        if self._trims:
            text = text.lstrip()
        if text:
            self._trims = False
            kind = self._inside.kind if self._inside else "answer"
            self._is_fresh = self._is_fresh and (kind == "thinking" or not text.strip())
            before = "" if self._begins or kind != self.stretches[-1].kind else self.stretches.pop().text
            self.stretches.append(Piece(kind, before + text))
            self._begins = False
            yield Piece(kind, text)
