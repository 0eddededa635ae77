"""Lists the devices, as a process of its own (`python -m`): loading a driver may crash it."""

from __future__ import annotations

from pathlib import Path

from core.base.child_process import take
from core.engine.ggml.devices import Device, find_devices, why_not_loaded
from core.engine.ggml.lib import load
from core.engine.trial.messages import Found, Listing, NotLoaded, end


def main() -> None:
    """Answer with a Listing."""
    _, say = take(type(None))
    refused: list[Path] = []
    devices = find_devices(load(), refused.append)
    say(
        Listing(
            [_found(device) for device in devices], [NotLoaded(str(path), why_not_loaded(path)) for path in refused]
        )
    )
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


if __name__ == "__main__":
    main()
