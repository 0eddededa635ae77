"""Formats events and results for a terminal: a line each, briefer than in the window, and tables of speeds and
types.
"""

from __future__ import annotations

from math import sqrt

from rich.console import Console
from rich.table import Table

from core import protocol as p
from core.advice import devices, losses
from core.base.command_lines import luthier, typed
from core.base.numbers import brief_duration, brief_size, decimals, plural, significant


def progress(event: p.Progress) -> str:
    """Format progress: 12/291 tensors · 35 tensors/s · 8 s left."""
    if event.unit == "bytes":
        parts = [f"{brief_size(event.done)} of {brief_size(event.total)}"]
        parts += [f"{brief_size(event.rate)}/s"] if event.rate else []
    else:
        parts = [f"{event.done:,.0f}/{event.total:,.0f} {event.unit}"]
        parts += [f"{event.rate:,.{0 if event.rate >= 10 else 1}f} {event.unit}/s"] if event.rate else []
    if event.seconds_left:
        parts.append(f"{brief_duration(event.seconds_left)} left")
    return " · ".join(parts)


def step(event: p.Step, memory: int) -> str:
    """Format a step: step 12/100 · loss 2.314 · 812 tokens/s · 1.2 GB · 2 min 03 s left. memory: bytes, 0: unknown."""
    parts = [f"step {event.step}/{event.steps}", f"loss {decimals(event.loss, 3)}", f"{event.tok_s:,.0f} tokens/s"]
    parts += [brief_size(memory)] if memory else []
    if event.step < event.steps:
        parts.append(f"{brief_duration(event.seconds_left)} left")
    return " · ".join(parts)


def found(model: p.HubModel) -> str:
    """Format a model on the hub in two or three lines: id, format and size, memory for training, licence; summary."""
    ggufs = [file.bytes for file in model.files if file.need]
    sizes = " to ".join(brief_size(count) for count in sorted({min(ggufs), max(ggufs)})) if ggufs else ""
    forms = [f"{len(ggufs)} GGUF ({sizes})"] if ggufs else []
    forms += [f"safetensors ({brief_size(model.bytes)})"] if "safetensors" in model.kinds else []
    fits = f"needs about {brief_size(model.need)}: {'fits' if model.fits else 'too large for'} this machine"
    facts = [*forms, fits if model.trains else f"not trained by this version: {model.architecture or 'unknown'}"]
    facts += [model.licence or "no licence named", f"{model.downloads:,} downloads"]
    facts += ["gated: accept its licence first"] if model.gated else []
    text = f"\n  {shortened(model.summary, 200)}" if model.summary else ""
    return f"\n{model.id}\n  {' · '.join(facts)}{text}"


def shortened(text: str, length: int) -> str:
    """Cut a text to one line of at most `length` characters."""
    line = " ".join(text.split())
    return line if len(line) <= length else line[:length].rsplit(" ", 1)[0] + " …"


def note(message: str, hint: str) -> str:
    """Format a notice."""
    return f"Note: {message} {typed(hint)}".rstrip()


def lasting(event: p.Event) -> str | None:
    """Return the permanent text for an event; None if it only moves a bar or is not for people."""
    match event:
        case p.Notice(message=message, hint=hint):
            return note(message, hint)
        case p.Found(model=model):
            return found(model)
        case p.TypeMeasured(cost=cost):
            return type_line(cost)
        case p.Skipped(step=number, reason=reason, count=count):
            return f"Note: step {number} changed nothing: {reason} ({count} so far)."
        case p.WentBack():
            return f"Note: {losses.went_back(event)}"
        case p.DataSummary():
            return _data(event)
        case p.MemoryPlan() as plan:
            weights, activations = brief_size(plan.weights), brief_size(plan.activations)
            copies = brief_size(plan.copies + plan.transposed)
            parts = f"weights {weights}, copies of them {copies}, activations {activations}"
            on_card = f" And {brief_size(plan.device)} of the graphics card's." if plan.device else ""
            return f"Memory: about {brief_size(plan.total)} ({parts}).{on_card}"
        case p.DeviceChosen():
            return devices.chosen(event) or None
        case p.TrainingStarted(step=number, steps=steps, trainable=trainable):
            start = f"Going on after step {number} of {steps}" if number else plural(steps, "step", "steps")
            return f"{start}, {trainable:,} values to train."
        case p.Evaluation(step=number, loss=loss, perplexity=perplexity, tokens=tokens, adapter=adapter):
            what = (f"step {number}" if number else "with the adapter") if adapter else "before training"
            choices = "" if perplexity is None else f", perplexity {decimals(perplexity, 2)}"
            numbers = f"loss {decimals(loss, 4)}{choices} ({tokens:,} tokens)."
            beside = losses.beside_the_loss_in_words(event)
            return f"Evaluation, {what}: {event.trouble or numbers}{beside}{_choices(event.choices)}"
        case p.Checkpoint(step=number, path=path):
            return f"Checkpoint at step {number}{', the best so far' if event.best else ''}: {path}"
        case p.Sample(prompt=prompt, text=text, label=label, step=number):
            after = f"after {plural(number or 0, 'step', 'steps')}"
            return f"\n[{after if number else label}] {prompt}\n{text}\n"
        case p.Serving():
            return _serving(event)
        case p.State(state=state):
            return {"paused": "Paused.", "running": "Going on.", "stopping": "Stopping."}.get(state)
        case p.Log(level="error", source=source, text=text):
            return f"{source}: {text}"
    return None


def _choices(of: p.Choices | None) -> str:
    if of is None:
        return ""
    parts = (("Chosen", of.chosen), ("Rejected", of.rejected))
    return "".join(f" {name}: {decimals(value, 2)}." for name, value in parts if value is not None)


def _serving(event: p.Serving) -> str:
    body = '{"messages": [{"role": "user", "content": "Hello"}]}'
    headers = f"-H 'Authorization: Bearer {event.key}' -H 'Content-Type: application/json'"
    return (
        f"\nServing {event.model} to programs on this machine, up to {event.context:,} tokens.\n"
        f"  base URL  {event.url}\n  API key   {event.key}\nTo try it:\n"
        f"  curl {event.url}/chat/completions {headers} -d '{body}'\nCtrl+C ends it."
    )


def _rows(number: int) -> str:
    return f"{number:,} row{'' if number == 1 else 's'}"


def _used(event: p.DataSummary) -> str:
    """Format the number of usable rows, out of all."""
    used = event.rows - event.eval_rows - sum(event.dropped.values())
    return _rows(used) if used == event.rows else f"{used:,} of {_rows(event.rows)}"


def _data(event: p.DataSummary) -> str:
    lines = [f"Data: {_used(event)}, {event.tokens:,} tokens, {event.tokens_trained:,} of them trained."]
    if event.tokens_shared:
        saved = f"{event.tokens_shared:,} tokens ({event.tokens_shared / event.tokens:.0%})"
        lines.append(f"Shared beginnings: {saved} are computed once for several rows.")
    if event.eval_rows:
        lines.append(f"Held out for evaluation: {_rows(event.eval_rows)}, {event.eval_tokens_trained:,} tokens.")
    lines += [f"Left out: {_rows(count)}, {reason}." for reason, count in event.dropped.items()]
    return "\n".join(lines)


KNOWN_FROM = {  # EstimateResult.time_from
    "runs": "as earlier runs with this model were here",
    "products": "guessed from how fast this machine multiplies; `luthier train --dry-run` measures it",
}


def show_pace(console: Console, result: p.EstimateResult) -> None:
    """Show training's estimated speed, the estimate's source, and the time for the data."""
    if result.tok_s_low is None or result.tok_s_high is None:
        return
    pace = f"{significant(result.tok_s_low)} to {significant(result.tok_s_high)} tokens/s"
    console.print(f"\nSpeed: {pace}, {KNOWN_FROM[result.time_from or 'products']}.", markup=False, soft_wrap=True)
    if result.seconds_low is None or result.seconds_high is None:
        return
    low, high = result.seconds_low, result.seconds_high
    console.print(
        f"For your data: about {brief_duration(sqrt(low * high))} ({brief_duration(low)} to {brief_duration(high)}).",
        markup=False,
        soft_wrap=True,
    )


_NAMES = {"": "without --type", p.BASE_TYPE: "base (its own types)", p.BASE_PLUS: "base+ (one bit more)"}


def type_line(cost: p.TypeCost) -> str:
    """Format a type's cost: q4_k_m: 4.1 MB, keeps 95%, perplexity 30.10 (+1.3%), same answers."""
    if cost.problem:
        return f"{_name(cost)}: {cost.problem}"
    answers = "same answers" if cost.same_answer else "other answers"
    perplexity = f"perplexity {decimals(cost.perplexity, 2)} ({_percent(cost.cost)})"
    return f"{_name(cost)}: {brief_size(cost.bytes)}, keeps {_share(cost.kept)}, {perplexity}, {answers}"


def show_types(console: Console, result: p.TypesResult, run: str) -> None:
    """Show a table of the types' costs, and the recommended one. run: as the user named it."""
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
