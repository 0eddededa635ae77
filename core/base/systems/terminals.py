"""Platform differences of terminals: quoting commands, text encodings, and replacing this process by a command."""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

# For programs without a window, together with start_new_session, which Windows ignores: no console window flashes up,
# and Ctrl+C in a terminal does not reach them.
if sys.platform == "win32":
    NO_WINDOW = subprocess.CREATE_NO_WINDOW
else:
    NO_WINDOW = 0
SET_UP = r"python packaging\setup_env.py" if sys.platform == "win32" else "make setup"  # Windows has no make
_PLAIN = re.compile(r"[\w.:\\/=+-]+")  # characters without a meaning in cmd and PowerShell


def quoted(*words: str) -> str:
    """Quote words for this system's shells: bash and zsh, or cmd and PowerShell."""
    return shlex.join(words) if sys.platform != "win32" else " ".join(map(_quoted_for_windows, words))


def _quoted_for_windows(word: str) -> str:
    """Quote a word for Windows, whose file names contain no quotes. A backslash at the end would escape the closing
    quote.
    """
    if _PLAIN.fullmatch(word):
        return word
    escaped = word.replace('"', '\\"')
    return f'"{escaped}\\"' if escaped.endswith("\\") else f'"{escaped}"'


def file_endings() -> list[str]:
    """Return the possible suffixes of program files: "" or, on Windows, .EXE and others."""
    return ["", *os.environ.get("PATHEXT", "").split(os.pathsep)] if sys.platform == "win32" else [""]


def with_a_terminal(program: str) -> str:
    """Return the bundled program's executable that can use pipes: on Windows a separate console program."""
    if sys.platform == "win32":
        return str(Path(program).with_name("luthier.exe"))  # packaging/luthier.spec makes both
    return program


def become(command: list[str]) -> int:
    """Replace this program by a command, so that the terminal goes on waiting for it.

    On Windows, which has no exec, this waits for the command and returns its exit code.
    """
    if sys.platform == "win32":
        return subprocess.run(command, creationflags=0).returncode  # in this program's terminal
    os.execv(command[0], command)


def take_every_character(standard_input: object, *outputs: object) -> None:
    """Let this process's text streams accept every character.

    On Windows, redirected streams would use an encoding that lacks most characters: they get UTF-8. Elsewhere the
    chosen encoding stays, and characters that it lacks are escaped.
    """
    if sys.platform == "win32":
        for stream in (standard_input, *outputs):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(encoding="utf-8", errors="replace")
    else:
        for stream in outputs:
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
