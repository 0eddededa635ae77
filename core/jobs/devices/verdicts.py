"""Stores the verdicts of devices' self-tests, valid for this driver, ggml and Luthier.

Also stores a step's duration on a card and on the processor, for the same model, settings, machine and driver.

A card is marked as lost while it is measured, so that this is known if measuring ends the process.
"""

from __future__ import annotations

import contextlib
import os
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

import msgspec

from core import __version__, engine
from core.base import paths
from core.base.bounded_file import from_json
from core.base.errors import LuthierError
from core.base.files import written_whole
from core.engine.ggml.abi import VERSION
from core.engine.ggml.devices import own_switches, plugin_paths
from core.engine.trial.messages import Found, Outcome


class _Kept(msgspec.Struct):
    """A stored verdict. of: the circumstances in which it is valid."""

    of: list[str]
    outcome: Outcome


def remember(device: Found, outcome: Outcome) -> None:
    """Store a device's outcome, unless it may differ next time. If it cannot be written, the device is tested again."""
    if outcome.lasting:
        with suppress(LuthierError), written_whole(_place(device)) as partial:
            partial.write_bytes(msgspec.json.encode(_Kept(_circumstances(device), outcome)))


def recall(device: Found) -> Outcome | None:
    """Return a device's stored outcome; None if it was not tested with this driver and version."""
    try:
        kept = from_json(_place(device).read_bytes(), type=_Kept)
    except (OSError, ValueError):
        return None
    return kept.outcome if kept.of == _circumstances(device) else None


def _place(device: Found) -> Path:
    """Return the file for a device: each has its own, because cards of the same model may differ."""
    name = blake2b(f"{device.name} {device.description}".encode(), digest_size=16).hexdigest()
    return paths.cache_dir() / "devices" / f"{name}.json"


def _circumstances(device: Found) -> list[str]:
    """Return what affects a device's results, as texts to compare. Excludes what the engine itself sets."""
    ours = own_switches(device.description)
    theirs = {name: value for name, value in os.environ.items() if name.startswith("GGML_") and name not in ours}
    switches = sorted(f"{name}={value}" for name, value in theirs.items())
    return [
        f"device {device.name} {device.description}",
        f"driver {device.version}",
        f"ggml {VERSION}",
        f"Luthier {__version__} {_engine()}",
        *(f"plug-in {path.name} {_stamp(path)}" for path in plugin_paths()),
        *switches,
    ]


def _engine() -> str:
    """Return a checksum of the engine's code, because its use of a device and the self-test may change."""
    digest = blake2b(digest_size=16)
    for path in sorted(Path(engine.__path__[0]).rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _stamp(path: Path) -> str:
    """Return a file's size and modification time (ns): a rebuilt plug-in may compute differently."""
    with suppress(OSError):
        about = path.stat()
        return f"{about.st_size} {about.st_mtime_ns}"
    return "gone"


class Seconds(msgspec.Struct, frozen=True):
    """Seconds of a step on card and processor. device: None if the card was lost during the measurement."""

    cpu: float
    device: float | None


LOST = Seconds(0.0, None)


def recall_seconds(key: str) -> Seconds | None:
    """Return the seconds of a measured step, or None."""
    return _load().get(key)


def remember_seconds(key: str, seconds: Seconds | None) -> None:
    """Store the seconds of a measured step; None deletes them.

    If they cannot be written, the next training measures again.
    """
    known = _load()
    if seconds is None:
        known.pop(key, None)
    else:
        known[key] = seconds
    _save(known)


def forget() -> None:
    """Forget all outcomes, so that cards are tested again."""
    if _load():
        _save({})


def _file() -> Path:
    return paths.cache_dir() / "device-seconds.json"


def _load() -> dict[str, Seconds]:
    try:
        return from_json(_file().read_bytes(), type=dict[str, Seconds])
    except (OSError, msgspec.DecodeError):
        return {}


def _save(known: dict[str, Seconds]) -> None:
    with contextlib.suppress(LuthierError, OSError):
        _file().parent.mkdir(parents=True, exist_ok=True)
        with written_whole(_file()) as partial:
            partial.write_bytes(msgspec.json.encode(known))
