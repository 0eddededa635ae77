"""Which devices there are, asked in a process of its own, `python -m` runs it: loading a driver may be its end."""

from __future__ import annotations

import ctypes
from pathlib import Path

from core.engine.ggml.devices import Device, find_devices
from core.engine.ggml.lib import load
from core.engine.trial.child import begin, end
from core.engine.trial.messages import Found, Listing, ListOrder, NotLoaded


def main() -> None:
    """Write a Listing to stdout."""
    _, say = begin(ListOrder)
    refused: list[Path] = []
    devices = find_devices(load(), refused.append)
    say(Listing([_found(device) for device in devices], [NotLoaded(str(path), _reason(path)) for path in refused]))
    end()


def _found(device: Device) -> Found:
    free, total = device.memory()
    return Found(
        name=device.name,
        description=device.description,
        integrated=device.is_integrated,
        version=device.version,
        memory_free=free,
        memory_total=total,
    )


def _reason(path: Path) -> str:
    """What the system says when it loads the library; ggml prints it and gives it to nobody."""
    try:
        ctypes.CDLL(str(path))
    except OSError as error:
        return str(error).removeprefix(f"{path}: ")
    return "it was built for another version of ggml, or found no device"


if __name__ == "__main__":
    main()
