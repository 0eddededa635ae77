"""Models that the person showed to the window, remembered from one start to the next in window.json."""

from __future__ import annotations

import contextlib
from pathlib import Path

import msgspec

from core.shared import paths
from core.shared.errors import LuthierError
from core.shared.files import written_whole
from core.shared.plain_json import from_json

MOST = 20  # the newest are remembered


class _Remembered(msgspec.Struct):
    models: list[str] = []  # paths, the newest first


def recent_models() -> list[str]:
    """Those that are still there, the newest first. A file that cannot be read counts as empty: no work is in it."""
    try:
        known = from_json(_file().read_bytes(), type=_Remembered).models
    except (OSError, msgspec.DecodeError):
        return []
    return [path for path in known if _is_there(path)]


def remember_models(models: list[str]) -> None:
    """The newest first. On a disk that refuses they are forgotten with the session; nobody is bothered with that."""
    with contextlib.suppress(LuthierError), written_whole(_file()) as partial:
        partial.write_bytes(msgspec.json.encode(_Remembered(models[:MOST])) + b"\n")


def _file() -> Path:
    return paths.config_dir() / "window.json"


def _is_there(path: str) -> bool:
    try:
        return Path(path).is_absolute() and Path(path).exists()
    except (OSError, ValueError):  # a folder that we may not look into, or no path at all
        return False
