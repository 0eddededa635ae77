"""What computes: the processor, with how many threads, or a graphics card by its name; and what is known of each card.

A device is named as ggml's backends are: `vulkan:0` is the first that the Vulkan backend finds. `cpu` is the processor,
`auto` the faster of the processor and the largest card that computes right.

Also here: how much room a worker leaves other programs; how much work a graphics driver is handed at once, and how much
it stood in earlier trainings.

A driver takes a device for hung that is at one piece of work for too long (amdgpu and Windows: two seconds), and resets
it. What had been computed there is lost. Smaller pieces compute the same, with more waiting in between.
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

THREADS = "LUTHIER_THREADS"  # the environment's variable for the processes that a worker starts, too
MOST_THREADS = "LUTHIER_MOST_THREADS"  # as that, where nobody named a number: fewer compute on a busy machine
_LOOK_S = 0.5  # between two looks at what other programs take


def compute_threads() -> int:
    """Return the most that compute where a training names no number: $LUTHIER_THREADS, else one per physical core."""
    return _in_environment(THREADS) or _in_environment(MOST_THREADS) or physical_cores()


def _in_environment(name: str) -> int:
    """0: there is no number."""
    wanted = os.environ.get(name, "")
    return int(wanted) if wanted.isdecimal() else 0


class Look(NamedTuple):
    """A moment: seconds on the clock, and the processor seconds of other programs since the machine was started."""

    clock: float
    others: float


def look(is_low: bool = False) -> Look:
    """Return what other programs have taken up to now, a hypervisor's among them. Raises psutil.Error, OSError.

    is_low: whether this process is at low priority. Where it is not, those that are go behind it, and do not count.
    """
    times = psutil.cpu_times()._asdict()
    free = times["idle"] + times.get("iowait", 0.0) + (0.0 if is_low else times.get("nice", 0.0))
    counted_twice = sum(times.get(name, 0.0) for name in ("guest", "guest_nice", "interrupt", "dpc"))
    return Look(time.monotonic(), float(sum(times.values()) - free - counted_twice - time.process_time()))


def _busy_between(before: Look, after: Look) -> float:
    """Return how many processors other programs kept busy, on average."""
    return max(0.0, after.others - before.others) / max(after.clock - before.clock, 1e-9)


def suited_threads(most: int, busy: float, processors: int) -> int:
    """Return with how many threads, at least one, most gets done beside so many busy processors.

    Threads wait for each other after each product: all are as slow as one that shares its processor.
    """
    return max(range(1, most + 1), key=lambda threads: threads * (1 - max(0.0, threads + busy - processors)))


class Threads:
    """How many compute: as many as are named, else what other programs leave of `most`, looked at now and then.

    No result depends on the number, but for the last digits of what llama.cpp writes after many tokens.
    """

    def __init__(self, named: int = 0, looks: Callable[[bool], Look] = look, processors: int = 0) -> None:
        """named: 0 for $LUTHIER_THREADS, else for as many as suit. processors: 0 for this machine's."""
        self.most = self._now = named or compute_threads()
        self._looks, self._processors = looks, processors or psutil.cpu_count() or 1
        is_named = bool(named or _in_environment(THREADS))
        self._last = None if is_named or self.most == 1 else self._look()

    def now(self) -> int:
        """Return the number for the next piece of work, by what others took since the last look."""
        if self._last is not None and time.monotonic() - self._last.clock >= _LOOK_S:
            before, self._last = self._last, self._look()
            if self._last is not None:
                self._now = suited_threads(self.most, _busy_between(before, self._last), self._processors)
        return self._now

    def _look(self) -> Look | None:
        """Return what other programs use, or None if the system does not say."""
        with contextlib.suppress(psutil.Error, OSError):
            return self._looks(is_behind())
        return None


def physical_cores() -> int:
    return psutil.cpu_count(logical=False) or 1


def leave_room(threads: int, gentle: bool) -> None:
    """Hold this process to so many threads (0: as usual); gentle: at low priority, and with one core left free.

    A number that somebody set in the environment for one command goes before that of the settings.
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

LEVEL = "LUTHIER_SUBMISSIONS"  # the environment's variable for a process that is to hand over less
LEVELS: tuple[Mapping[str, str], ...] = (
    {},
    # ggml-vulkan.cpp submits a hundred nodes at once, or fewer where they are large; ggml-cuda a whole graph.
    {"GGML_VK_MAX_NODES_PER_SUBMIT": "8", "GGML_CUDA_DISABLE_GRAPHS": "1"},
    # Node by node, each awaited before the next is handed over. Metal has no such number: its graphs are small already,
    # and without concurrency their nodes follow one another.
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
    """A device and what came of its test. Bytes.

    name: as settings take it. description: of the card, as its driver says. integrated: it has no memory of its own,
    and takes of the computer's. verdict: `wrong` and `crashes` hold for this driver and version; `missing`: something
    that training needs is not there, an operation or enough free memory. reason: the verdict in a sentence.
    largest_error: of the test's numbers against the processor's, relative; None where none was measured.
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
        """Whether a training may be given to it; one that is not tested yet is tested first."""
        return self.verdict in ("works", "untested")


def is_device_name(name: str) -> bool:
    """Return whether a device could have this name; not whether it is there."""
    return re.match(DEVICE_PATTERN, name) is not None


def wanted_device(of_run: str, of_program: str) -> str:
    """Return what is to compute: as the run's own setting says, else as the program's does, else `auto`."""
    return of_run if of_run != AUTO else of_program or AUTO


def hand_over_less(device: str) -> int:
    """Set the environment of this process before the device is opened: as LEVEL says, or smaller where that is what it
    stood before. What somebody set by hand stays. Returns the level. device: as `device_key` names it.
    """
    level = max(asked_level(), remembered(device))
    for name, value in LEVELS[level].items():
        os.environ.setdefault(name, value)
    return level


def asked_level() -> int:
    """Return the level that LEVEL asks of this process."""
    wanted = os.environ.get(LEVEL, "")
    return min(int(wanted), SMALLEST) if wanted.isdecimal() else 0


def device_key(name: str, description: str, version: str) -> str:
    """Return the key by which a device is remembered: another driver, or another version of it, starts from scratch."""
    return " / ".join((name, description, version))


def remembered(device: str) -> int:
    """Return the level that the device's driver stood in the last training that had trouble; 0 where none had."""
    return min(_load().get(device, 0), SMALLEST)


def remember(device: str, level: int) -> None:
    """Store the level that the device's driver stands. A disk that refuses costs the next training its way down."""
    known = _load()
    if known.get(device) != level:
        _save({**known, device: level})


def forget() -> None:
    """Forget every device's limits, so that each is tried with everything again."""
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
