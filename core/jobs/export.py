"""Export: a run's adapter in the form other programs load, checked in llama.cpp before it counts as done."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from core import protocol as p
from core.config import TrainConfig
from core.convert.resolve import resolve_model
from core.data.recognise import recognise
from core.data.template import CHATML
from core.errors import LuthierError
from core.export import verify
from core.export.go_template import RAW
from core.export.merge import merge
from core.export.ollama import ADAPTER, ollama_name, read_chat_format, write_folder
from core.files import written_whole
from core.jobs.context import JobContext
from core.jobs.dispatch import Outcome
from core.llamacpp import open_model
from core.lora.gguf import Adapter, read_adapter, require_plain
from core.runs import Run


def export_run(job: p.ExportJob, context: JobContext) -> Outcome:
    """Write `job.output`: a GGUF file for `adapter` and `merged`, a folder for `ollama`.

    The result holds path, kind, files, and the losses of training and of llama.cpp with the exported adapter, or
    None where the run has no evaluation of this very adapter.
    Raises LuthierError: `export.unknown-kind`, `export.no-adapter`, `export.loss-differs`, `export.not-empty`,
    `export.same-file`, those of core/export/merge.py, `lora.*`, `model.*`.
    """
    if job.kind not in p.EXPORT_KINDS:
        known = ", ".join(p.EXPORT_KINDS)
        raise LuthierError("export.unknown-kind", f"'{job.kind}' is not an export.", f"Known: {known}.")
    run, output = Run(Path(job.run).expanduser()), Path(job.output).expanduser()
    info = run.info()
    if not run.adapter.is_file():
        raise LuthierError(
            "export.no-adapter",
            f"{run.folder} holds no adapter yet.",
            "Train until the first checkpoint, or choose another run.",
        )
    adapter = read_adapter(run.adapter)
    model = resolve_model(info.model, context)
    if job.kind == "merged":
        path, files, losses = _export_merged(run, model, adapter, output, job.dtype, context)
    else:
        require_plain(adapter, run.adapter)
        write = _export_adapter if job.kind == "adapter" else _export_ollama
        path, files, losses = write(run, model, output, context)
    return "done", {
        "path": str(path),
        "kind": job.kind,
        "files": [str(file) for file in files],
        "loss_training": losses.training,
        "loss_llama_cpp": losses.llama_cpp,
    }


class _Losses(NamedTuple):
    """On the run's held-out data; None without any."""

    training: float | None = None
    llama_cpp: float | None = None


def _export_adapter(run: Run, model: Path, output: Path, context: JobContext) -> tuple[Path, list[Path], _Losses]:
    context.phase("export", "Writing the adapter")
    file = _file_in(output, f"{run.name}.gguf")
    with written_whole(file) as partial:
        shutil.copyfile(run.adapter, partial)
        losses = _check(run, model, partial, context)
    return file, [file], losses


def _export_merged(
    run: Run, model: Path, adapter: Adapter, output: Path, dtype: str | None, context: JobContext
) -> tuple[Path, list[Path], _Losses]:
    file = _file_in(output, f"{run.name}-merged.gguf")
    if file.exists() and file.samefile(model):
        raise LuthierError("export.same-file", f"{file} is the base model itself.", "Choose another output.")
    context.phase("export", "Merging the adapter into the model")
    with written_whole(file) as partial:
        merge(
            model,
            adapter,
            partial,
            dtype.lower() if dtype else None,
            lambda done, total: context.progress(done, total, "tensors"),
            lambda level, line: context.emit(p.Log(level=level, source="llama.cpp", text=line)),
        )
        losses = _check(run, partial, None, context)
    return file, [file], losses


def _file_in(output: Path, name: str) -> Path:
    """`output`, or the file of that name in it when it is a folder."""
    return output / name if output.is_dir() else output


def _export_ollama(run: Run, model: Path, output: Path, context: JobContext) -> tuple[Path, list[Path], _Losses]:
    context.phase("export", "Writing the Ollama folder")
    chat = read_chat_format(model, _template(model, run.info().data, run.info().config))
    if chat.template is None:
        context.notice(
            "export.template",
            "The model's chat template cannot be said in Ollama's template language, so the Modelfile has none.",
            "Ollama may recognise the model by itself; if its answers look broken, write TEMPLATE into the Modelfile.",
        )
    elif chat.template is not RAW and not chat.template.system:
        context.notice("export.no-system", "The model's chat template has no place for a system prompt.")
    with _replaced_folder(output) as folder:
        written = write_folder(folder, model, run.adapter, chat, ollama_name(run.name))
        losses = _check(run, model, folder / ADAPTER, context)
    return output, [output / file.name for file in written], losses


def _template(model: Path, data: str, config: TrainConfig) -> str | None:
    """The model's own; ChatML, which training took, for a model without one that was trained on conversations."""
    with open_model(model, vocabulary_only=True) as opened:
        template = opened.chat_template
    if template is None and Path(data).is_file() and recognise(Path(data), config).is_conversation:
        return CHATML
    return template


def _check(run: Run, model: Path, adapter: Path | None, context: JobContext) -> _Losses:
    """Load the adapter, or a model with the adapter merged into it, in llama.cpp and compare the loss with training's.

    A merged file's weights are rounded anew, on which the loss depends: up to 5% is said, beyond is an error.

    Raises LuthierError `export.loss-differs`, `export.not-finite` or `lora.cannot-load`.
    """
    context.phase("verify", "Checking the export in llama.cpp")
    reported = _reported_loss(run)
    if reported is None or not run.evaluation.is_file():
        verify.evaluate_with_llama_cpp(model, adapter, [verify.probe_sequence(model)])
        return _Losses()
    sequences = verify.read_evaluation(run.evaluation)
    loss, _ = verify.evaluate_with_llama_cpp(
        model, adapter, sequences, lambda done, total: context.progress(done, total, "rows")
    )
    if adapter is None and not verify.agrees(loss, reported):
        _accept_rounding(loss, reported, context)
    elif not verify.agrees(loss, reported):
        raise LuthierError(
            "export.loss-differs",
            f"Training reported a loss of {reported:.4f} on held-out text, but llama.cpp computes {loss:.4f} "
            f"with {model.name} and this adapter.",
            "Check that the model file is still the one that was trained; otherwise please report this as a bug.",
        )
    return _Losses(reported, loss)


def _accept_rounding(loss: float, reported: float, context: JobContext) -> None:
    what = f"Training reported a loss of {reported:.4f} on held-out text; the merged file's is {loss:.4f}"
    hint = "A finer type keeps more of what was learnt, for example --type q8_0."
    if abs(loss - reported) > verify.ROUNDED * abs(reported):
        raise LuthierError("export.loss-differs", f"{what}, more than rounding to this type explains.", hint)
    context.notice("export.rounding", f"{what}, because its weights are rounded again.", hint)


def _reported_loss(run: Run) -> float | None:
    """Of the newest evaluation, if the run's adapter is still the one that was evaluated."""
    evaluated, saved = None, None
    for event in run.events():
        match event:
            case p.Evaluation(adapter=True):
                evaluated = event
            case p.Checkpoint(step=step):
                saved = step
    return evaluated.loss if evaluated is not None and evaluated.step == saved else None


@contextmanager
def _replaced_folder(folder: Path) -> Iterator[Path]:
    """Give an empty neighbour to fill; it takes the folder's place at the end, or is removed on any failure.

    Raises LuthierError `export.not-empty` when the folder holds anything but an earlier export.
    """
    if folder.exists() and not (folder / "Modelfile").is_file() and (folder.is_file() or any(folder.iterdir())):
        raise LuthierError("export.not-empty", f"{folder} already holds other files.", "Choose a new folder.")
    partial = folder.with_name(folder.name + ".part")
    shutil.rmtree(partial, ignore_errors=True)
    try:
        partial.mkdir(parents=True)
        yield partial
        shutil.rmtree(folder, ignore_errors=True)
        partial.replace(folder)
    except OSError as error:
        raise LuthierError(
            "files.cannot-write",
            f"Cannot write {folder}: {error.strerror or error}.",
            "Check that the folder is yours to write to and that the disk has room.",
        ) from error
    finally:
        shutil.rmtree(partial, ignore_errors=True)
