"""The devices that compute, processor and graphics cards: their names, thread counts and what is known of each card.

A device is named as ggml's backends are: `vulkan:0` is the first card that the Vulkan backend finds. `cpu` is the
processor, `auto` the faster of the processor and the largest card that computes correctly.

This module also decides how much room a worker leaves for other programs, and how much work is submitted to a graphics
driver at once; it remembers how much each driver coped with in earlier trainings.

A driver that spends too long on one submission (amdgpu and Windows: two seconds) counts as hung and is reset, and what
had been computed on the card is lost. Smaller submissions compute the same, with more waiting in between.
"""

from __future__ import annotations

import contextlib
import os
import re
import time
from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple

import msgspec
import psutil

from core.base import paths
from core.base.bounded_file import from_json
from core.base.errors import Do, LuthierError
from core.base.files import written_whole
from core.base.systems.processes import go_behind, is_behind

THREADS = "LUTHIER_THREADS"  # environment variable, inherited by the worker's child processes
MOST_THREADS = "LUTHIER_MOST_THREADS"  # the same when no number was chosen: on a busy machine fewer threads compute
_LOOK_S = 0.5  # seconds between two measurements of other programs' load


def compute_threads() -> int:
    """Return the default for the most threads: $LUTHIER_THREADS, else one per physical core."""
    return _in_environment(THREADS) or _in_environment(MOST_THREADS) or physical_cores()


def _in_environment(name: str) -> int:
    """Return the number in an environment variable; 0 if it has none."""
    wanted = os.environ.get(name, "")
    return int(wanted) if wanted.isdecimal() else 0


class Look(NamedTuple):
    """A measurement: the clock in seconds, and other programs' processor seconds since boot."""

    clock: float
    others: float


def look(is_low: bool = False) -> Look:
    """Measure the processor time that other programs, including a hypervisor's, have used so far. Raises psutil.Error,
    OSError.

    is_low: whether this process is at low priority. If it is not, low-priority programs yield to it and are not
    counted.
    """
    times = psutil.cpu_times()._asdict()
    free = times["idle"] + times.get("iowait", 0.0) + (0.0 if is_low else times.get("nice", 0.0))
    counted_twice = sum(times.get(name, 0.0) for name in ("guest", "guest_nice", "interrupt", "dpc"))
    return Look(time.monotonic(), float(sum(times.values()) - free - counted_twice - time.process_time()))


def _busy_between(before: Look, after: Look) -> float:
    """Return how many processors other programs kept busy, on average."""
    return max(0.0, after.others - before.others) / max(after.clock - before.clock, 1e-9)


def suited_threads(most: int, busy: float, processors: int) -> int:
    """Return the number of threads, at least one, that gets the most done while `busy` processors are taken.

    Threads synchronize after each matrix product, so all are as slow as one that shares its processor.
    """
    return max(range(1, most + 1), key=lambda threads: threads * (1 - max(0.0, threads + busy - processors)))


class Threads:
    """Chooses the number of threads: a fixed one, or else what other programs' load leaves of `most`.

    Results do not depend on the number, except for the last digits of llama.cpp's outputs after many tokens.
    """

    def __init__(self, named: int = 0, looks: Callable[[bool], Look] = look, processors: int = 0) -> None:
        """named: a fixed number; 0 for $LUTHIER_THREADS, else adaptive. processors: 0 for this machine's."""
        self.most = self._now = named or compute_threads()
        self._looks, self._processors = looks, processors or psutil.cpu_count() or 1
        is_named = bool(named or _in_environment(THREADS))
        self._last = None if is_named or self.most == 1 else self._look()

    def now(self) -> int:
        """Return the number for the next piece of work, given the load since the last measurement."""
        if self._last is not None and time.monotonic() - self._last.clock >= _LOOK_S:
            before, self._last = self._last, self._look()
            if self._last is not None:
                self._now = suited_threads(self.most, _busy_between(before, self._last), self._processors)
        return self._now

    def _look(self) -> Look | None:
        """Measure other programs' processor time; None if the system does not report it."""
        with contextlib.suppress(psutil.Error, OSError):
            return self._looks(is_behind())
        return None


def physical_cores() -> int:
    return psutil.cpu_count(logical=False) or 1


def leave_room(threads: int, gentle: bool) -> None:
    """Limit this process to so many threads (0: the default). gentle: also use low priority and leave one core free.

    An environment variable that was set for one command takes precedence over `threads`, which comes from the settings.
    """
    name = THREADS if threads else MOST_THREADS
    if gentle:
        threads = max(1, (threads or physical_cores()) - 1)
        with contextlib.suppress(psutil.Error, OSError):
            go_behind()
    if threads:
        os.environ.setdefault(name, str(threads))


AUTO, CPU = "auto", "cpu"
DEVICE_PATTERN = r"^(auto|cpu|metal|[a-z][a-z0-9_]*:[0-9]{1,3})\Z"
DEVICE_HINT = Do.by("Write auto, cpu, metal, or a card such as vulkan:0.", "`luthier devices` lists them")
BY_CPU = Do.set("device", CPU, "Train with --device cpu.")

Verdict = Literal["untested", "works", "wrong", "crashes", "missing"]

LEVEL = "LUTHIER_SUBMISSIONS"  # environment variable: an index into LEVELS, for smaller submissions
LEVELS: tuple[Mapping[str, str], ...] = (
    {},
    # ggml-vulkan.cpp submits a hundred nodes at once, or fewer where they are large; ggml-cuda a whole graph.
    {"GGML_VK_MAX_NODES_PER_SUBMIT": "8", "GGML_CUDA_DISABLE_GRAPHS": "1"},
    # Node by node, each awaited before the next is submitted. Metal has no such setting: its graphs are small already,
    # and without concurrency their nodes run one after another.
    {
        "GGML_VK_MAX_NODES_PER_SUBMIT": "1",
        "GGML_VK_SERIALIZE_SUBMISSIONS": "1",
        "GGML_VK_DISABLE_ASYNC": "1",
        "GGML_CUDA_DISABLE_GRAPHS": "1",
        "CUDA_LAUNCH_BLOCKING": "1",
        "GGML_METAL_CONCURRENCY_DISABLE": "1",
    },
)
SMALLEST = len(LEVELS) - 1
_NAME = "submissions.json"


class DeviceReport(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A device and the result of its self-test. Memory sizes are in bytes.

    name: as in the settings. description: the card's, from its driver. integrated: it has no memory of its own and uses
    the computer's. verdict: `wrong` and `crashes` hold for this driver and version; `missing`: training needs an
    operation or more free memory than the device has. reason: the verdict in a sentence. largest_error: the largest
    relative difference from the processor's results; None if not measured.
    """

    name: str
    description: str
    integrated: bool = False
    memory_total: int = 0
    memory_free: int = 0
    verdict: Verdict = "untested"
    reason: str = ""
    largest_error: float | None = None

    @property
    def usable(self) -> bool:
        """Return whether a training may use the device; an untested one is tested first."""
        return self.verdict in ("works", "untested")


def is_device_name(name: str) -> bool:
    """Return whether this is a valid device name; the device need not exist."""
    return re.match(DEVICE_PATTERN, name) is not None


def wanted_device(of_run: str, of_program: str) -> str:
    """Return the device to compute with: the run's setting, else the program's, else `auto`."""
    return of_run if of_run != AUTO else of_program or AUTO


def hand_over_less(device: str) -> int:
    """Set this process's environment for smaller submissions, before the device is opened. Return the level: LEVEL's,
    or the device's remembered one if that submits less. Variables set by hand stay. device: from `device_key`.
    """
    level = max(asked_level(), remembered(device))
    for name, value in LEVELS[level].items():
        os.environ.setdefault(name, value)
    return level


def asked_level() -> int:
    """Return the level that the variable LEVEL requests of this process."""
    wanted = os.environ.get(LEVEL, "")
    return min(int(wanted), SMALLEST) if wanted.isdecimal() else 0


def device_key(name: str, description: str, version: str) -> str:
    """Return the key under which a device's level is stored; it changes with the driver and its version."""
    return " / ".join((name, description, version))


def remembered(device: str) -> int:
    """Return the level that the device's driver coped with in the last training that had trouble; 0 if none had."""
    return min(_load().get(device, 0), SMALLEST)


def remember(device: str, level: int) -> None:
    """Store the level that the device's driver copes with. If it cannot be written, the next training must find it
    again.
    """
    known = _load()
    if known.get(device) != level:
        _save({**known, device: level})


def forget() -> None:
    """Forget all stored levels, so that each device starts at full submissions again."""
    if _load():
        _save({})


def _load() -> dict[str, int]:
    try:
        return from_json((paths.cache_dir() / _NAME).read_bytes(), type=dict[str, int])
    except (OSError, ValueError):
        return {}


def _save(known: dict[str, int]) -> None:
    with contextlib.suppress(LuthierError, OSError):
        paths.cache_dir().mkdir(parents=True, exist_ok=True)
        with written_whole(paths.cache_dir() / _NAME) as partial:
            partial.write_bytes(msgspec.json.encode(known))
