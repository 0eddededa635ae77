"""`luthier convert` and `quantize`: files of weights."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from core import protocol as p
from core.cli.options import Force, Json, Output, absolute, wrong_usage
from core.cli.results import show_quant_types
from core.cli.running import perform_and_show


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
    perform_and_show(job, json)


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
        raise wrong_usage(missing, "is needed, unless --list is given.")
    job = p.QuantizeJob(
        source=absolute(source),
        output=absolute(output),
        dtype=dtype.lower(),
        imatrix=absolute(imatrix) if imatrix else None,
        measure=absolute(measure) if measure else None,
        sample_tokens=sample_tokens,
        force=force,
    )
    perform_and_show(job, json)
