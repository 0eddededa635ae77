"""The engine with which this computer computes for another one's training."""

from __future__ import annotations

import msgspec

from core.cluster.member import Built
from core.cluster.questions import Prepare
from core.cluster.sent_rows import received
from core.engine.model.loaded import load_for_engine
from core.engine.train.plan.search import plan_memory
from core.engine.train.plan.stored import why_unusable
from core.engine.train.training import Training
from core.jobs.cluster import bases
from core.jobs.context import JobContext
from core.jobs.device_choice import with_device
from core.shared.devices import CPU
from core.shared.settings import device_for


def built(wanted: Prepare, context: JobContext) -> Built:
    """Threads, device and memory are chosen here: machines differ. Raises LuthierError."""
    context.phase("load", f"Loading {wanted.base.name} for {wanted.run}")
    rows = [row for _, row in received(wanted.longest)]
    config = msgspec.structs.replace(wanted.config, threads=0, memory_budget=0, backward="auto", device="auto")
    loaded = load_for_engine(bases.found(wanted.base, context))
    chosen = with_device(loaded, device_for("auto"), config, rows, context)
    plan, longest = wanted.plan, max(len(row.tokens) for row in rows)
    if why_unusable(plan, chosen.loaded, config):  # another plan trains as well, but rounds differently
        plan = plan_memory(chosen.loaded, config, longest)
    training = Training(
        chosen.loaded, config, rows, [], plan, lambda done, total: context.progress(done, total, "tensors")
    )
    context.phase("train", f"Computing for {wanted.run}")
    return Built(training, plan.device.device if plan.device else CPU, longest)
