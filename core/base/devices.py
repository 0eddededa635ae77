"""What computes: the processor, or a graphics card by its name; and what is known of each card.

A device is named as ggml's backends are: `vulkan:0` is the first that the Vulkan backend finds. `cpu` is the processor,
`auto` the faster of the processor and the largest card that computes right.
"""

from __future__ import annotations

import re
from typing import Literal

import msgspec

AUTO, CPU = "auto", "cpu"
DEVICE_PATTERN = r"^(auto|cpu|metal|[a-z][a-z0-9_]*:[0-9]{1,3})\Z"
DEVICE_HINT = "Write auto, cpu, metal, or a backend and a number, such as vulkan:0: `luthier devices` lists them."

Verdict = Literal["untested", "works", "wrong", "crashes", "missing"]


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
    """Whether a device could have this name; not whether it is there."""
    return re.match(DEVICE_PATTERN, name) is not None


def wanted_device(of_run: str, of_program: str) -> str:
    """What is to compute: as the run's own setting says, else as the program's does, else `auto`."""
    return of_run if of_run != AUTO else of_program or AUTO
