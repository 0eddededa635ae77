"""Types of the callbacks that lower layers report through, so that they need to know nothing of events and jobs."""

from __future__ import annotations

from collections.abc import Callable

ReportProgress = Callable[[int, int], None]  # done, total; may raise to stop
LogSink = Callable[[str, str], None]  # level (debug, info, warning, error), one line of llama.cpp's log
Notify = Callable[[str, str, str], None]  # code, message, hint
