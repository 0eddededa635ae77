"""The window, which goes on with its queue as soon as it is there: `python -m tests.faults.training_window`."""

from __future__ import annotations

import sys

from PySide6.QtCore import QTimer

from app.shell import application
from app.shell.pages import Pages


def main() -> int:
    real = Pages.begin

    def begin(self: Pages) -> None:
        real(self)
        QTimer.singleShot(0, self.window, self.queue.go_on)  # as its button does

    Pages.begin = begin
    return application.main([])


if __name__ == "__main__":
    sys.exit(main())
