"""Which processes a test has started, as Python tells an audit hook.

Qt and multiprocessing tell nobody: whether the window starts a worker within a test, or data is read by several
processes, may hang on a timer, or on how many cores there are.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

_EVENTS = {"subprocess.Popen", "os.posix_spawn", "os.fork", "os.forkpty", "os.system"}
# Two serve all tests that come later in this process, the first of which would be told of: what renders templates, and
# Matplotlib's search for fonts. llama.cpp's quantizer is a part of what converts, and takes half a second.
_LEFT_OUT = ("core.data.chat.render_child", "fc-list", "core.convert.quantizer")
_started: list[str] = []


def _hear(event: str, arguments: tuple[object, ...]) -> None:
    if event in _EVENTS:
        words = " ".join(map(str, arguments[:2]))  # the others are the folder and the environment
        if not any(one in words for one in _LEFT_OUT):
            _started.append(words)


def forget() -> None:
    """Begin anew, for the next test."""
    _started.clear()


def started() -> list[str]:
    """Return what was started since."""
    return list(_started)


@contextmanager
def unnoted() -> Iterator[None]:
    """Forget what is started within: it serves more than one test."""
    before = len(_started)
    yield
    del _started[before:]


sys.addaudithook(_hear)
