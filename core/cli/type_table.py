"""What types of weights cost a merged model: a line each as they are measured, and all in a table."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from core import protocol as p
from core.advice.texts.numbers import brief_size, decimals
from core.base.command_lines import luthier

_NAMES = {"": "without --type", p.BASE_TYPE: "base (its own types)"}


def line(cost: p.TypeCost) -> str:
    """q4_k_m: 4.1 MB, keeps 95%, perplexity 30.10 (+1.3%), same answers."""
    if cost.problem:
        return f"{_name(cost)}: {cost.problem}"
    answers = "same answers" if cost.same_answer else "other answers"
    perplexity = f"perplexity {decimals(cost.perplexity, 2)} ({_percent(cost.cost)})"
    return f"{_name(cost)}: {brief_size(cost.bytes)}, keeps {_share(cost.kept)}, {perplexity}, {answers}"


def show_types(console: Console, result: p.TypesResult, run: str) -> None:
    """run: as the user named it."""
    table = Table("type", "size", "keeps", "loss", "perplexity", "cost", "same answers", box=None, pad_edge=False)
    table.add_row("base + adapter", "", "", decimals(result.loss, 4), decimals(result.perplexity, 2), "", "")
    for cost in result.costs:
        if cost.problem:
            table.add_row(_name(cost), "", "", "", "", cost.problem, "")
            continue
        same = "yes" if cost.same_answer else "no"
        ends = ", do not end" if cost.ends is False else ""
        figures = decimals(cost.loss, 4), decimals(cost.perplexity, 2), _percent(cost.cost)
        table.add_row(_name(cost), brief_size(cost.bytes), _share(cost.kept), *figures, same + ends)
    console.print()
    console.print(table)
    best = result.recommended
    if best is None:
        return
    under = best.cost is not None and best.cost < 0.01
    good = "the smallest that keeps what was learnt and costs under 1% of perplexity"
    why = good if under else "the one that costs least"
    console.print(
        f"\nRecommended: {_name(best)}, {why} (measured on {result.tokens:,} tokens).", markup=False, soft_wrap=True
    )
    options = [*(("--type", best.dtype) if best.dtype else ()), *(("--imatrix",) if best.imatrix else ())]
    command = luthier("export", run, "ollama", *options, "-o", "FOLDER")
    console.print(f"  {command}", markup=False, soft_wrap=True)


def _name(cost: p.TypeCost) -> str:
    return _NAMES.get(cost.dtype, cost.dtype) + (" with imatrix" if cost.imatrix else "")


def _share(kept: float | None) -> str:
    return "" if kept is None else f"{kept:.0%}"


def _percent(cost: float | None) -> str:
    return "" if cost is None else f"{cost:+.1%}"
