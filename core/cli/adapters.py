"""`luthier import-adapter` and `adapters`: adapters by themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from core import protocol as p
from core.cli.options import MODEL_HELP, Force, Json, Model, Output, absolute, adapter_of, model_of, wrong_usage
from core.cli.results import show_facts
from core.cli.running import perform, perform_and_show
from core.cli.terminal import Terminal

app = typer.Typer(help="Combine, weight, extract and show adapters.", no_args_is_help=True)
_Base = Annotated[str | None, typer.Option("--model", help=f"{MODEL_HELP} Folders of PEFT and mlx-lm need it.")]
_Adapter = Annotated[Path, typer.Argument(help="A GGUF adapter, a run, or a folder of PEFT or mlx-lm.")]


def import_adapter(
    source: Annotated[Path, typer.Argument(help="A folder of PEFT or mlx-lm, or another program's GGUF adapter.")],
    model: Model,
    output: Output,
    force: Force = False,
    json: Json = False,
) -> None:
    """Turn an adapter of PEFT or mlx-lm into a GGUF adapter for a model."""
    job = p.ImportAdapterJob(source=adapter_of(source), model=model_of(model), output=absolute(output), force=force)
    perform_and_show(job, json)


@app.command()
def combine(
    adapters: Annotated[
        list[str],
        typer.Argument(metavar="ADAPTER[:WEIGHT]...", help="Adapters as for `show`, each with a weight: FILE:0.5."),
    ],
    output: Output,
    method: Annotated[str, typer.Option(help="exact: their sum; ranks add up. linear: like PEFT's.")] = "exact",
    rank: Annotated[int, typer.Option(min=0, help="Cut the result to this rank; 0: do not cut.")] = 0,
    model: _Base = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Add up adapters of one base, each with its weight."""
    weighted = [_weighted(text) for text in adapters]
    job = p.CombineAdaptersJob(
        sources=[adapter_of(Path(source)) for source, _ in weighted],
        weights=[weight for _, weight in weighted],
        output=absolute(output),
        method=method,
        rank=rank,
        model=model_of(model) if model else None,
        force=force,
    )
    perform_and_show(job, json)


@app.command()
def scale(
    adapter: _Adapter,
    by: Annotated[float, typer.Option(help="The factor: 0.5 halves its strength, 2 doubles it.")],
    output: Output,
    model: _Base = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Make an adapter stronger or weaker."""
    job = p.CombineAdaptersJob(
        sources=[adapter_of(adapter)],
        weights=[by],
        output=absolute(output),
        model=model_of(model) if model else None,
        force=force,
    )
    perform_and_show(job, json)


@app.command()
def extract(
    base: Annotated[str, typer.Option(help=f"The model before. {MODEL_HELP}")],
    tuned: Annotated[str, typer.Option(help="The same model after training.")],
    output: Output,
    rank: Annotated[int, typer.Option(min=1, help="The adapter's rank: more keeps more of the difference.")] = 16,
    force: Force = False,
    json: Json = False,
) -> None:
    """Make an adapter from the difference between two models."""
    job = p.ExtractAdapterJob(
        base=model_of(base), tuned=model_of(tuned), output=absolute(output), rank=rank, force=force
    )
    result = perform(job, json)
    if not json:
        facts = msgspec.to_builtins(result)
        del facts["kept_of"], facts["left_out"]  # notices say what there is to be said of them
        show_facts(
            Terminal(),
            facts
            | {"kept": f"{result.kept:.1%} of the difference, of a tensor at least {min(result.kept_of.values()):.1%}"},
        )


@app.command()
def show(adapter: _Adapter, model: _Base = None, json: Json = False) -> None:
    """Say what is in an adapter: rank, alpha, targets, and how much each tensor changes."""
    job = p.ShowAdapterJob(source=adapter_of(adapter), model=model_of(model) if model else None)
    result = perform(job, json, quiet=True)
    if json:
        return
    terminal, width = Terminal(), max(len(tensor.name) for tensor in result.tensors)
    show_facts(terminal, msgspec.to_builtins(result) | {"tensors": len(result.tensors)})
    terminal.print(f"\n{'tensor':<{width}}  rank  {'in':>6}  {'out':>6}  norm", markup=False)
    for tensor in result.tensors:
        line = f"{tensor.name:<{width}}  {tensor.rank:>4}  {tensor.d_in:>6,}  {tensor.d_out:>6,}  {tensor.norm:.4g}"
        terminal.print(line, markup=False, soft_wrap=True)


def _weighted(text: str) -> tuple[str, float]:
    """ADAPTER:WEIGHT; 1 where no weight is said."""
    source, colon, weight = text.rpartition(":")
    if not colon or Path(text).exists():
        return text, 1.0
    try:
        return source, float(weight)
    except ValueError as error:
        raise wrong_usage("ADAPTER:WEIGHT", f"'{text}' names no file, and '{weight}' is no number.") from error
