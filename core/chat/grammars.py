"""Tries out a request's grammar or JSON schema in a child process before the server uses it.

llama.cpp's parser returns null for a bad grammar, which llama-cpp-python ignores, and crashes on one that is nested too
deeply; a grammar that parses may still take forever. So the server uses only grammars that passed elsewhere.
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

SECONDS = 5  # of processor time; real grammars take hundredths
_CLOCK = 60.0  # seconds, if processor time cannot be limited or is not granted
_MOST = 64  # remembered grammars: a client repeats the same ones
_MOST_SAID = 1 << 20  # bytes of llama.cpp's output
_SAID = re.compile(rb"error parsing grammar: ([^\n]{1,100})")
_SAID_LATER = re.compile(rb"(left recursion) detected")


class Wanted(NamedTuple):
    """A grammar or schema that constrains a request's answer: one of `grammar` and `schema` (JSON) is set. place: of
    the field in the request.
    """

    place: str
    grammar: str = ""
    schema: str = ""


class Grammars:
    """The grammars and schemas already tried out for a model's server."""

    def __init__(self, model: Path) -> None:
        self._model = model
        self._good: dict[Wanted, str] = {}
        self._lock = threading.Lock()

    def tried_out(self, wanted: Wanted) -> str:
        """Return the grammar to use, once it or the schema was tried out; it may take seconds. Raises ValueError with a
        readable message if llama.cpp cannot use it.
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
        """Try a grammar in a child process; return the result and llama.cpp's output."""
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
