"""The export kind `elsewhere`: a folder that trains a run on a bigger machine; the run may be untrained."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import msgspec

from core import protocol as p
from core.adapters.peft_write import write_peft_folder
from core.base.errors import Do, Hint, LuthierError
from core.base.files import written_folder
from core.convert.resolve import resolve_model
from core.data.chat.template import conversation_template
from core.data.formats.recognise import Part
from core.data.tokenizer import Tokenizer
from core.data.tokens.collapse_notices import require_sound
from core.data.tokens.source import open_source
from core.engine.lora.adapter import LoraAdapter
from core.engine.lora.adapter_file import Adapter
from core.engine.model.weights import LoadedModel, load_for_engine
from core.export.base import describe_base
from core.export.elsewhere import data_files, folder
from core.export.elsewhere.folder import gpu_memory
from core.export.elsewhere.homecoming import MANIFEST, Manifest, manifest_of, sha256
from core.export.elsewhere.settings import SETTINGS, BaseModel, adapted_modules, settings_of
from core.gguf.header import Header
from core.jobs.context import JobContext, Outcome
from core.jobs.data.prepare import PreparedData, prepare_data
from core.jobs.planning.beginning import begin_with, open_beginning
from core.runs.disk import delete_for_good
from core.runs.run import Run, RunInfo, create


class Prepared(NamedTuple):
    """A run's model and data, and checksums to recognize them."""

    header: Header
    loaded: LoadedModel
    base: BaseModel
    data: PreparedData
    manifest: Manifest


def take_elsewhere(job: p.ElsewhereJob, context: JobContext) -> Outcome[p.ElsewhereResult]:
    """Make a run that waits for the trained adapter, and export its folder. A failure leaves nothing.

    Raises LuthierError `runs.exists`, and what `export_elsewhere` raises.
    """
    folder.require_folder(Path(job.output), force=job.force)
    run = create(p.TrainJob(model=job.model, data=job.data, run=job.run, eval_data=job.eval_data, config=job.config))
    try:
        made = export_elsewhere(run, Path(job.output), job.base, job.force, context)
    except BaseException:
        with suppress(LuthierError):
            delete_for_good(run)
        raise
    return "done", p.ElsewhereResult(run=str(run.folder), path=made.path, files=made.files)


def export_elsewhere(run: Run, output: Path, base: str, force: bool, context: JobContext) -> p.ExportResult:
    """Export a run's folder to train it elsewhere. base: the model's name on the hub, or "" for the known one.

    Raises LuthierError `files.would-overwrite`, `files.cannot-write`, `elsewhere.choices`, `elsewhere.experts`,
    `elsewhere.no-peft`, `data.*`, `model.*`, `adapter.*`.
    """
    config = run.info().config
    if config.objective == "dpo" and config.length_normalized and config.label_smoothing:
        raise LuthierError(
            "elsewhere.choices",
            f"{run.name} learns with length_normalized and label_smoothing, which TRL's DPO cannot do together.",
            Hint(Do.set("label_smoothing", 0), Do.by("Train it here, or on another computer.", "--on NAME")),
        )
    folder.require_folder(output, force=force)
    context.claim(output)
    beginning = open_beginning(run, run.info(), resolve_model(run.info().model, context), context)
    info = run.info()  # it now has the starting adapter's rank and other settings
    made = prepare_run(run, info, context)
    require_sound(made.data.dataset.notices, info.config)
    name = base or describe_base(info.model, made.header).checkpoint
    settings = settings_of(info.config, made.base, name, made.data.train_rows)
    context.phase("export", "Writing the folder")
    with written_folder(output) as partial:
        folder.copy_scripts(partial)
        folder.without_guide(partial)
        _write_data(partial / data_files.DATA, made, info, context)
        _write_template(partial, made, info)
        if beginning is not None:
            _write_beginning(partial / folder.START, beginning, made, info, context)
        files = {file: sha256(partial / data_files.DATA / file) for file in data_files.TRAINED_ON}
        manifest = msgspec.structs.replace(made.manifest, files=files)
        for file, content in ((MANIFEST, manifest), (SETTINGS, settings)):
            (partial / file).write_bytes(msgspec.json.format(msgspec.json.encode(content), indent=1))
        (partial / folder.README).write_bytes(folder.readme(_facts(run, made, info), settings).encode())
    if info.config.hold:
        context.notice(
            "elsewhere.not-held",
            "The scripts do not hold the model to what it was on ordinary text (hold), as training here does.",
            "It learns your rows as well there, and forgets more of the rest.",
        )
    if not name:
        context.notice(
            "elsewhere.base-unknown",
            f"Luthier does not know what {made.header.path.name} is called on the hub, so the folder does not say it.",
            Do.by("Where the folder is used, give the name of the original checkpoint.", "--base OWNER/NAME"),
        )
    return p.ExportResult(
        path=str(output),
        kind="elsewhere",
        files=[str(file) for file in sorted(output.rglob("*")) if file.is_file()],
        commands=[],
        loss_training=None,
        loss_llama_cpp=None,
    )


def prepare_run(run: Run, info: RunInfo, context: JobContext) -> Prepared:
    """Prepare a run's model and data as training does. Raises LuthierError `model.*`, `data.*`."""
    header = resolve_model(info.model, context)
    day = datetime.fromtimestamp(info.created)  # the run's start: some templates write the date
    config = info.config
    if not config.choices:  # for choices each answer is computed separately
        config = msgspec.structs.replace(config, shared_beginnings=False)  # other programs' rows contain whole examples
    data = prepare_data(header, info.data, info.eval_data, config, context, day)
    loaded = load_for_engine(header, info.config.threads)
    base = adapted_modules(loaded.model, info.config)
    manifest = manifest_of(run.name, base, data.train_rows, data.dataset.evaluation)
    return Prepared(header, loaded, base, data, manifest)


def _write_data(place: Path, made: Prepared, info: RunInfo, context: JobContext) -> None:
    data, dataset = made.data, made.data.dataset
    (place / data_files.READABLE).mkdir(parents=True)
    data_files.write_tokens(
        place, data.train_rows, data.eval_rows, lambda done, total: context.progress(done, total, "examples")
    )
    judged = info.eval_data or info.data
    own: Part = "train"
    of_folder: Part = "valid" if dataset.is_apart and not info.eval_data else own
    with Tokenizer(made.header) as tokenizer:
        for file, examples, units, path, split in (
            (data_files.TRAIN, dataset.train, dataset.units, info.data, own),
            (data_files.EVAL, dataset.evaluation, dataset.evaluation_units, judged, of_folder),
        ):
            part = data_files.Part(file, examples)
            if dataset.found.is_conversation and not info.config.choices:
                source = open_source(Path(path), made.header.path, info.config, part=split)
                part = data_files.Part(file, examples, units, source)
            data_files.write_readable(place / data_files.READABLE, part, tokenizer)


def _write_template(place: Path, made: Prepared, info: RunInfo) -> None:
    """Write the chat template, even for a model without one of its own."""
    template = made.header.text("tokenizer.chat_template")
    if made.data.dataset.found.is_conversation:
        with Tokenizer(made.header) as tokenizer:
            template = conversation_template(tokenizer, info.config.turn_marks)
    if template:
        (place / folder.TEMPLATE).write_text(template, encoding="utf-8", newline="\n")


def _write_beginning(place: Path, beginning: Adapter, made: Prepared, info: RunInfo, context: JobContext) -> None:
    """Write the starting adapter in PEFT's form."""
    loaded, config = made.loaded, info.config
    own = LoraAdapter(loaded.backend, loaded.model, config)
    own.initialize(config.seed)
    begin_with(own, beginning, info.adapter, context)
    start = Adapter(made.base.architecture, config.scale * config.rank, own.factors(), magnitudes=own.magnitudes())
    write_peft_folder(place, start, made.header, base=None)


def _facts(run: Run, made: Prepared, info: RunInfo) -> folder.Facts:
    dataset, counts = made.data.dataset, made.data.summary
    what = "conversations" if dataset.found.is_conversation else "pieces of text"
    return folder.Facts(
        run=run.name,
        model=Path(info.model).name,
        what=f"answers of choices ({info.config.objective})" if info.config.choices else what,
        train=len(dataset.train),
        held_out=len(dataset.evaluation),
        tokens=counts.tokens,
        supervised=counts.tokens_trained,
        memory=gpu_memory(made.loaded.model, info.config),
    )
