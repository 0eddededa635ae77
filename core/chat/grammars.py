"""Grammars and JSON schemas that a request has an answer follow: tried out first, in a process of their own.

llama.cpp's reader answers a bad grammar with nothing, which llama-cpp-python goes on with, and one that is nested too
deep with its end; what it has read may take for ever. So the server sees only those that went well elsewhere.
"""

from __future__ import annotations

import json
import re
import tempfile
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

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
        self._good: dict[Wanted, None] = {}
        self._lock = threading.Lock()

    def require(self, request: Mapping[str, Any]) -> None:
        """Require that llama.cpp can use what a request has an answer follow. Raises ValueError, in words."""
        for wanted in _wanted(request):
            with self._lock:  # one at a time: each may take memory
                if wanted not in self._good:
                    self._require(wanted)
                    self._good[wanted] = None
                    if len(self._good) > _MOST:
                        del self._good[next(iter(self._good))]

    def _require(self, wanted: Wanted) -> None:
        tried, said = self._tried(wanted)
        if not tried.grammar:
            what = "this JSON schema" if wanted.schema else "this grammar"
            reason = tried.reason or _reason(said) or "it is none, or asks for too much time or memory"
            raise ValueError(f"{wanted.place}: llama.cpp cannot use {what}: {reason}.")

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


def _wanted(request: Mapping[str, Any]) -> Iterator[Wanted]:
    """Yield grammars and schemas as llama-cpp-python's chat handler finds them. Raises ValueError for a missing
    function.
    """
    if grammar := request.get("grammar"):
        yield Wanted("grammar", grammar=_closed(grammar))
    form = request.get("response_format") or {}
    if form.get("type") == "json_object" and "schema" in form:
        yield Wanted("response_format.schema", schema=json.dumps(form["schema"]))
    tools, choice, place = request.get("tools"), request.get("tool_choice"), "tool_choice"
    if (functions := request.get("functions")) is not None:
        tools = [{"function": function} for function in functions]
    if isinstance(call := request.get("function_call"), dict):
        choice, place = {"function": call}, "function_call"
    if isinstance(choice, dict) and tools is not None:
        name = choice["function"]["name"]
        found = next((tool["function"] for tool in tools if tool["function"]["name"] == name), None)
        if found is None:
            raise ValueError(f"{place}: there is no function {name:.100} among those that are named.")
        yield Wanted(place, schema=json.dumps(found["parameters"]))


def _closed(grammar: str) -> str:
    """Raises ValueError for one that llama.cpp would read half of."""
    if "\0" in grammar:
        raise ValueError("grammar: a NUL is no part of a grammar.")
    return grammar
