"""Events in words, for a run's story in the window. A terminal's are briefer: core/cli/event_lines.py."""

from __future__ import annotations

from app.workers.advice import in_the_windows_words
from core.shared import protocol as p
from core.shared.texts import devices, losses
from core.shared.texts.numbers import count, plural, share, significant, size

LOST = "The training process was lost here: it ended without a word."


def in_words(event: p.Event) -> str:
    """One line for a person, or "" for what the graphs already show."""
    match event:
        case p.Hello(job="resume"):
            return "Going on with this run."
        case p.Hello():
            return "Started."
        case p.Phase(name="train" | "evaluate" | "sample"):
            return ""  # what they report says it better
        case p.Phase(title=title):
            return title
        case p.DataSummary():
            return _data(event)
        case p.MemoryPlan(total=total, backward=backward, samples=samples, device=on_card):
            how = {"mixed": ", a little slower to save some", "streamed": ", slower to save some"}.get(backward, "")
            besides = f" A sample takes about {size(samples)} more while it is written." if samples else ""
            card = f", and {size(on_card)} of the graphics card's" if on_card else ""
            return f"Training needs about {size(total)} of memory{card}{how}.{besides}"
        case p.DeviceChosen():
            return devices.chosen(event)
        case p.TrainingStarted(step=step, steps=steps, trainable=trainable):
            start = f"from step {count(step)} " if step else ""
            return f"Training {count(trainable)} adapter weights, {start}to step {count(steps)}."
        case p.Skipped(step=step, reason=reason, count=so_far):
            return f"Step {count(step)} was skipped: {reason} ({count(so_far)} so far)."
        case p.WentBack():
            return losses.went_back(event)
        case p.Evaluation(step=step, loss=loss, perplexity=perplexity, adapter=adapter):
            when = (
                (f"after {plural(step, 'step', 'steps')}" if step else "with the adapter")
                if adapter
                else "before training"
            )
            numbers = f"loss {significant(loss)}, perplexity {significant(perplexity)}."
            return f"Evaluation {when}: {event.trouble or numbers}"
        case p.Checkpoint(step=step, best=best):
            return f"Checkpoint saved at step {count(step)}{', the best so far: it is kept' if best else ''}."
        case p.Sample(label="base", prompt=prompt, step=int()):
            return f"Sample before training, to “{_short(prompt)}”."
        case p.Sample(prompt=prompt, step=int(step)):
            return f"Sample after {plural(step, 'step', 'steps')}, to “{_short(prompt)}”."
        case p.Sample(label=label, text=text):
            return f"Sample ({label}): {text}"
        case p.State(state=state):
            return {"paused": "Paused.", "running": "Running.", "stopping": "Stopping after this step."}.get(
                state, state
            )
        case p.Notice() | p.Failed():
            return with_hint(event)
        case p.Log(level="warning" | "error", text=text):
            return text
        case p.Finished(outcome=outcome):
            return {"done": "Finished.", "stopped": "Stopped; the adapter is kept."}.get(outcome, "Cancelled.")
        case _:
            return ""


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"


def with_hint(event: p.Notice | p.Failed) -> str:
    """What happened and, where that is known, what to do next."""
    return in_the_windows_words(event).text.replace("\n", " ")


def _data(event: p.DataSummary) -> str:
    text = (
        f"{plural(event.rows, 'row', 'rows')}, {count(event.tokens)} tokens, "
        f"{count(event.tokens_trained)} of them trained, "
        f"in {count(event.sequences)} sequences ({share(event.fill)} full)."
    )
    if event.tokens_shared:
        text += f" Rows that begin alike share {count(event.tokens_shared)} of the tokens."
    if event.eval_rows:
        text += f" Held out for evaluation: {plural(event.eval_rows, 'row', 'rows')}."
    if event.dropped:
        text += " Left out: " + ", ".join(f"{count(n)} ({reason})" for reason, n in event.dropped.items()) + "."
    return text
