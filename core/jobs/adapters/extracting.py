"""Extract: the difference of two models as an adapter."""

from __future__ import annotations

import time
from pathlib import Path

from core import protocol as p
from core.adapters.extract import Extracted, extract
from core.adapters.learnt import listed
from core.base.errors import LuthierError
from core.base.files import require_replaceable
from core.convert.resolve import resolve_model
from core.gguf.header import Header
from core.gguf.kind import made_by
from core.jobs.adapters.written import write_checked
from core.jobs.context import JobContext, Outcome

_MADE = "extract-adapter"
_EXACT = ("f32", "f16", "bf16")


def extract_adapter(job: p.ExtractAdapterJob, context: JobContext) -> Outcome[p.ExtractAdapterResult]:
    """Raises LuthierError `adapter.*`, `model.*`, `convert.*`, `files.would-overwrite`, `files.cannot-write`."""
    started, output = time.monotonic(), Path(job.output).expanduser().absolute()
    if job.rank < 1:
        raise LuthierError("adapter.bad-rank", f"An adapter cannot have rank {job.rank}.", "Give 1 or more.")
    require_replaceable(output, force=job.force, is_ours=made_by(_MADE))
    context.claim(output)
    base, tuned = (resolve_model(model, context) for model in (job.base, job.tuned))
    _say_if_rounded(base, tuned, context)
    context.phase("extract", "Comparing the models")
    found = extract(base, tuned, job.rank, lambda done, total: context.progress(done, total, "tensors"))
    _say_what_is_left_out(found, context)
    write_checked(output, found.adapter, base, _MADE, context)
    return "done", p.ExtractAdapterResult(
        path=str(output),
        rank=found.adapter.rank,
        tensors=len(found.adapter.tensors),
        kept=found.kept_of_all,
        kept_of=found.kept,
        left_out=[p.LeftOut(name=name, change=change) for name, change in found.left_out.items()],
        bytes=output.stat().st_size,
        seconds=time.monotonic() - started,
    )


def _say_if_rounded(base: Header, tuned: Header, context: JobContext) -> None:
    """What rounding adds to the difference is random, and takes up rank."""
    for model in (base, tuned):
        kinds = {tensor.type_name for tensor in model.tensors.values()} - set(_EXACT)
        if kinds:
            context.notice(
                "adapter.rounded",
                f"{model.path.name} has weights that were rounded ({', '.join(sorted(kinds))}), and how differently "
                "the two were rounded is a part of what is extracted.",
                "Take both models in F16 or BF16 where there are such.",
            )
            return


def _say_what_is_left_out(found: Extracted, context: JobContext) -> None:
    if found.left_out:
        ways = listed(list(found.left_out), lambda name: f"{name} (by {found.left_out[name]:.2%})")
        context.notice(
            "adapter.left-out",
            f"The models also differ in what no adapter changes: {ways}.",
            "Base and adapter will answer a little differently from the tuned model, beyond what the rank explains.",
        )
