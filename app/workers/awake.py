"""Keeps the system from falling asleep: systemd and the desktop on Linux, macOS and Windows each in their way."""

from __future__ import annotations

import threading


class Awake:
    """From when it is made until `let_go`. In a thread of its own: asking the desktop may take a while."""

    def __init__(self) -> None:
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._hold, daemon=True)
        self._thread.start()

    def let_go(self) -> None:
        """The system may fall asleep again."""
        self._over.set()

    def _hold(self) -> None:
        from wakepy import keep  # not before a run begins: a window that only starts does without

        with keep.running(on_fail="pass"):  # a server, for one, has nothing that could be asked, and does not sleep
            self._over.wait()
