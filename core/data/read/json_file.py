"""Reads rows of JSON: one object per line, or objects in an array over any number of lines, also within an object."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from core.base.callbacks import ReportProgress
from core.data.problems import BadRowError
from core.data.read.lines import LONGEST, read_lines
from core.data.read.records import Record, fault_of, too_long, utf8_size

_STRUCTURE = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+("?)|[{}\[\],]', re.DOTALL)
_STRING_END = re.compile(r'[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
_CLOSING_END = re.compile(r"([}\]]+)\s*,?\s*$")
_KEY_ENDS = re.compile(r"\s*:")
_GOES_ON = re.compile(r"\s*,\s*[{\[]")  # after a bracket that does not end an array
_LOOKED = 1 << 22  # characters
_FAULT_AT_END = BadRowError("not valid JSON", "the file ends in the middle of it")


def read_json_lines(
    path: Path, file: int = 0, progress: ReportProgress | None = None, encoding: str = "utf-8"
) -> Iterator[Record]:
    """Yield a record per line; skip blank lines. Raises what read_lines raises."""
    for line in read_lines(path, progress, encoding):
        if line.part > 1 or not (line.text.strip() or line.invalid):
            continue
        yield Record(file, line.number, line.text, fault_of(line))


def read_json_values(
    path: Path,
    file: int = 0,
    progress: ReportProgress | None = None,
    encoding: str = "utf-8",
    numbered_by_row: bool = False,
    within: str = "",
) -> Iterator[Record]:
    """Yield the elements of an array, or consecutive objects, unparsed. within: the key of the array in the file's only
    object.

    Objects end where their brackets close, so a broken one affects others only if its quotes are broken. Raises what
    read_lines raises.
    """
    records = _values(path, file, progress, encoding, within)
    if numbered_by_row:
        yield from (record._replace(line=number) for number, record in enumerate(records, 1))
    else:
        yield from records


def rows_share_lines(path: Path, encoding: str, within: str = "") -> bool:
    """Return whether the second row is on the first one's line, so that lines do not tell rows apart."""
    lines = [record.line for record in islice(_values(path, 0, None, encoding, within), 2)]
    return len(lines) == 2 and lines[0] == lines[1]


def keys_within(path: Path, encoding: str) -> tuple[list[str], list[str]]:
    """Return the keys of lists in a file that is one object, complete or cut off, and all of its keys; none for other
    files.

    Stops after _LOOKED characters. Raises what read_lines raises.
    """
    scan, lists, looked = _Lists(), list[str](), 0
    for line in read_lines(path, None, encoding):
        lists += [key for key, _ in scan.feed(line.text)]
        looked += len(line.text)
        if scan.is_other:
            return [], []
        if looked > _LOOKED:
            break
    return lists, scan.keys


class _Lists:
    """Finds the lists directly in a file's outermost object, by counting brackets outside strings."""

    def __init__(self) -> None:
        self.keys: list[str] = []
        self._depth = 0
        self._string = ""  # the last one, which is the key of a list after it
        self._in_string = self._is_over = False
        self.is_other = False  # whether the file is something other than one object

    def feed(self, text: str) -> Iterator[tuple[str, int]]:
        """Yield the key of each list that begins in this line, and the position after its bracket."""
        at = 0
        if self._in_string:
            match = _STRING_END.match(text)
            self._in_string, at = match is None, match.end() if match else len(text)
        while match := None if self._in_string else _STRUCTURE.search(text, at):
            at, mark = match.end(), match[0]
            if not self._depth and mark in "}]":  # an extra bracket from a broken row
                continue
            self.is_other = self.is_other or (not self._depth and (mark != "{" or self._is_over))
            if mark[0] == '"':
                self._string, self._in_string = mark[1:-1], not match[1]
                if self._depth == 1 and _KEY_ENDS.match(text, at):
                    self.keys.append(self._string)
            elif mark in "{[":
                self._depth += 1
                if mark == "[" and self._depth == 2:
                    yield self._string, at
            elif mark in "}]":
                self._depth -= 1
                self._is_over = not self._depth
        self._in_string = self._in_string and not text.endswith("\n")  # no string spans lines


def _values(
    path: Path, file: int, progress: ReportProgress | None, encoding: str, within: str = ""
) -> Iterator[Record]:
    cutter, lists, begun = _Cutter(file, ends=bool(within)), _Lists(), not within
    for line in read_lines(path, progress, encoding):
        text = line.text
        if not begun:
            place = next((at for key, at in lists.feed(text) if key == within), None)
            begun, text = place is not None, f"[{text[place:]}"
        if begun and not cutter.is_over:
            if line.invalid:
                cutter.fault = BadRowError("not readable as text", line.invalid)
            yield from cutter.feed(line.number, text)
    yield from cutter.end()


class _Cutter:
    """Cuts a stream of text into JSON values by counting brackets outside strings."""

    def __init__(self, file: int, *, ends: bool) -> None:
        """ends: ignore everything after an array."""
        self._file, self._ends = file, ends
        self._parts: list[str] = []  # of the current value
        self._size = 0
        self._open: list[str] = []  # brackets
        self._line = 0  # first line of the value
        self._in_string = False
        self._in_array: bool | None = None  # whether the file is an array; None: before its first character
        self.fault: BadRowError | None = None
        self.is_over = False

    def feed(self, number: int, text: str) -> Iterator[Record]:
        """Yield the values that end in this line."""
        start = at = 0
        if self._in_string:
            at = self._rest_of_string(text)
        if self._in_array is None and text.strip():
            self._in_array = text.lstrip().startswith("[")
            start = at = text.index("[") + 1 if self._in_array else 0
        while match := None if self._in_string else _STRUCTURE.search(text, at):
            at = match.end()
            mark = match[0]
            if mark[0] == '"':
                self._in_string = not match[1]
                continue
            if not self._open and mark in ",]":  # between values; "]" ends the array
                self._keep(number, text[start : at - 1])
                yield from self._cut()
                start = at
                if mark == "]" and self._ends and not _GOES_ON.match(text, at):
                    self.is_over = True
                    return
                continue
            if mark in "{[":
                self._open.append(mark)
            elif mark in "}]" and self._close(mark):
                self._keep(number, text[start:at])
                yield from self._cut()
                start = at
        self._keep(number, text[start:])
        if self._in_string and text.endswith("\n"):
            self._close_broken_string(text)
            if not self._open:
                yield from self._cut()

    def end(self) -> Iterator[Record]:
        """Yield the remaining value at the file's end."""
        if self._open or self._in_string:
            self.fault = self.fault or _FAULT_AT_END
        yield from self._cut()

    def _rest_of_string(self, text: str) -> int:
        match = _STRING_END.match(text)
        self._in_string = match is None
        return match.end() if match else len(text)

    def _close_broken_string(self, text: str) -> None:
        """Close a string at a line's end, since no string spans lines: it lacks a quote, and brackets at the end are
        real.
        """
        self._in_string = False
        closing = _CLOSING_END.search(text)
        for mark in closing[1] if closing else "":
            self._close(mark)

    def _close(self, mark: str) -> bool:
        """Close the bracket that matches this one, and those inside it; return whether the value ends with it."""
        opened = "{" if mark == "}" else "["
        while opened in self._open:
            if self._open.pop() == opened:
                return not self._open
        return False

    def _keep(self, number: int, part: str) -> None:
        if not self._parts:
            if not part.strip():
                return
            self._line = number
        self._size += utf8_size(part)
        if self._size <= LONGEST:
            self._parts.append(part)
        else:
            self.fault = too_long()

    def _cut(self) -> Iterator[Record]:
        text = "".join(self._parts)
        fault = self.fault
        if not fault and "\0" in text:
            fault = BadRowError("a NUL byte in a row", f"after {text.index(chr(0))} characters")
        if text.strip():
            yield Record(self._file, self._line, text, fault)
        self._parts, self._size, self._open, self._in_string, self.fault = [], 0, [], False, None
