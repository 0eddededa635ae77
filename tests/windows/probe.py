"""What one system computes, to be compared with another: `python -m tests.windows.probe MODEL`, a GGUF file.

Prints JSON: the tokens of a text, the numbers for the next ones, what crashed and what is said of a lost file.
"""

from __future__ import annotations

import ctypes
import json
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from core.base.crashes import crash_file, crash_of
from core.data.tokenizer import Tokenizer
from core.engine.kernels.library import load, load_kernels, tell_of_lost_files
from core.engine.llama_cpp.model import open_in_llama_cpp

TEXT = "Once upon a time there was a träumer 模型 who said: “I will not be able to see you.”\r\n\tThe end."
NOWHERE = 64  # an address that nobody has
_STACK = 1 << 16  # bytes


def main(model: str) -> None:
    file = Path(model)
    with Tokenizer(file) as tokenizer:
        tokens = tokenizer.encode(TEXT)
    # Exact: with keys and values in F16, what vectors a library was compiled for shows in the second digit.
    with open_in_llama_cpp(file) as opened, opened.context(len(tokens), batch=len(tokens), exact=True) as context:
        rows = [row.tolist() for row in context.read(tokens, [True] * len(tokens))]
    crashed = _process("crash")
    told, lost = crash_of(crashed.pid), _process("lost")
    found = {"tokens": tokens, "logits": rows, "crash": told.name if told else "", "lost": lost.said}
    print(json.dumps(found))


class Ended(NamedTuple):
    """A process. said: on its standard error."""

    pid: int
    said: str


def _process(what: str) -> Ended:
    with subprocess.Popen([sys.executable, "-m", "tests.windows.probe", what], stderr=subprocess.PIPE) as process:
        return Ended(process.pid, process.communicate()[1].decode(errors="replace"))


def crash() -> None:
    """In a thread of the system's own: ctypes makes an exception of Python's from one on Windows."""
    with crash_file():
        ggml = load()
        assert ggml.kernels.library is not None
        threads = ctypes.windll.kernel32 if sys.platform == "win32" else ctypes.CDLL(None)
        if sys.platform == "win32":
            thread = threads.CreateThread(None, _STACK, ctypes.c_void_p(NOWHERE), None, 0, None)
            threads.WaitForSingleObject(thread, -1)
        else:
            thread = ctypes.c_void_p()
            threads.pthread_create(ctypes.byref(thread), None, ctypes.c_void_p(NOWHERE), None)
            threads.pthread_join(thread, None)


def lost() -> None:
    """Say what is said of a file that a process cannot read any more, and end."""
    with crash_file():
        tell_of_lost_files()
        library = load_kernels().library
        assert library is not None
        library.luthier_end_for_lost_file(None)


if __name__ == "__main__":
    {"crash": crash, "lost": lost}.get(sys.argv[1], lambda: main(sys.argv[1]))()
