"""What computes: the processor, or a graphics card by its name; and what is known of each card.

A device is named as ggml's backends are: `vulkan:0` is the first that the Vulkan backend finds. `cpu` is the processor,
`auto` the faster of the processor and the largest card that computes right.

Also here: how much work a graphics driver is handed at once, and how much it stood in earlier trainings.

A driver takes a device for hung that is at one piece of work for too long (amdgpu and Windows: two seconds), and resets
it. What had been computed there is lost. Smaller pieces compute the same, with more waiting in between.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Mapping
from typing import Literal

import msgspec

from core.base import paths
from core.base.bounded_file import from_json
from core.base.errors import LuthierError
from core.base.files import written_whole

AUTO, CPU = "auto", "cpu"
DEVICE_PATTERN = r"^(auto|cpu|metal|[a-z][a-z0-9_]*:[0-9]{1,3})\Z"
DEVICE_HINT = "Write auto, cpu, metal, or a backend and a number, such as vulkan:0: `luthier devices` lists them."

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
