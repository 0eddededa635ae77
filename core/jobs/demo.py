"""The demo on the bundled model: convert, quantize, train, evaluate, export, and check the export."""

from __future__ import annotations

import time
from pathlib import Path

import msgspec

from core import protocol as p
from core.advice import picks
from core.base import paths
from core.base.errors import LuthierError
from core.base.files import require_replaceable, told_of
from core.base.systems.machine import peak_rss
from core.jobs.chat.converse import generate
from core.jobs.context import JobContext, Outcome
from core.jobs.export.job import export_run
from core.jobs.models.convert import convert_model, quantize_model
from core.jobs.training.on_device import start_training
from core.jobs.training.recorder import recorder
from core.memory.monitor import MemoryMonitor
from core.runs import run as runs
from core.runs.disk import delete_for_good
from core.runs.files import require_nothing_else

QUANTIZED = "storyteller-6m-q8_0.gguf"


def run_demo(job: p.DemoJob, context: JobContext) -> Outcome[p.DemoResult | p.DemoStopped]:
    """Run the demo in `job.output`, replacing only an earlier demo.

    Raises LuthierError `files.would-overwrite`, `files.cannot-write`, `runs.other-files`, and what the jobs in it
    raise.
    """
    started = time.monotonic()
    folder = Path(job.output)
    with told_of(folder):
        folder.mkdir(parents=True, exist_ok=True)
    run = runs.Run(folder / "run")
    if _is_of_a_demo(run, folder):
        require_nothing_else(run.folder)
    else:
        require_replaceable(run.folder, force=False)
    model = _quantized_model(folder, context)
    ending, trained = _train(run, model, job.chat, context)
    if ending == "stopped":
        return "stopped", p.DemoStopped(run=str(run.folder))
    export = p.ExportJob(run=str(run.folder), kind="ollama", output=str(folder / "ollama"))
    _, exported = export_run(export, context)
    before, after = _samples(model, run.adapter, job.chat, context)
    trained.peak_rss_bytes, trained.seconds = peak_rss(), time.monotonic() - started
    return "done", p.DemoResult(
        **msgspec.structs.asdict(trained),
        model=str(model),
        ollama=str(folder / "ollama"),
        loss_training=exported.loss_training,
        loss_llama_cpp=exported.loss_llama_cpp,
        prompt=_sample(job.chat).prompt,
        sample_before=before,
        sample_after=after,
    )


def _is_of_a_demo(run: runs.Run, folder: Path) -> bool:
    """Return whether an earlier demo trained the run; a user's run in the folder has another model."""
    try:
        return run.info().model == str(folder / QUANTIZED)
    except LuthierError:
        return False


def _sample(chat: bool) -> picks.Sample:
    return picks.CHAT if chat else picks.TEXT


def _quantized_model(folder: Path, context: JobContext) -> Path:
    half, quantized = folder / "storyteller-6m-f16.gguf", folder / QUANTIZED
    convert_model(p.ConvertJob(source=str(paths.SAMPLE_MODEL), output=str(half), dtype="f16"), context)
    quantize_model(p.QuantizeJob(source=str(half), output=str(quantized), dtype="q8_0"), context)
    return quantized


def _train(run: runs.Run, model: Path, chat: bool, context: JobContext) -> Outcome[p.TrainResult]:
    """Train an ordinary run in the demo's folder, with its own events file."""
    if run.folder.exists():
        delete_for_good(run)
    job = p.TrainJob(
        model=str(model),
        data=str(_sample(chat).data),
        run=str(run.folder),
        config=_sample(chat).config,
    )

    def emit(event: p.Event) -> None:
        if not isinstance(event, p.Finished | p.Memory):  # the demo emits its own
            context.emit(event)

    with recorder(job, emit) as record:
        with JobContext(record, context.control) as own, MemoryMonitor(own.emit_own_memory, own.device_memory):
            outcome, result = start_training(job, own)
        record(p.finished(outcome, result))
    return outcome, result


def _samples(model: Path, adapter: Path, chat: bool, context: JobContext) -> tuple[str, str]:
    """Return answers to the same prompt before and after the training."""
    context.phase("sample", "Writing an answer")
    prompt = _sample(chat).prompt
    texts = []
    for label, lora in (("base", None), ("tuned", adapter)):
        text = generate(model, lora, prompt, context.renderer, chat=chat, max_tokens=60, temperature=0.0, seed=0)
        context.emit(p.Sample(prompt=prompt, text=text, label=label))
        texts.append(text)
    return texts[0], texts[1]
