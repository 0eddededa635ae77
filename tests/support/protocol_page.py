"""The example lines of docs/protocol.md."""

from __future__ import annotations

import re
from typing import get_args

import msgspec

from core import protocol as p
from tests.support.places import ROOT

PAGE = ROOT / "docs" / "protocol.md"
STOPPED: dict[str, type[msgspec.Struct]] = {"fetch, stopped": p.FetchStopped, "demo, stopped": p.DemoStopped}


def examples(section: str) -> list[str]:
    """The lines of JSON below a heading."""
    return [
        line for block in re.findall(r"```json\n(.*?)```", _below(section), re.DOTALL) for line in block.splitlines()
    ]


def example_events() -> list[p.Event]:
    """At least one of every event."""
    return [p.decode_event(line) for line in examples("Events")]


def example_results() -> dict[str, str]:
    """By the job, and after a comma how it ended or what was asked of it."""
    lines = re.findall(r"^([a-z, -]+)(\{.*)$", _below("Results"), re.MULTILINE)
    return {name.strip(): line for name, line in lines}


def result_type(example: str) -> type[msgspec.Struct]:
    """Of an example of a result, by its name."""
    jobs = {job.__struct_config__.tag: job for job in get_args(p.Job)}
    return STOPPED.get(example) or p.result_type(jobs[example.partition(",")[0]])


def _below(heading: str) -> str:
    return PAGE.read_text(encoding="utf-8").split(f"\n## {heading}\n")[1].split("\n## ")[0]
