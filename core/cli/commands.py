"""The commands: from words on the command line to a job."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from core.cli import listing, models, program
from core.cli.options import DATA_HELP, MODEL_HELP, Force, Json, absolute
from core.cli.results import show_commands, show_preview, show_quant_types, show_result, show_statistics, show_tokens
from core.cli.running import INTERRUPTED, perform
from core.cli.terminal import Terminal, visible
from core.shared import paths, runs
from core.shared import protocol as p
from core.shared.config import TrainConfig, with_settings

app = typer.Typer(
    name="luthier",
    help="Fine-tune language models at home: no NVIDIA card, no PyTorch, no account.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
data_app = typer.Typer(help="Look at training data.", no_args_is_help=True)
app.add_typer(data_app, name="data")
app.add_typer(models.app, name="models")
app.add_typer(listing.app, name="runs")
app.command(name="settings")(program.show_or_change)

Model = Annotated[str, typer.Option("--model", help=MODEL_HELP)]
DataFile = Annotated[Path, typer.Argument(help=DATA_HELP)]
Data = Annotated[Path, typer.Option("--data", help=DATA_HELP)]
AdapterFile = Annotated[Path | None, typer.Option("--adapter", help="A GGUF adapter to put on the model.")]
Output = Annotated[Path, typer.Option("--output", "-o", help="Where to write.")]
Overrides = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="A setting, for example --set epochs=2. May be given many times."),
]


@app.command()
def demo(
    chat: Annotated[bool, typer.Option("--chat", help="Train on the bundled conversations, not on the book.")] = False,
    out: Annotated[Path | None, typer.Option(help="Where to put everything; replaces an earlier demo.")] = None,
    json: Json = False,
) -> None:
    """Try everything on the bundled model: convert, quantize, train, evaluate, export, check."""
    folder = out or paths.home() / ("demo-chat" if chat else "demo")
    _do(p.DemoJob(output=absolute(folder), chat=chat), json)


@app.command(name="app")
def window(
    run: Annotated[str | None, typer.Argument(help="A run to show: its name or its folder.")] = None,
) -> None:
    """Open the window."""
    shown = [_run(run)] if run else []
    os.execv(sys.executable, [sys.executable, "-m", "app", *shown])


@app.command()
def doctor(json: Json = False) -> None:
    """Say what this machine has, what will work and what will not. Exits 1 when training cannot work."""
    from core.cli.checkup import show
    from core.cli.doctor import examine

    report = examine()
    show(report, json)
    if not report.can_train:
        raise typer.Exit(1)


@app.command()
def convert(
    source: Annotated[Path, typer.Argument(help="A folder with config.json and .safetensors files.")],
    output: Output,
    dtype: Annotated[
        str, typer.Option("--type", help="Type of the weights: f16, bf16, f32, q8_0, q6_k, q5_k_m, q4_k_m, ...")
    ] = "f16",
    imatrix: Annotated[
        Path | None, typer.Option(help="Data to learn from which weights matter, for types of few bits.")
    ] = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Turn a Hugging Face folder into a GGUF file."""
    job = p.ConvertJob(
        source=absolute(source),
        output=absolute(output),
        dtype=dtype.lower(),
        imatrix=absolute(imatrix) if imatrix else None,
        force=force,
    )
    _do(job, json)


@app.command()
def quantize(
    source: Annotated[Path | None, typer.Argument(help="A GGUF file.")] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Where to write.")] = None,
    dtype: Annotated[str | None, typer.Option("--type", help="One of --list; q4_k_m is the usual choice.")] = None,
    imatrix: Annotated[
        Path | None, typer.Option(help="Data to learn from which weights matter, or a GGUF that knows it already.")
    ] = None,
    measure: Annotated[Path | None, typer.Option(help="Data to measure perplexity on, before and after.")] = None,
    sample_tokens: Annotated[int, typer.Option(min=64, help="Read at most so much of either data.")] = 32768,
    show_types: Annotated[bool, typer.Option("--list", help="List the types and end.")] = False,
    force: Force = False,
    json: Json = False,
) -> None:
    """Make a GGUF file smaller."""
    if show_types:
        show_quant_types(json)
        return
    if source is None or output is None or dtype is None:
        missing = "SOURCE" if source is None else "--output" if output is None else "--type"
        raise _usage(missing, "is needed, unless --list is given.")
    job = p.QuantizeJob(
        source=absolute(source),
        output=absolute(output),
        dtype=dtype.lower(),
        imatrix=absolute(imatrix) if imatrix else None,
        measure=absolute(measure) if measure else None,
        sample_tokens=sample_tokens,
        force=force,
    )
    _do(job, json)


@data_app.command()
def inspect(
    file: DataFile,
    model: Model,
    limit: Annotated[int, typer.Option(min=0, help="How many rows to show.")] = 5,
    settings: Overrides = None,
    json: Json = False,
) -> None:
    """Show a data file as the model reads it: rows, tokens, and which of them are trained."""
    job = p.InspectJob(model=_model(model), data=absolute(file), config=_config(settings), limit=limit)
    result = perform(job, json)
    if not json:
        show_preview(Terminal(), result.preview)
        show_result(Terminal(), result)
        if result.statistics is not None:
            show_statistics(Terminal(), result.statistics)


@data_app.command()
def preview(
    file: DataFile,
    model: Model,
    start: Annotated[int, typer.Option(min=1, help="The first row to show.")] = 1,
    limit: Annotated[int, typer.Option(min=1, help="How many rows to show.")] = 1,
    settings: Overrides = None,
    json: Json = False,
) -> None:
    """Show rows token by token, and why each token is trained or not."""
    job = p.PreviewJob(model=_model(model), data=absolute(file), config=_config(settings), start=start - 1, limit=limit)
    result = perform(job, json)
    if not json:
        show_tokens(Terminal(), result.rows)


@data_app.command()
def clean(file: DataFile, output: Output, settings: Overrides = None, force: Force = False, json: Json = False) -> None:
    """Write the rows that can be used, each once, to a new file of JSON lines."""
    _do(p.CleanJob(data=absolute(file), output=absolute(output), config=_config(settings), force=force), json)


@app.command()
def estimate(model: Model, settings: Overrides = None, json: Json = False) -> None:
    """Say how much memory training would take, and whether this machine has it."""
    _do(p.EstimateJob(model=_model(model), config=_config(settings)), json)


@app.command()
def train(
    model: Annotated[str | None, typer.Option(help=MODEL_HELP)] = None,
    data: Annotated[Path | None, typer.Option(help=DATA_HELP)] = None,
    eval_data: Annotated[Path | None, typer.Option(help="Data to measure on; else part of --data.")] = None,
    run: Annotated[Path | None, typer.Option(help="A new folder for the run; else one is made.")] = None,
    resume: Annotated[str | None, typer.Option(metavar="RUN", help="Go on with this run: a name or a folder.")] = None,
    settings: Overrides = None,
    json: Json = False,
) -> None:
    """Train an adapter. Ctrl+C finishes the step and saves; --resume goes on from there."""
    if resume is not None:
        if model or data or eval_data or run or settings:
            what = "goes on with the run's own model, data and settings; give no others."
            raise typer.BadParameter(what, None, None, "--resume")
        _do(p.ResumeJob(run=_run(resume)), json)
        return
    if model is None or data is None:
        missing = "--model" if model is None else "--data"
        raise typer.BadParameter("is needed, unless --resume is given.", None, None, missing)
    job = p.TrainJob(
        model=_model(model),
        data=absolute(data),
        eval_data=absolute(eval_data) if eval_data else None,
        run=absolute(run) if run else str(runs.new_folder(model, str(data))),
        config=_config(settings),
    )
    _do(job, json)


@app.command(name="eval")
def evaluate(
    model: Model, data: Data, adapter: AdapterFile = None, settings: Overrides = None, json: Json = False
) -> None:
    """Measure loss and perplexity of a model on a data file."""
    job = p.EvalJob(
        model=_model(model),
        data=absolute(data),
        adapter=absolute(adapter) if adapter else None,
        config=_config(settings),
    )
    _do(job, json)


@app.command()
def chat(
    model: Model,
    adapter: AdapterFile = None,
    prompt: Annotated[str | None, typer.Option(help="What to say. Without it, prompts are read line by line.")] = None,
    temperature: Annotated[float, typer.Option(min=0, help="0: the likeliest words; 1: as varied as trained.")] = 0.0,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same answer.")] = 0,
    max_tokens: Annotated[int, typer.Option(min=1, help="Longest answer.")] = 200,
    json: Json = False,
) -> None:
    """Talk to a model. Each prompt is answered on its own."""
    if json and prompt is None:
        raise _usage("--prompt", "is needed with --json.")
    for text in [prompt] if prompt is not None else _typed_prompts():
        job = p.ChatJob(
            model=_model(model),
            prompt=text,
            adapter=absolute(adapter) if adapter else None,
            temperature=temperature,
            seed=seed,
            max_tokens=max_tokens,
        )
        result = perform(job, json, quiet=True)
        if not json:
            print(visible(result.text), flush=True)


@app.command()
def export(
    run: Annotated[str, typer.Argument(help="A run: its name or its folder.")],
    kind: Annotated[
        str, typer.Argument(help="ollama (a folder), merged (the whole model in a file) or adapter (a file).")
    ],
    output: Output,
    dtype: Annotated[
        str | None, typer.Option("--type", help="Of the model's weights, for example q8_0; else as in the base.")
    ] = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Write a run's adapter for other programs, and check it there."""
    if kind not in p.EXPORT_KINDS:
        raise _usage("KIND", f"'{kind}' is not one of {', '.join(p.EXPORT_KINDS)}.")
    if dtype is not None and kind == "adapter":
        raise _usage("--type", "is only for merged and ollama.")
    job = p.ExportJob(run=_run(run), kind=kind, output=absolute(output), dtype=dtype, force=force)
    result = perform(job, json)
    if not json:
        show_result(Terminal(), result)
        show_commands(Terminal(), result.commands)


def _do(job: p.JobOf[p.Result], as_json: bool) -> None:
    result = perform(job, as_json)
    if not as_json:
        show_result(Terminal(), result)


def _run(text: str) -> str:
    """The folder of a run that is named."""
    return str(listing.find_run(text).folder)


def _usage(option: str, what: str) -> typer.BadParameter:
    return typer.BadParameter(f"{option} {what}")


def _typed_prompts() -> Iterator[str]:
    """Lines from stdin until its end or Ctrl+C; asked for when a person is there."""
    try:
        while line := (input("> ") if sys.stdin.isatty() else sys.stdin.readline()):
            yield line.strip()
    except EOFError:
        return
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None


def _config(settings: list[str] | None) -> TrainConfig:
    return with_settings(TrainConfig(), settings or [])


def _model(text: str) -> str:
    """A file or folder becomes absolute; any other text is left for the job to make sense of."""
    return absolute(Path(text)) if Path(text).expanduser().exists() else text
