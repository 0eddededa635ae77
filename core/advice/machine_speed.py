"""What this machine is, how fast it trained as was measured last, and what that says of a model of another size."""

from __future__ import annotations

import contextlib
import math
import os
import platform
from collections.abc import Mapping
from importlib import metadata
from itertools import accumulate, pairwise
from pathlib import Path

import msgspec

from core import __version__
from core.advice.monitor import system_memory
from core.advice.texts.language import tr
from core.advice.texts.numbers import size
from core.base import paths, settings
from core.base.bounded_file import from_json
from core.base.cores import usual_threads
from core.base.engine_package import engine_version
from core.base.errors import LuthierError
from core.base.files import written_whole
from core.base.settings import Settings, device_for
from core.base.systems.machine import processor, system_name
from core.protocol import BenchResult, ShapeSpeed

LOW, HIGH = 0.8, 1.35  # of the time that it says: what else a training does, and other programs, come and go
FLATTEST, STEEPEST = 0.3, 1.1  # powers of the size by which the time of a token may grow
USUAL = 0.8  # where only one size is known
MANY_TOKENS = 100_000
BUSY = tr(
    "Other programs were running: these are the figures without them. They are more reliable when nothing else "
    "is running."
)


def known_speed(of_run: str = "") -> BenchResult | None:
    """Return the speed of this machine in its present state: its processor, the threads and the device, the versions.

    of_run: the device of a training's own settings. None where it was not measured so.
    """
    return _load().get(_key(device_for(of_run or "auto")))


def keep_speed(device: str, result: BenchResult) -> None:
    """Store a device's measured speed in place of its last one. A disk that refuses only costs another measurement."""
    known = _load() | {_key(device): result}
    with contextlib.suppress(LuthierError, OSError):
        _file().parent.mkdir(parents=True, exist_ok=True)
        with written_whole(_file()) as partial:
            partial.write_bytes(msgspec.json.encode(known))


def tok_s_of(result: BenchResult, parameters: int) -> float | None:
    """Estimate the tokens a second of a model of that size by power laws between measured sizes. None where nothing was
    measured.
    """
    points = {speed.parameters: 1 / speed.tok_s for speed in _measured(result) if speed.tok_s}
    return 1 / seconds_between(points, parameters) if points and parameters > 0 else None


def products_of(result: BenchResult, parameters: int) -> float | None:
    """Return how many times as long training takes as its products alone. None where nothing was measured."""
    points = sorted({speed.parameters: speed.products for speed in _measured(result) if speed.products > 0}.items())
    if not points or parameters <= 0:
        return None
    if not points[0][0] < parameters < points[-1][0]:
        return points[0][1] if parameters <= points[0][0] else points[-1][1]
    (small, low), (large, high) = next(pair for pair in pairwise(points) if parameters <= pair[1][0])
    share = math.log(parameters / small) / math.log(large / small)
    return low + share * (high - low)


def seconds_between(points: Mapping[int, float], parameters: int) -> float:
    """Interpolate the seconds of a model of that size. points: the seconds of sizes, at least one. A larger model never
    takes less time than a smaller one.
    """
    sizes = sorted(points)
    seconds = list(accumulate((points[size] for size in sizes), max))
    slopes = [
        math.log(more / less) / math.log(large / small)
        for (small, large), (less, more) in zip(pairwise(sizes), pairwise(seconds), strict=True)
    ]
    if parameters <= sizes[0]:
        return seconds[0] * math.pow(parameters / sizes[0], _within(slopes[0] if slopes else USUAL, FLATTEST, 1.0))
    if parameters >= sizes[-1]:
        return seconds[-1] * math.pow(parameters / sizes[-1], _within(slopes[-1] if slopes else 1.0, 1.0, STEEPEST))
    place = next(i for i, size in enumerate(sizes[1:]) if parameters <= size)
    return seconds[place] * math.pow(parameters / sizes[place], slopes[place])


def _measured(result: BenchResult) -> list[ShapeSpeed]:
    return [speed for speed in result.speeds if speed.parameters > 0 and speed.tok_s and speed.tok_s > 0]


def _within(value: float, least: float, most: float) -> float:
    return min(max(value, least), most)


def _file() -> Path:
    return paths.cache_dir() / "machine-speed.json"


def _key(device: str) -> str:
    """Return a text for everything that decides how fast it is."""
    known = Settings()
    with contextlib.suppress(LuthierError):
        known = settings.load()
    threads = usual_threads(known.threads, known.gentle)
    versions = f"{__version__}, {engine_version()}"
    return f"{processor()}; {threads} threads; {device}; {versions}"


def _load() -> dict[str, BenchResult]:
    try:
        return from_json(_file().read_bytes(), type=dict[str, BenchResult])
    except (OSError, msgspec.DecodeError):
        return {}


def system_facts() -> str:
    """Return the version, system, processor and memory in four lines, for a report of a fault."""
    memory = system_memory()
    return "\n".join(
        (
            f"Luthier {__version__} · Python {platform.python_version()} · Qt {metadata.version('PySide6-Essentials')}",
            f"System: {platform.system()} {platform.release()} ({platform.machine()}), {system_name()}",
            f"Processor: {processor()}, {os.cpu_count()} cores",
            f"Memory: {size(memory.total)}, {size(memory.available)} of it free",
        )
    )
