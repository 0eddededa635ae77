"""`luthier import-adapter` and `adapters`: adapters outside of runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from core import protocol as p
from core.cli.options import MODEL_HELP, Force, Json, Model, Output, absolute, adapter_of, model_of
from core.cli.results import show_facts
from core.cli.running import perform, perform_and_show
from core.cli.terminal import Terminal

app = typer.Typer(help="Look into adapters.", no_args_is_help=True)
_Base = Annotated[str | None, typer.Option("--model", help=f"{MODEL_HELP} Folders of PEFT and mlx-lm need it.")]
_Adapter = Annotated[Path, typer.Argument(help="A GGUF adapter, a run, or a folder of PEFT or mlx-lm.")]


def import_adapter(
    source: Annotated[Path, typer.Argument(help="A folder of PEFT or mlx-lm, or another program's GGUF adapter.")],
    model: Model,
    output: Output,
    force: Force = False,
    json: Json = False,
) -> None:
    """Convert another program's adapter to GGUF. It is a PEFT or mlx-lm folder, or a GGUF file."""
    job = p.ImportAdapterJob(source=adapter_of(source), model=model_of(model), output=absolute(output), force=force)
    perform_and_show(job, json)


@app.command()
def show(adapter: _Adapter, model: _Base = None, json: Json = False) -> None:
    """Show an adapter's rank, alpha and targets. Also shows how much each tensor changes."""
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
