"""The window, which goes on with its queue as soon as it is there: `python -m tests.lab.faults.training_window`.

It prints what it says of a worker that hangs.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from PySide6.QtCore import QTimer

from app.shell import application
from app.shell.pages import Pages
from app.workers.run_session import RunSession


def main() -> int:
    real = Pages.begin

    def begin(self: Pages, *ready: Callable[[], object]) -> None:
        real(self, *ready)
        self.sessions.began.connect(lambda: _print_hangs(self.sessions.active))
        QTimer.singleShot(0, self.window, self.queue.go_on)  # as its button does

    Pages.begin = begin
    return application.main([])


def _print_hangs(session: RunSession) -> None:
    session.watch.changed.connect(lambda: print(session.watch.hang, flush=True))


if __name__ == "__main__":
    sys.exit(main())
