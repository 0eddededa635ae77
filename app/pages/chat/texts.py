"""The Chat page's texts."""

from __future__ import annotations

from app.pages.chat.sources import Checkpoints, Saved
from app.pages.chat.talk import EQUAL, Exchange, Said
from core import protocol as p
from core.advice.assessment import what_votes_tell
from core.base.language import tr
from core.base.numbers import count, duration, significant
from core.runs.votes import Tally

EMPTY = tr(
    "Ask something, and see what the model says.\n\nAfter a training you see two answers side by side: the "
    "model's after it, and before it."
)
NOTHING = tr("There is nothing to talk to yet. Train a model, or get one on the Model page.")
NOT_LOADED = tr("Your first question loads the model.")
LOADING = tr("Loading the model…")
LET_GO_UNUSED = tr("Unloaded after a while without questions. Your next question loads it again.")
LET_GO_TRAINING = tr(
    "A training needs the memory, so the model was unloaded. Your next question loads it again if there is room."
)
REPLACED_QUESTION = tr("Question replaced, and what followed is gone.")
REPLACED_ANSWER = tr("Answer replaced, and what followed is gone.")
STILL_ANSWERS = tr("It is still answering. Press Escape to stop it; what you typed stays.")
OTHER_CHOSEN = tr("Something else was chosen to talk to.")
GOES_ON = tr("It continues the text that you begin, instead of answering.")
SHARES = tr("A training is running at the same time, so both are slower.")
LOST = tr("The model is no longer there")
NOT_LOADED_TITLE = tr("The model could not be loaded")
ENDS = {
    "length": tr("cut off: it reached the longest answer allowed"),
    "full": tr("the conversation is too long for the model: your next question drops its beginning"),
    "cancelled": tr("stopped"),
}
HIDDEN_NAMES = ("A", "B")
VOICES: dict[p.Voice, str] = {"tuned": tr("After training"), "base": tr("Before training")}


def voice_name(exchange: Exchange, voice: p.Voice) -> str:
    """Return whose answer it is; a model without a training has neither a before nor an after."""
    return VOICES[voice] if exchange.run or len(exchange.answers) > 1 else tr("Answer")


def figures(said: Said) -> str:
    """Return the small line beneath an answer: 249 tokens/s · stopped."""
    parts = [tr("{tok_s} tokens/s", tok_s=significant(said.tok_s))] if said.tokens else []
    if said.stopped in ENDS:
        parts.append(ENDS[said.stopped])
    if said.edited:
        parts.append(tr("edited by you"))
    return " · ".join(parts)


def thought(said: Said, *, goes_on: bool) -> str:
    """Return the title of an answer's thoughts: Thought for 12 s."""
    if goes_on:
        return tr("Thinking…")
    return (
        tr("Thought for {thinking_s}", thinking_s=duration(said.thinking_s)) if said.thinking_s >= 1 else tr("Thoughts")
    )


def checkpoint_words(saved: Saved, checkpoints: Checkpoints) -> str:
    """Describe a checkpoint: Step 300 · best · loss 1.21."""
    parts = [tr("Step {step}", step=count(saved.step))]
    if saved.step in (checkpoints.best, checkpoints.newest):
        parts.append(tr("best") if saved.step == checkpoints.best else tr("newest"))
    if saved.loss is not None:
        parts.append(tr("loss {loss}", loss=significant(saved.loss)))
    return " · ".join(parts)


def vote_count(tally: Tally) -> str:
    """Return the votes on a checkpoint and their conclusion, "" without any: after 14, before 6, equal 1."""
    changed = (
        tr("You changed {number} answers.", "You changed 1 answer.", tally.changed, number=count(tally.changed))
        if tally.changed
        else ""
    )
    if not tally.votes:
        return changed
    said = tr(
        "Your votes: after training {tuned}, before {base}, equal {equal}.",
        tuned=tally.tuned,
        equal=tally.equal,
        base=tally.base,
    )
    return " ".join(filter(None, (said, what_votes_tell(tally.tuned, tally.base), changed)))


def vote_words(choice: str, hidden: bool, order: list[p.Voice]) -> str:
    """Return the label of a vote button."""
    if choice == EQUAL:
        return tr("Equal")
    if hidden:
        return tr("{name} is better", name=HIDDEN_NAMES[[str(voice) for voice in order].index(choice)])
    return tr("After is better") if choice == "tuned" else tr("Before is better")
