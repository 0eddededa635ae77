"""Numbers and events in words."""

from __future__ import annotations

import math

from core.shared import protocol as p


def size(count: float) -> str:
    """Bytes as people read them: 1.2 GB (powers of 1000, as file managers show them)."""
    for unit in ("bytes", "kB", "MB"):
        if count < 1000:
            return f"{count:.0f} {unit}" if unit == "bytes" or count >= 10 else f"{count:.1f} {unit}"
        count /= 1000
    return f"{count:.1f} GB"


def count(number: float) -> str:
    """Parameters as model names give them: 752M, 1.2B."""
    if number < 1e6:
        return f"{number:,.0f}"
    unit, scale = ("B", 1e9) if number >= 1e9 else ("M", 1e6)
    return f"{number / scale:.1f}{unit}" if number < 10 * scale else f"{number / scale:.0f}{unit}"


def decimals(number: float | None, places: int) -> str:
    """So many of them; a dash where there is no number."""
    return "–" if number is None or not math.isfinite(number) else f"{number:.{places}f}"


def duration(seconds: float) -> str:
    """3.2 s, 4 min 10 s, 2 h 05 min."""
    if not math.isfinite(seconds):
        return "–"
    if seconds < 10:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest:02d} s" if minutes else f"{rest} s"
    return f"{minutes // 60} h {minutes % 60:02d} min"


def progress(event: p.Progress) -> str:
    """12/291 tensors · 35 tensors/s · 8 s left."""
    if event.unit == "bytes":
        parts = [f"{size(event.done)} of {size(event.total)}"]
        parts += [f"{size(event.rate)}/s"] if event.rate else []
    else:
        parts = [f"{event.done:,.0f}/{event.total:,.0f} {event.unit}"]
        parts += [f"{event.rate:,.{0 if event.rate >= 10 else 1}f} {event.unit}/s"] if event.rate else []
    if event.seconds_left:
        parts.append(f"{duration(event.seconds_left)} left")
    return " · ".join(parts)


def step(event: p.Step, memory: int) -> str:
    """step 12/100 · loss 2.314 · 812 tokens/s · 1.2 GB · 2 min 03 s left. memory: bytes, 0 while unknown."""
    parts = [f"step {event.step}/{event.steps}", f"loss {decimals(event.loss, 3)}", f"{event.tok_s:,.0f} tokens/s"]
    parts += [size(memory)] if memory else []
    if event.step < event.steps:
        parts.append(f"{duration(event.seconds_left)} left")
    return " · ".join(parts)


def found(model: p.HubModel) -> str:
    """A model in two or three lines: what `fetch` takes, form and size, what training needs, licence; the summary."""
    ggufs = [file.bytes for file in model.files if file.need]
    sizes = " to ".join(size(count) for count in sorted({min(ggufs), max(ggufs)})) if ggufs else ""
    forms = [f"{len(ggufs)} GGUF ({sizes})"] if ggufs else []
    forms += [f"safetensors ({size(model.bytes)})"] if "safetensors" in model.kinds else []
    fits = f"needs about {size(model.need)}: {'fits' if model.fits else 'too large for'} this machine"
    facts = [*forms, fits if model.trains else f"not trained by this version: {model.architecture or 'unknown'}"]
    facts += [model.licence or "no licence named", f"{model.downloads:,} downloads"]
    facts += ["gated: accept its licence first"] if model.gated else []
    text = f"\n  {shortened(model.summary, 200)}" if model.summary else ""
    return f"\n{model.id}\n  {' · '.join(facts)}{text}"


def shortened(text: str, length: int) -> str:
    """One line of so many letters at most."""
    line = " ".join(text.split())
    return line if len(line) <= length else line[:length].rsplit(" ", 1)[0] + " …"


def lasting(event: p.Event) -> str | None:
    """The text that stays on the screen for an event, or None when it only moves a bar or is not for people."""
    match event:
        case p.Notice(message=message, hint=hint):
            return f"Note: {message} {hint}".rstrip()
        case p.Found(model=model):
            return found(model)
        case p.Skipped(step=number, reason=reason, count=count):
            return f"Note: step {number} changed nothing: {reason} ({count} so far)."
        case p.DataSummary():
            return _data(event)
        case p.MemoryPlan() as plan:
            copies = size(plan.copies + plan.transposed)
            parts = f"weights {size(plan.weights)}, copies of them {copies}, activations {size(plan.activations)}"
            return f"Memory: about {size(plan.total)} ({parts})."
        case p.TrainingStarted(step=number, steps=steps, trainable=trainable):
            start = f"Going on after step {number} of {steps}" if number else f"{steps} steps"
            return f"{start}, {trainable:,} values to train."
        case p.Evaluation(step=number, loss=loss, perplexity=perplexity, tokens=tokens, adapter=adapter):
            what = f"step {number}" if adapter else "base model"
            numbers = f"loss {decimals(loss, 4)}, perplexity {decimals(perplexity, 2)} ({tokens:,} tokens)."
            return f"Evaluation, {what}: {event.trouble or numbers}"
        case p.Checkpoint(step=number, path=path):
            return f"Checkpoint at step {number}: {path}"
        case p.Sample(prompt=prompt, text=text, label=label):
            return f"\n[{label}] {prompt}\n{text}\n"
        case p.State(state=state):
            return {"paused": "Paused.", "running": "Going on.", "stopping": "Stopping."}.get(state)
        case p.Log(level="error", source=source, text=text):
            return f"{source}: {text}"
    return None


def _data(event: p.DataSummary) -> str:
    lines = [f"Data: {event.rows:,} rows, {event.tokens:,} tokens, {event.tokens_trained:,} of them trained."]
    if event.eval_rows:
        lines.append(f"Held out for evaluation: {event.eval_rows:,} rows, {event.eval_tokens_trained:,} tokens.")
    lines += [f"Left out: {count:,} rows, {reason}." for reason, count in event.dropped.items()]
    return "\n".join(lines)
