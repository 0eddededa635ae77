"""The engine with which this computer computes for another one's training."""

from __future__ import annotations

import msgspec

from core.cluster.base_copy import ReadPart, fetch
from core.cluster.member import Build, Built
from core.cluster.questions import Base, Prepare
from core.cluster.sent_rows import received
from core.convert.resolve import resolve_model
from core.engine.model.loaded import load_for_engine
from core.engine.train.plan.search import plan_memory
from core.engine.train.plan.stored import why_unusable
from core.engine.train.training import Training
from core.hub.local_models import find_local
from core.jobs.context import JobContext
from core.jobs.device_choice import with_device
from core.jobs.model_check import Contents, weights_checked
from core.shared import paths
from core.shared.devices import CPU
from core.shared.errors import LuthierError
from core.shared.gguf.header import Header
from core.shared.settings import device_for


def base_of(model: Header, contents: Contents) -> Base:
    """By which other computers find it on their disks."""
    return Base(model.path.name, contents.size, contents.header, contents.tensors)


def builder(context: JobContext) -> Build:
    """Threads, device and memory are chosen here: machines differ."""

    def build(wanted: Prepare, read: ReadPart) -> Built:
        context.phase("load", f"Loading {wanted.base.name} for {wanted.run}")
        rows = [row for _, row in received(wanted.longest)]
        config = msgspec.structs.replace(wanted.config, threads=0, memory_budget=0, backward="auto", device="auto")
        loaded = load_for_engine(_found_or_fetched(wanted, read, context))
        chosen = with_device(loaded, device_for("auto"), config, rows, context)
        plan = wanted.plan
        if why_unusable(plan, chosen.loaded, config):  # another plan trains as well, but rounds differently
            plan = plan_memory(chosen.loaded, config, max(len(row.tokens) for row in rows))
        training = Training(
            chosen.loaded, config, rows, [], plan, lambda done, total: context.progress(done, total, "tensors")
        )
        context.phase("train", f"Computing for {wanted.run}")
        return Built(training.engine, training.adapter, plan.device.device if plan.device else CPU)

    return build


def _found_or_fetched(wanted: Prepare, read: ReadPart, context: JobContext) -> Header:
    """Raises LuthierError `cluster.no-base`, `cluster.other-base`, and as core/cluster/base_copy.py has it."""
    try:
        return _found(wanted.base, context)
    except LuthierError:
        if not wanted.may_copy:
            raise
    context.phase("copy", f"Copying {wanted.base.name} from the computer that trains")
    path = fetch(wanted.base, read, paths.models_dir(), lambda done, total: context.progress(done, total, "bytes"))
    model = resolve_model(str(path), context)
    if not _is_same(model, wanted.base, context):
        path.unlink()
        raise LuthierError("cluster.other-base", f"{wanted.base.name} did not arrive as it was sent.", _AGAIN)
    return model


def _found(base: Base, context: JobContext) -> Header:
    """Raises LuthierError `cluster.no-base`, `cluster.other-base`."""
    others = []
    for found in find_local():
        if found.path.suffix != ".gguf" or not found.path.is_file() or found.path.stat().st_size != base.size:
            others += [found.path] if found.path.name == base.name else []
            continue
        model = resolve_model(str(found.path), context)
        if _is_same(model, base, context):
            return model
        others.append(found.path)
    if others:
        raise LuthierError(
            "cluster.other-base",
            f"its {others[0]} is not the {base.name} that is trained: the contents differ.",
            _COPY,
        )
    raise LuthierError("cluster.no-base", f"it does not have the base model {base.name}.", _COPY)


def _is_same(model: Header, base: Base, context: JobContext) -> bool:
    with weights_checked(model, context) as weights:
        contents = weights()
    return contents is not None and (contents.header, contents.tensors) == (base.header, base.tensors)


_COPY = "Train with --cluster-copy to have it sent there, or copy the file into that machine's models folder."
_AGAIN = "Start or resume the training again."
