"""Shows results to people; scripts use --json."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise

import msgspec
from rich.console import Console
from rich.text import Text

from core import protocol as p
from core.advice import assessment
from core.base.numbers import brief_duration, brief_size
from core.cli.terminal import print_json
from core.gguf.types import QUANT_TYPES

_SHOWN_ELSEWHERE = (
    "prompt", "sample_before", "sample_after", "preview", "formats", "titles", "statistics", "commands", "ollama",
    "right", "answers", "known", "taught", "distance", "rendered_ours", "rendered_theirs", "tok_s_low", "tok_s_high",
    "seconds_low", "seconds_high", "time_from",
)  # fmt: skip
_WAYS = {"raw": "as it was trained", "chat": "as a chat"}
BAR_WIDTH, SHOWN_PAIRS = 40, 5
_LABELS = {
    "tok_s": "speed",
    "rows_s": "rows a second",
    "tokens_s": "tokens a second",
    "from_cache": "tokenized before",
    "peak_rss_bytes": "peak memory",
    "bytes": "size",
    "total_bytes": "memory",
    "budget_bytes": "of at most",
    "least_bytes": "would do with",
    "planned_bytes": "planned for",
    "step_seconds": "a step takes",
    "whole_seconds": "the training, about",
    "tried": "steps tried",
    "device_bytes": "of the graphics card",
    "device_total_bytes": "which has",
    "device_layers": "layers computed there",
    "longest_row": "longest row that fits, in tokens",
    "source_bytes": "size before",
    "loss_training": "loss of the trained model",
    "loss_llama_cpp": "loss in llama.cpp",
    "general_training": "its loss on general questions",
    "general_llama_cpp": "the same in llama.cpp",
    "rows": "measured on",
    "mmproj": "reads pictures with",
    "keeps": "keeps of what was learnt",
    "same_answer": "answers as base and adapter do",
    "ends": "ends its answers",
    "same": "answers as here",
    "rendered": "makes the trained prompt",
}


def show_result(console: Console, result: p.Result) -> None:
    """Show a result as one line per fact; some results have functions of their own."""
    show_facts(console, msgspec.to_builtins(result))
    if isinstance(result, p.TrainResult | p.EvalResult):
        said = [assessment.your_questions(result.right, result.answers)] if result.answers else []
        if isinstance(result, p.TrainResult) and result.taught:
            said.append(f"Answers learnt: {result.known} of {result.taught} right, word for word.")
        if isinstance(result, p.TrainResult) and result.distance is not None:
            said.append(assessment.everything_else_while_held(result.distance))
        for line in said:
            console.print(line, markup=False, soft_wrap=True)


def show_facts(console: Console, facts: Mapping[str, object]) -> None:
    """Show one line per fact, with names and units spelled out."""
    shown = {_label(name): fact(name, value) for name, value in facts.items() if _says(name, value)}
    width = max(map(len, shown), default=0) + 2
    for label, text in shown.items():
        console.print(label.ljust(width) + text.replace("\n", "\n" + " " * width), markup=False, soft_wrap=True)


def show_commands(console: Console, commands: Sequence[str]) -> None:
    """Show what to type next, one copyable line per command."""
    if commands:
        console.print("\nNow type:")
    for command in commands:
        console.print(f"  {command}", markup=False, soft_wrap=True)


def show_ollama(console: Console, result: p.OllamaResult) -> None:
    """Show the model in Ollama, and a line for each answer."""
    console.print(f"\nIn Ollama {result.version}, {result.address}:", markup=False)
    show_result(console, result)
    for answer in result.answers:
        verdict = "the same" if answer.same else f"{answer.theirs!r} instead of {answer.ours!r} at token {answer.at}"
        verdict += "" if answer.ends else ", without an end"
        way = _WAYS.get(answer.way, answer.way)
        console.print(f"  {way}, {answer.prompt!r}: {verdict}", markup=False, soft_wrap=True)


def _label(name: str) -> str:
    return _LABELS.get(name, name.removesuffix("_bytes").replace("_", " "))


def _says(name: str, value: object) -> bool:
    return name not in _SHOWN_ELSEWHERE and value not in (None, "", [], {})


def fact(name: str, value: object) -> str:
    """Format a value with its unit, derived from the name."""
    match value:
        case bool():
            return "yes" if value else "no"
        case dict():
            return ", ".join(f"{key}: {fact(key, part)}" for key, part in value.items())
        case list():
            return "\n".join(fact(name, part) for part in value)
        case int() if name.endswith("bytes"):
            return brief_size(value)
        case int():
            return f"{value:,}"
        case float() if name.endswith("seconds"):
            return brief_duration(value)
        case float() if name in ("rows_s", "tokens_s"):
            return f"{value:,.0f}"
        case float() if name == "tok_s":
            return f"{value:,.0f} tokens/s"
        case float() if name in ("fill", "trained_share"):
            return f"{value:.0%}"
        case float() if name == "kept":
            return f"{value:.1%} of the whole"
        case float() if name == "keeps":
            return f"{value:.1%}"
        case "held-out" | "trained" if name == "rows":
            return {"held-out": "held-out text", "trained": "text it was trained on"}[value]
        case float():
            return f"{value:.4g}" if math.isfinite(value) else "not a number"
    return str(value)


def show_quant_types(as_json: bool) -> None:
    """Show every type of weights, from the largest to the smallest."""
    if as_json:
        print_json(QUANT_TYPES)
        return
    for row in QUANT_TYPES:
        needs = " Needs --imatrix." if row.needs_imatrix else ""
        print(f"{row.name:<10} {row.bits:>5.2f} bits   {row.summary}{needs}")


def show_statistics(console: Console, found: p.Statistics) -> None:
    """Show a histogram of lengths, outliers, languages and near-duplicate rows."""
    most = max(found.counts)
    console.print("\nTokens in a row:", markup=False)
    for (start, end), count in zip(pairwise(found.edges), found.counts, strict=True):
        bar = "█" * -(-BAR_WIDTH * count // most)
        console.print(f"{start:>7,} to {end - 1:<7,}{bar} {count:,}", markup=False, soft_wrap=True)
    languages = (f"{code or 'too short to tell'} {share:.0%}" for code, share in found.languages.items())
    more = "" if found.all_compared else ", and there may be more"
    facts = {
        "half have at most": f"{found.median:,} tokens",
        "95% have at most": f"{found.most:,} tokens",
        "longest": [_row_size(row) for row in found.longest],
        "shortest answers": [_row_size(row) for row in found.fewest_trained],
        "languages": ", ".join(languages),
        "nearly the same": f"{found.n_similar:,} rows{more}",
        "such as": [
            f"line {pair.line} and line {pair.other_line} ({pair.share:.0%} in common)"
            for pair in found.similar[:SHOWN_PAIRS]
        ],
    }
    show_facts(console, facts)


def _row_size(row: p.RowSize) -> str:
    return f"line {row.line:,}: {row.tokens:,} tokens, {row.trained:,} trained"


def show_preview(console: Console, rows: Sequence[Sequence[p.PreviewPiece]]) -> None:
    """Show rows as the model reads them. Supervised text is green, or between ⟦ and ⟧ without colours."""
    coloured = console.color_system is not None
    for number, row in enumerate(rows, 1):
        text = Text(f"--- {number} ---\n", style="dim")
        for piece in row:
            marked = piece.text if coloured or not piece.trained else f"⟦{piece.text}⟧"
            text.append(marked, style="not dim green" if piece.trained else "not dim")
        console.print(text, soft_wrap=True)


def show_tokens(console: Console, rows: Sequence[p.PreviewRow]) -> None:
    """Show a line per span of tokens: count, whether supervised, why, and the tokens' texts between bars."""
    for row in rows:
        console.print(f"{row.file}, line {row.line}" if row.line else row.file, markup=False, style="dim")
        if row.problem:
            console.print(f"Not used: {row.problem}", markup=False, soft_wrap=True)
        if row.left_out:
            console.print(f"The template leaves out: {', '.join(row.left_out)}", markup=False, soft_wrap=True)
        if row.thinking:
            console.print(f"Learnt {'with' if row.thinking == 'on' else 'without'} thoughts", style="dim")
        place = 0
        for count, trained, why in row.stretches:
            text = "|".join(row.pieces[place : place + count]).replace("\n", "⏎")
            place += count
            console.print(f"{count:>6} {'trained' if trained else 'read':<8}{why:<11}", markup=False, end="")
            console.print(text, markup=False, soft_wrap=True, style=_shade(trained, why))
        if row.rejected:
            console.print(f"Rejected: {row.rejected}", markup=False, soft_wrap=True)


def _shade(trained: bool, why: str) -> str:
    """Return the colour, which distinguishes thoughts from answers."""
    if not trained:
        return ""
    return "italic magenta" if why == "thought" else "green"
