"""Keeps the system from falling asleep: systemd and the desktop on Linux, macOS and Windows each in their way."""

from __future__ import annotations

import threading


class Awake:
    """Keeps the machine awake until `let_go`, in a thread of its own: asking the desktop may take a while."""

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


class AwakeWhile:
    """Has the system stay awake for as long as that is wanted."""

    def __init__(self) -> None:
        self._awake: Awake | None = None

    @property
    def is_kept(self) -> bool:
        """Whether the system was asked not to fall asleep."""
        return self._awake is not None

    def want(self, wanted: bool) -> None:
        """Keep the machine awake from now on, or no longer."""
        if wanted and self._awake is None:
            self._awake = Awake()
        elif not wanted and self._awake is not None:
            self._awake.let_go()
            self._awake = None
