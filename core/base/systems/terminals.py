"""Terminals: how a command is typed there, which characters a program may write, and what takes its place."""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

# For programs without a window, beside start_new_session, which Windows passes over: none flashes up there beside ours,
# and Ctrl+C in a terminal is not for them.
if sys.platform == "win32":
    NO_WINDOW = subprocess.CREATE_NO_WINDOW
else:
    NO_WINDOW = 0
SET_UP = r"python packaging\setup_env.py" if sys.platform == "win32" else "make setup"  # Windows has no make
_PLAIN = re.compile(r"[\w.:\\/=+-]+")  # what neither of Windows' shells takes for anything else


def quoted(*words: str) -> str:
    """Quote words for a terminal here: bash and zsh, or cmd and PowerShell."""
    return shlex.join(words) if sys.platform != "win32" else " ".join(map(_quoted_for_windows, words))


def _quoted_for_windows(word: str) -> str:
    """Names of files have no quotes there. A backslash at the end would take the closing quote for a letter."""
    if _PLAIN.fullmatch(word):
        return word
    escaped = word.replace('"', '\\"')
    return f'"{escaped}\\"' if escaped.endswith("\\") else f'"{escaped}"'


def file_endings() -> list[str]:
    """Return what a program's file may have behind the program's name: "" or, on Windows, .EXE and others."""
    return ["", *os.environ.get("PATHEXT", "").split(os.pathsep)] if sys.platform == "win32" else [""]


def with_a_terminal(program: str) -> str:
    """Return the file of the downloaded program that speaks over pipes: on Windows a program has a terminal or none."""
    if sys.platform == "win32":
        return str(Path(program).with_name("luthier.exe"))  # packaging/luthier.spec makes both
    return program


def become(command: list[str]) -> int:
    """Run a command in the place of this program, so that a terminal goes on waiting for it.

    Windows has no such call: this program waits there, and gets the command's exit code.
    """
    if sys.platform == "win32":
        return subprocess.run(command, creationflags=0).returncode  # in the terminal that this program has
    os.execv(command[0], command)


def take_every_character(standard_input: object, *outputs: object) -> None:
    """Have this process's text streams stumble over no character that they are given.

    On Windows, files and other programs would get an encoding that lacks most: they get UTF-8. Elsewhere the chosen
    one stays, and what it lacks is escaped.
    """
    if sys.platform == "win32":
        for stream in (standard_input, *outputs):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(encoding="utf-8", errors="replace")
    else:
        for stream in outputs:
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
