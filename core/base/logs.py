"""What the window, workers and commands log for finding faults: a line of JSON each, bounded in size.

Each process writes a file of its own, so that none waits for another or moves its file away, and old ones go.

Also here: secrets taken out of text that is kept or passed on: logs, reports, what another process said as it broke.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any

from core.base.paths import logs_dir

_LOGGER = "luthier"
_NAME = re.compile(r"[a-z]+-\d{8}-\d{6}-\d+\.jsonl(?:\.1)?")
FILE_BYTES = 1_000_000  # of a file; then it becomes its own `.1`, of which there is one
KEPT_FILES, KEPT_BYTES = 100, 20_000_000  # of all, the newest

GONE = "[redacted]"
_SECRET_NAMES = ("HF_TOKEN", "HUGGING_FACE_HUB_TOKEN", "LUTHIER_SERVE_KEY")  # of variables in the environment
_LEAST = 8  # characters of a secret: shorter ones would be found in words
# What looks like a secret. "token" alone is no such word here: most tokens are parts of text.
_SHAPES = (
    (re.compile(r"\bhf_[A-Za-z0-9]{16,}"), GONE),
    (re.compile(r"\bluthier-[\w-]{32}(?![\w-])"), GONE),  # the keys that core/jobs/chat/converse.py makes
    (re.compile(r"\b(Bearer|Basic)\s+[\w.~+/=-]{8,}", re.IGNORECASE), rf"\1 {GONE}"),
    (re.compile(r"(?<=://)[^\s/?#@\"']{1,300}@"), f"{GONE}@"),  # name and password before an address: a proxy's
    (
        re.compile(
            r"\b((?:access|auth|hub|hf)[_-]?token|api[_-]?key|passwd|password|secret)"
            r"""(["']?\s*[:=]\s*["']?)[^\s"',;&]{4,300}""",
            re.IGNORECASE,
        ),
        rf"\1\2{GONE}",
    ),
)


@contextmanager
def logged(process: str, job: str = "", run: str = "") -> Iterator[logging.Logger]:
    """Write what is said to the logger meanwhile, also from other threads, to this process's file.

    process: window, worker, command. Where the file cannot be written, nothing is lost but the lines.
    """
    logger = log_of()
    name = f"{process}-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.jsonl"
    handler = _LogFile(logs_dir() / name, maxBytes=FILE_BYTES, backupCount=1, encoding="utf-8", delay=True)
    handler.setFormatter(_Lines(process, job, run))
    logger.setLevel(logging.INFO)
    logger.propagate = False
    logger.addHandler(handler)
    try:
        yield logger
    finally:
        logger.removeHandler(handler)
        handler.close()


def log_of(library: str = "") -> logging.Logger:
    """Return our logger, or a library's part of it. If this process keeps no log, its messages go nowhere."""
    logger = logging.getLogger(_LOGGER)
    if not logger.handlers:
        logger.addHandler(logging.NullHandler())  # else logging would write warnings to the terminal
    return logger.getChild(library) if library else logger


def logs_folder() -> Path:
    """Make the folder of logs, for this user alone, and return it. Raises OSError."""
    folder = logs_dir()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def log_files() -> list[Path]:
    """Return the logs, the newest first. A file with another name is a user's."""
    named = (path for path in logs_dir().glob("*.jsonl*") if _NAME.fullmatch(path.name))
    dated = [(path.stat().st_mtime, path) for path in named]
    return [path for _, path in sorted(dated, reverse=True)]


def private(path: str, flags: int) -> int:
    """Open as os.open, so that only this user may read the file."""
    return os.open(path, flags, 0o600)


class _LogFile(RotatingFileHandler):
    """Opened at its first line."""

    def _open(self) -> Any:
        logs_folder()
        _drop_old()
        return open(self.baseFilename, "a", encoding=self.encoding, opener=private)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's name
        """Pass over a full disk, which is no reason to fill the terminal, too."""


class _Lines(logging.Formatter):
    def __init__(self, process: str, job: str, run: str) -> None:
        super().__init__()
        self._known = {"process": process, "pid": os.getpid(), "job": job, "run": run}

    def format(self, record: logging.LogRecord) -> str:
        """Return one line; what is empty is left out."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            **self._known,
            "from": record.name.removeprefix(_LOGGER).lstrip("."),
            "code": getattr(record, "code", ""),
            "message": redacted(record.getMessage()),
            "details": redacted(getattr(record, "details", "") or self._traceback(record)),
        }
        return json.dumps({key: value for key, value in line.items() if value != ""}, ensure_ascii=False)

    def _traceback(self, record: logging.LogRecord) -> str:
        return self.formatException(record.exc_info) if record.exc_info else ""


def _drop_old() -> None:
    size = 0
    for number, path in enumerate(log_files()):
        size += path.stat().st_size
        if number >= KEPT_FILES or size > KEPT_BYTES:
            with contextlib.suppress(OSError):  # Windows keeps what another process has open
                path.unlink(missing_ok=True)


def redacted(text: str) -> str:
    """Return the text without access tokens, keys and passwords, be they this process's own or only look like some."""
    for name in _SECRET_NAMES:
        secret = os.environ.get(name, "")
        if len(secret) >= _LEAST:
            text = text.replace(secret, GONE)
    for shape, instead in _SHAPES:
        text = shape.sub(instead, text)
    return text
