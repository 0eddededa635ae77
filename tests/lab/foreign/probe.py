"""What one system computes, to be compared with another: `python -m tests.lab.foreign.probe WHAT [FILE]`. Prints JSON.

numbers MODEL: the tokens of a text, and what a GGUF file says of the next ones. crashes: what crashed, and what is said
of a lost file. demo FOLDER: `luthier demo`, with a shorter training. window: how many colours the page Train has.
session MODEL TEXT RUN STEPS: what becomes of a training in the window when Windows' session ends.
"""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import msgspec

from core.advice import picks
from core.base.logs import crash_file, crash_of
from core.cli import main as luthier
from core.data.tokenizer import Tokenizer
from core.engine.kernels.library import load, load_kernels, tell_of_lost_files
from core.engine.llama_cpp.model import open_in_llama_cpp
from core.protocol import TrainJob
from core.protocol.config import TrainConfig
from core.runs.run import Run

TEXT = "Once upon a time there was a träumer 模型 who said: “I will not be able to see you.”\r\n\tThe end."
SHORT = {"max_steps": 4, "context": 64, "eval_share": 0.005}
SIZE = (1280, 720)
QUERY_END_SESSION, LOGS_OFF = 0x11, 0x80000000  # WM_QUERYENDSESSION and ENDSESSION_LOGOFF of winuser.h
NOWHERE = 64  # an address that nobody has
_STACK = 1 << 16  # bytes


def numbers(model: str) -> None:
    file = Path(model)
    with Tokenizer(file) as tokenizer:
        tokens = tokenizer.encode(TEXT)
    # Exact: with keys and values in F16, what vectors a library was compiled for shows in the second digit.
    with open_in_llama_cpp(file) as opened, opened.context(len(tokens), batch=len(tokens), exact=True) as context:
        rows = [row.tolist() for row in context.read(tokens, [True] * len(tokens))]
    print(json.dumps({"tokens": tokens, "logits": rows}))


def crashes() -> None:
    crashed = _process("crash")
    told, lost = crash_of(crashed.pid), _process("lost")
    print(json.dumps({"crash": told.name if told else "", "lost": lost.said}))


def demo(folder: str) -> None:
    """An emulator would be at the whole training for hours."""
    picks.TEXT = picks.TEXT._replace(config=msgspec.structs.replace(picks.TEXT.config, **SHORT))
    sys.argv = ["luthier", "demo", "--json", "--out", folder]
    luthier()


def window() -> None:
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtWidgets import QApplication

    from app.shell.pages import Pages

    application, pages = QApplication(["luthier"]), Pages()
    pages.window.resize(*SIZE)
    pages.window.show_page(pages.train)
    pages.window.show()
    application.processEvents()
    image = pages.window.grab().toImage()
    colours = {image.pixel(x, y) for x in range(image.width()) for y in range(image.height())}
    print(json.dumps({"colours": len(colours)}), flush=True)
    os._exit(0)  # pages have begun to look at this and that


def small(steps: int) -> dict[str, int]:
    """Return a small training's settings."""
    return {"context": 64, "rank": 2, "grad_accumulation": 1, "max_steps": steps, "save_every": 1}


def session(model: str, text: str, run: str, steps: str) -> None:
    """Begin a training in the window, and end Windows' session with its first step."""
    from PySide6.QtTest import QTest

    from app.look.theme import Theme
    from app.shell.application import new_application
    from app.shell.closing import hear_session_end
    from app.shell.pages import Pages

    application = new_application()
    pages = Pages(Theme(application))
    hear_session_end(application, pages.closing.leave_with_session)
    pages.window.show()
    pages.life.start(TrainJob(model=model, data=text, run=run, config=TrainConfig(**small(int(steps)))))
    while (active := pages.sessions.active) is not None and not len(active.model.steps):
        QTest.qWait(10)
    agreed = False
    if sys.platform == "win32":
        window = ctypes.c_void_p(int(pages.window.winId()))
        agreed = bool(ctypes.windll.user32.SendMessageW(window, QUERY_END_SESSION, 0, LOGS_OFF))
    found = Run(Path(run))
    kept = found.newest_checkpoint() is not None
    print(json.dumps({"agreed": agreed, "status": found.status(), "kept": kept}), flush=True)
    os._exit(0)  # as Windows ends it


class Ended(NamedTuple):
    """A process. said: on its standard error."""

    pid: int
    said: str


def _process(what: str) -> Ended:
    with subprocess.Popen([sys.executable, "-m", "tests.lab.foreign.probe", what], stderr=subprocess.PIPE) as process:
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
    {one.__name__: one for one in (numbers, crashes, crash, lost, demo, window, session)}[sys.argv[1]](*sys.argv[2:])
