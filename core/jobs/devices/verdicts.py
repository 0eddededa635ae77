"""What came of testing devices, kept for as long as it holds: for this driver, this ggml and this Luthier.

Also here: how long a step took on a card and on the processor, remembered for the same model, settings, machine and
driver.

A card that is being measured is marked: where that ends the process, it is known to have been lost.
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
    """of: all that the verdict holds for."""

    of: list[str]
    outcome: Outcome


def remember(device: Found, outcome: Outcome) -> None:
    """Store a device's outcome, unless it may be another next time. A disk that takes nothing costs another test."""
    if outcome.lasting:
        with suppress(LuthierError), written_whole(_place(device)) as partial:
            partial.write_bytes(msgspec.json.encode(_Kept(_circumstances(device), outcome)))


def recall(device: Found) -> Outcome | None:
    """Return a device's verdict; None if it was not tested with this driver and version."""
    try:
        kept = from_json(_place(device).read_bytes(), type=_Kept)
    except (OSError, ValueError):
        return None
    return kept.outcome if kept.of == _circumstances(device) else None


def _place(device: Found) -> Path:
    """A file for each: cards of the same kind need not be alike."""
    name = blake2b(f"{device.name} {device.description}".encode(), digest_size=16).hexdigest()
    return paths.cache_dir() / "devices" / f"{name}.json"


def _circumstances(device: Found) -> list[str]:
    """What decides about the numbers, in words: to be compared only. Not what the engine itself sets on a device."""
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
    """Checksum of the engine's own code: what it asks of a device, and what the trial asks, may differ tomorrow."""
    digest = blake2b(digest_size=16)
    for path in sorted(Path(engine.__path__[0]).rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _stamp(path: Path) -> str:
    """Size and time of change (ns): a plug-in that was built again computes anew."""
    with suppress(OSError):
        about = path.stat()
        return f"{about.st_size} {about.st_mtime_ns}"
    return "gone"


class Seconds(msgspec.Struct, frozen=True):
    """The seconds of a step on each. device: None if the card was lost while it was measured."""

    cpu: float
    device: float | None


LOST = Seconds(0.0, None)


def recall_seconds(key: str) -> Seconds | None:
    """Return the seconds of a measured step, or None."""
    return _load().get(key)


def remember_seconds(key: str, seconds: Seconds | None) -> None:
    """Keep the seconds of a measured step; None forgets them.

    A disk that refuses costs the next training another measurement.
    """
    known = _load()
    if seconds is None:
        known.pop(key, None)
    else:
        known[key] = seconds
    _save(known)


def forget() -> None:
    """Forget all outcomes: cards are to be tried again."""
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
