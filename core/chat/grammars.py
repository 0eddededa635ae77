"""Grammars and JSON schemas that a request has an answer follow: tried out first, in a process of their own.

llama.cpp's reader answers a bad grammar with nothing, which llama-cpp-python goes on with, and one that is nested too
deep with its end; what it has read may take for ever. So the server sees only those that went well elsewhere.
"""

from __future__ import annotations

import re
import tempfile
import threading
from pathlib import Path
from typing import NamedTuple

from core.base.child_process import Child, EndedError
from core.base.own_process import own_process
from core.chat.grammar_process import GrammarTrial, Tried

SECONDS = 5  # of processor time; real ones take hundredths
_CLOCK = 60.0  # seconds, where processor time cannot be limited, or nobody gives any
_MOST = 64  # that are remembered: a program asks with the same again and again
_MOST_SAID = 1 << 20  # bytes of what llama.cpp says
_SAID = re.compile(rb"error parsing grammar: ([^\n]{1,100})")
_SAID_LATER = re.compile(rb"(left recursion) detected")


class Wanted(NamedTuple):
    """A grammar or schema that a request has an answer follow. place: in the request. Either text, a grammar, or
    schema, as JSON.
    """

    place: str
    grammar: str = ""
    schema: str = ""


class Grammars:
    """The grammars and schemas that were tried out for a model's server."""

    def __init__(self, model: Path) -> None:
        self._model = model
        self._good: dict[Wanted, str] = {}
        self._lock = threading.Lock()

    def tried_out(self, wanted: Wanted) -> str:
        """Return the grammar that llama.cpp follows for what is wanted; it may take seconds. Raises ValueError, in
        words, if it cannot.
        """
        with self._lock:  # one at a time: each may take memory
            if wanted not in self._good:
                self._good[wanted] = self._checked(wanted)
                if len(self._good) > _MOST:
                    del self._good[next(iter(self._good))]
            return self._good[wanted]

    def _checked(self, wanted: Wanted) -> str:
        tried, said = self._tried(wanted)
        if not tried.grammar:
            what = "this JSON schema" if wanted.schema else "this grammar"
            reason = tried.reason or _reason(said) or "it is none, or asks for too much time or memory"
            raise ValueError(f"{wanted.place}: llama.cpp cannot use {what}: {reason}.")
        return tried.grammar

    def _tried(self, wanted: Wanted) -> tuple[Tried, bytes]:
        """Try a grammar in a process of its own; return the result and what llama.cpp said."""
        order = GrammarTrial(grammar=wanted.grammar, schema=wanted.schema, model=str(self._model), seconds=SECONDS)
        with tempfile.TemporaryFile() as said:
            with Child(own_process("core.chat.grammar_process"), stderr=said) as child:
                try:
                    tried = child.ask(order, Tried, _CLOCK)
                except EndedError as error:
                    tried = Tried(reason=str(error))
            said.seek(0)
            return tried, said.read(_MOST_SAID)


def _reason(said: bytes) -> str:
    found = _SAID.search(said) or _SAID_LATER.search(said)
    return found[1].decode(errors="replace") if found else ""
