"""Export: a run's adapter in the form other programs load, checked in llama.cpp before it counts as done."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from msgspec import UNSET, UnsetType

from core.chat.prompt import prompt_tokens
from core.convert.resolve import resolve_model
from core.data.chat.renderer import TemplateRenderer
from core.data.example import Example
from core.engine.lora.adapter_file import Adapter, read_adapter, require_without_dora, write_adapter
from core.export import ollama, verify
from core.export.go_template import RAW
from core.export.merge import merge
from core.export.modelfile import printable
from core.export.turns import Turns, learnt_conversations, read_turns
from core.jobs.context import JobContext, Outcome
from core.shared import protocol as p
from core.shared.command_lines import into_ollama
from core.shared.errors import LuthierError
from core.shared.files import require_replaceable, told_of, written_whole
from core.shared.gguf.header import Header, read_header
from core.shared.gguf.made import MADE, RUN, is_adapter_of_ours, made_by
from core.shared.runs import Run, RunInfo

_GREETING = "Good evening! Who are you?"  # what a model without held-out data is asked
_MADE = "export"
_ANSWER, _COMPARED = 256, 32  # tokens: of an answer that has to end, and of two that should be alike


def export_run(job: p.ExportJob, context: JobContext) -> Outcome[p.ExportResult]:
    """Write `job.output`: a GGUF file for `adapter` and `merged`, a folder for `ollama`.

    Raises LuthierError: `export.unknown-kind`, `export.no-adapter`, `export.loss-differs`, `export.same-file`,
    `files.would-overwrite`, those of core/export/merge.py, `lora.*`, `model.*`.
    """
    if job.kind not in p.EXPORT_KINDS:
        known = ", ".join(p.EXPORT_KINDS)
        raise LuthierError("export.unknown-kind", f"'{job.kind}' is not an export.", f"Known: {known}.")
    run, output = Run(Path(job.run).expanduser()), Path(job.output).expanduser().absolute()
    info = run.info()
    if not run.adapter.is_file():
        raise LuthierError(
            "export.no-adapter",
            f"{run.folder} holds no adapter yet.",
            "Train until the first checkpoint, or choose another run.",
        )
    adapter = read_adapter(run.adapter)
    output = _free_output(job, run, output)
    trained = _Trained(run, info, adapter, resolve_model(info.model, context))
    files, commands = [output], list[str]()
    if job.kind == "adapter":
        require_without_dora(adapter, run.adapter)
        checked = _export_adapter(trained, output, context)
    elif job.kind == "merged":
        checked = _export_merged(trained, output, job.dtype, _turns(trained, context), context)
    else:
        files, checked = _export_ollama(trained, output, job.dtype, context)
        commands = into_ollama(output, run.name)
    return "done", p.ExportResult(
        path=str(output),
        kind=job.kind,
        files=[str(file) for file in files],
        commands=commands,
        loss_training=checked.loss_training,
        loss_llama_cpp=checked.loss_llama_cpp,
        same_answer=checked.same_answer,
        ends=checked.ends,
    )


class _Checked(NamedTuple):
    """What llama.cpp said of the export, as an ExportResult has it."""

    loss_training: float | None
    loss_llama_cpp: float | None
    same_answer: bool | UnsetType | None = UNSET
    ends: bool | UnsetType | None = UNSET


@dataclass(frozen=True)
class _Trained:
    """What is exported. model: the base."""

    run: Run
    info: RunInfo
    adapter: Adapter
    model: Header

    @cached_property
    def held_out(self) -> list[Example]:
        """What the run was evaluated with, read once; empty where it has nothing."""
        return verify.read_evaluation(self.run.evaluation) if self.run.evaluation.is_file() else []


def _free_output(job: p.ExportJob, run: Run, output: Path) -> Path:
    """The file or folder to write. Raises LuthierError `files.would-overwrite`."""
    if job.kind == "ollama":
        ollama.require_folder(output, force=job.force)
        return output
    is_ours, name = (made_by(_MADE), "-merged") if job.kind == "merged" else (is_adapter_of_ours, "")
    with told_of(output):
        file = output / f"{run.name}{name}.gguf" if output.is_dir() else output
    require_replaceable(file, force=job.force, is_ours=is_ours)
    return file


def _export_adapter(trained: _Trained, file: Path, context: JobContext) -> _Checked:
    """Written anew, since an older version put paths into the run's own file."""
    context.phase("export", "Writing the adapter")
    adapter = trained.adapter
    with written_whole(file) as partial:
        write_adapter(
            partial, adapter.architecture, adapter.tensors, adapter.alpha, name=adapter.name, notes=adapter.notes
        )
        return _check(trained, trained.model, partial, context)


def _export_merged(trained: _Trained, file: Path, dtype: str | None, turns: Turns, context: JobContext) -> _Checked:
    if file.exists() and file.samefile(trained.model.path):
        raise LuthierError("export.same-file", f"{file} is the base model itself.", "Choose another output.")
    name = printable(trained.run.name)
    keys = {MADE: _MADE, RUN: name, "general.description": f"Trained with Luthier, run {name}."} | turns.keys
    context.phase("export", "Merging the adapter into the model")
    with written_whole(file) as partial:
        merge(
            trained.model,
            trained.adapter,
            partial,
            dtype.lower() if dtype else None,
            keys,
            lambda done, total: context.progress(done, total, "tensors"),
            lambda level, line: context.emit(p.Log(level=level, source="llama.cpp", text=line)),
        )
        merged = read_header(partial)
        checked = _check(trained, merged, None, context)
        same, ends = _check_answer(trained, merged, turns, context)
        return checked._replace(same_answer=same, ends=ends)


def _export_ollama(
    trained: _Trained, folder: Path, dtype: str | None, context: JobContext
) -> tuple[list[Path], _Checked]:
    turns, is_new = _turns(trained, context), not folder.exists()
    if turns.template is None:
        context.notice(
            "export.template",
            "The model's chat template cannot be said in Ollama's template language, so the Modelfile has none.",
            "Ollama 0.30 and later read it from model.gguf, or take a well-known one that is nearly the same. Older "
            "versions need a TEMPLATE in the Modelfile.",
        )
    elif turns.template is not RAW and not turns.template.system:
        context.notice("export.no-system", "The model's chat template has no place for a system prompt.")
    try:
        checked = _export_merged(trained, folder / ollama.MODEL, dtype, turns, context)
        base = trained.model
        made_for = int(base.values.get(f"{base.architecture}.context_length", ollama.OLLAMAS_CONTEXT))
        length = ollama.context_for(trained.info.config.context, made_for)
        return [folder / ollama.MODEL, *ollama.write_texts(folder, trained.run.name, turns, length)], checked
    finally:
        if is_new:
            with suppress(OSError):  # it is not empty
                folder.rmdir()


def _turns(trained: _Trained, context: JobContext) -> Turns:
    context.phase("export", "Reading the chat template")
    info = trained.info
    conversations = learnt_conversations(Path(info.data), info.config, trained.held_out)
    return read_turns(trained.model, context.renderer, conversations=conversations)


def _check_answer(
    trained: _Trained, merged: Header, turns: Turns, context: JobContext
) -> tuple[bool | None, bool | None]:
    """Let the merged file answer, as the programs will that load it: does it say the same, does it come to an end?"""
    prompt = _prompt(trained.held_out, merged, turns.conversations, context.renderer)
    limit = _ANSWER if turns.conversations else _COMPARED
    answer = verify.continue_greedily(
        merged, None, prompt, limit, lambda done, total: context.progress(done, total, "tokens")
    )
    same = None
    if not trained.adapter.magnitudes:  # else llama.cpp cannot add it to the model
        before = verify.continue_greedily(trained.model, trained.run.adapter, prompt, _COMPARED)
        same = before.tokens == answer.tokens[:_COMPARED]
    if not turns.conversations:
        return same, None
    ends = answer.ended or any(stop in answer.text for stop in turns.stops)
    if not ends:
        context.notice(
            "export.no-end",
            f"The model wrote {len(answer.tokens)} tokens without coming to the end of its answer.",
            "If its answers go on and on, train longer. In a Modelfile, PARAMETER num_predict 300 cuts them off.",
        )
    return same, ends


def _prompt(held_out: list[Example], model: Header, conversations: bool, renderer: TemplateRenderer) -> list[int]:
    """From the held-out data where there is any: up to the first answer, or the beginning of a text."""
    for example in held_out:
        start = int(example.supervised.argmax()) if conversations else len(example) // 2
        if 1 < start < len(example):
            return [int(token) for token in example.tokens[:start]]
    return prompt_tokens(model, _GREETING, conversations, renderer)


def _check(trained: _Trained, model: Header, adapter: Path | None, context: JobContext) -> _Checked:
    """Load the adapter, or a model with the adapter merged into it, in llama.cpp and compare the loss with training's.

    A merged file's weights are rounded anew, on which the loss depends: up to 5% is said, beyond is an error.

    Raises LuthierError `export.loss-differs`, `export.not-finite` or `lora.cannot-load`.
    """
    context.phase("verify", "Checking the export in llama.cpp")
    reported = _reported_loss(trained.run)
    if reported is None or not trained.held_out:
        verify.evaluate_with_llama_cpp(model, adapter, [verify.probe_example(model)])
        return _Checked(None, None)
    loss, _ = verify.evaluate_with_llama_cpp(
        model, adapter, trained.held_out, lambda done, total: context.progress(done, total, "rows")
    )
    if adapter is None and not verify.agrees(loss, reported):
        _accept_rounding(loss, reported, context)
    elif not verify.agrees(loss, reported):
        raise LuthierError(
            "export.loss-differs",
            f"Training reported a loss of {reported:.4f} on held-out text, but llama.cpp computes {loss:.4f} "
            f"with {model.path.name} and this adapter.",
            "Check that the model file is still the one that was trained; otherwise please report this as a bug.",
        )
    return _Checked(reported, loss)


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
