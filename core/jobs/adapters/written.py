"""An adapter's file, written whole and loaded before it counts as done."""

from __future__ import annotations

from pathlib import Path

from core.adapters.base import require_hooked
from core.base.files import written_whole
from core.engine.lora.adapter_file import Adapter, write_adapter
from core.export.check.loss import evaluate_with_llama_cpp, probe_example
from core.gguf.header import Header
from core.jobs.context import JobContext


def write_checked(output: Path, adapter: Adapter, model: Header | None, made: str, context: JobContext) -> None:
    """made: the command. llama.cpp computes with it on the model, where that is known and the adapter is not DoRA's.

    Raises LuthierError `adapter.no-hook`, `lora.cannot-load`, `lora.not-finite`, `export.not-finite`,
    `files.cannot-write`, and Cancelled.
    """
    require_hooked(adapter.architecture, adapter.tensors, output)
    context.phase("export", "Writing the adapter")
    notes = adapter.notes | {"made": made}
    with written_whole(output) as partial:
        write_adapter(
            partial,
            adapter.architecture,
            adapter.tensors,
            adapter.alpha,
            name=adapter.name,
            notes=notes,
            magnitudes=adapter.magnitudes,
        )
        context.progress(0, 1, "files")
        if adapter.magnitudes:
            context.notice(
                "adapter.dora",
                "The adapter has DoRA's magnitudes, which llama.cpp cannot load: only Luthier trains, evaluates and "
                "merges it.",
            )
        elif model is not None:
            context.phase("verify", "Loading it in llama.cpp")
            evaluate_with_llama_cpp(model, partial, [probe_example(model)])
        context.progress(1, 1, "files")
