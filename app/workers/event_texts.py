"""Events in words, for a run's story in the window. A terminal's are briefer: core/cli/event_lines.py."""

from __future__ import annotations

from app.workers.advice import in_the_windows_words
from core import protocol as p
from core.advice import devices, losses
from core.base.language import tr
from core.base.numbers import count, share, significant, size

LOST = tr("The training process was lost here: it ended without a word.")


def in_words(event: p.Event) -> str:
    """Return one line about an event, or "" for what the graphs already show."""
    match event:
        case p.Hello(job="resume"):
            return tr("Resuming this run.")
        case p.Hello():
            return tr("Started.")
        case p.Phase(name="train" | "evaluate" | "sample"):
            return ""  # what they report says it better
        case p.Phase(title=title):
            return title
        case p.DataSummary():
            return _data(event)
        case p.MemoryPlan(total=total, backward=backward, samples=samples, device=on_card):
            how = {"mixed": tr(", a little slower to save some"), "streamed": tr(", slower to save some")}.get(
                backward, ""
            )
            besides = (
                tr(" A sample takes about {samples} more while it is written.", samples=size(samples))
                if samples
                else ""
            )
            card = tr(", and {on_card} of the graphics card's", on_card=size(on_card)) if on_card else ""
            return tr(
                "Training needs about {total} of memory{card}{how}.{besides}",
                total=size(total),
                card=card,
                how=how,
                besides=besides,
            )
        case p.DeviceChosen():
            return devices.chosen(event)
        case p.TrainingStarted(step=step, steps=steps, trainable=trainable):
            start = tr("from step {step} ", step=count(step)) if step else ""
            return tr(
                "Training {trainable} adapter weights, {start}to step {steps}.",
                trainable=count(trainable),
                start=start,
                steps=count(steps),
            )
        case p.Skipped(step=step, reason=reason, count=so_far):
            return tr(
                "Step {step} was skipped: {reason} ({so_far} so far).",
                step=count(step),
                reason=reason,
                so_far=count(so_far),
            )
        case p.WentBack():
            return losses.went_back(event)
        case p.Evaluation(step=step, loss=loss, perplexity=perplexity, adapter=adapter):
            when = (
                (
                    tr("after {steps}", steps=tr("{n} steps", "{n} step", step, n=count(step)))
                    if step
                    else tr("with the adapter")
                )
                if adapter
                else tr("before training")
            )
            numbers = (
                tr("loss {loss}.", loss=significant(loss))
                if perplexity is None
                else tr(
                    "loss {loss}, perplexity {perplexity}.", loss=significant(loss), perplexity=significant(perplexity)
                )
            )
            what = event.trouble or numbers + losses.beside_the_loss_in_words(event)
            return tr("Evaluation {when}: {what}", when=when, what=what)
        case p.Checkpoint(step=step, best=best):
            return tr(
                "Checkpoint saved at step {step}{best}.",
                step=count(step),
                best=tr(", the best so far: it is kept") if best else "",
            )
        case p.Sample(label="base", prompt=prompt, step=int()):
            return tr("Sample before training, to “{prompt}”.", prompt=_short(prompt))
        case p.Sample(prompt=prompt, step=int(step)):
            return tr(
                "Sample after {steps}, to “{prompt}”.",
                steps=tr("{n} steps", "{n} step", step, n=count(step)),
                prompt=_short(prompt),
            )
        case p.Sample(label=label, text=text):
            return tr("Sample ({label}): {text}", label=label, text=text)
        case p.State(state=state):
            return {
                "paused": tr("Paused."),
                "running": tr("Running."),
                "stopping": tr("Stopping after this step."),
            }.get(state, state)
        case p.Notice() | p.Failed():
            return with_hint(event)
        case p.Log(level="warning" | "error", text=text):
            return text
        case p.Finished(outcome=outcome):
            return {"done": tr("Finished."), "stopped": tr("Stopped; the adapter is kept.")}.get(
                outcome, tr("Cancelled.")
            )
        case _:
            return ""


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"


def with_hint(event: p.Notice | p.Failed) -> str:
    """Return what happened and, where that is known, what to do next."""
    return in_the_windows_words(event).text.replace("\n", " ")


def _data(event: p.DataSummary) -> str:
    text = tr(
        "{rows}, {tokens} tokens, {tokens_trained} of them trained, in {sequences} sequences ({fill} full).",
        rows=tr("{n} rows", "{n} row", event.rows, n=count(event.rows)),
        tokens=count(event.tokens),
        tokens_trained=count(event.tokens_trained),
        sequences=count(event.sequences),
        fill=share(event.fill),
    )
    if event.tokens_shared:
        text += tr(
            " Rows that begin alike share {tokens_shared} of the tokens.", tokens_shared=count(event.tokens_shared)
        )
    if event.eval_rows:
        text += tr(
            " Held out for evaluation: {rows}.",
            rows=tr("{n} rows", "{n} row", event.eval_rows, n=count(event.eval_rows)),
        )
    if event.dropped:
        text += tr(" Left out: ") + ", ".join(f"{count(n)} ({reason})" for reason, n in event.dropped.items()) + "."
    return text
