"""The adapter that a training starts from, if it does not start from the base model."""

from __future__ import annotations

import contextlib
from pathlib import Path

import msgspec

from core.base.errors import Do, LuthierError
from core.engine.lora.adapter import LoraAdapter
from core.engine.lora.adapter_file import Adapter
from core.gguf.header import Header
from core.jobs.context import JobContext
from core.protocol.config import TrainConfig
from core.runs.run import Run, RunInfo


def open_beginning(run: Run, info: RunInfo, model: Header, context: JobContext) -> Adapter | None:
    """Return the adapter that a run starts from, or None.

    Its rank, alpha and targets become the run's, also in run.json.

    Raises LuthierError `adapter.*`, and what reading other programs' folders does.
    """
    if info.adapter is None:
        return None
    adapter, config = read_beginning(Path(info.adapter), info.config, model, context)
    run.write_info(msgspec.structs.replace(info, config=config))
    return adapter


def read_beginning(source: Path, asked: TrainConfig, model: Header, context: JobContext) -> tuple[Adapter, TrainConfig]:
    """Read an adapter, and return it with the requested settings adapted to it. Raises as open_beginning."""
    from core.adapters.open import open_adapter  # imported late: most trainings start from the base
    from core.adapters.start import conflicts, settings_for

    context.phase("adapter", "Reading the adapter to go on from")
    adapter = open_adapter(source, model)
    config = settings_for(adapter, model, asked, source)
    if asked.turn_marks == "auto" and (learnt := _run_of(source)):  # the turns it was trained with
        config = msgspec.structs.replace(config, turn_marks=learnt.config.turn_marks)
    differ = conflicts(asked, config)
    for name, (wanted, found) in differ.items():
        context.notice(
            "train.adapter-differs",
            f"{name}={wanted} was asked for, but {source.name} has {found}, which counts.",
            Do.by("Begin with the model itself to choose it freely.", "without --adapter"),
        )
    if config.layers != asked.layers and "layers" not in differ:
        context.notice(
            "train.adapter-layers",
            f"{source.name} has adapted the layers {config.layers} alone, so these alone go on learning.",
        )
    return adapter, config


def _run_of(source: Path) -> RunInfo | None:
    """Return the info of the run whose folder contains the adapter; None if none does."""
    for folder in (source.absolute(), *source.absolute().parents):
        with contextlib.suppress(LuthierError):
            return Run(folder).info()
    return None


def begin_with(own: LoraAdapter, adapter: Adapter, source: str | None, context: JobContext) -> None:
    """Initialize the trained adapter with another's values, so that the model starts out as with that one."""
    from core.adapters.learnt import listed  # imported late, as above
    from core.adapters.start import start_from

    missing = start_from(own, adapter)
    if missing:
        context.notice(
            "train.adapter-partly",
            f"{Path(source or '').name} has nothing of {listed(missing)}: these are trained from the start.",
        )
