"""The Chat page's texts."""

from __future__ import annotations

from app.pages.chat.sources import Checkpoints, Saved
from app.pages.chat.talk import EQUAL, Said
from core import protocol as p
from core.advice.assessment import what_votes_tell
from core.base.language import tr
from core.base.numbers import count, decimals, duration, significant
from core.runs.votes import Tally

EMPTY = tr(
    "Ask something, and see what the model says.\n\nAfter a training both answer side by side: the tuned "
    "model, and the base model that it was made from."
)
NOTHING = tr("There is nothing to talk to yet. Train a model, or get one on the Model page.")
NOT_LOADED = tr("Not loaded. It is loaded with your first question.")
LOADING = tr("Loading the model…")
LET_GO_UNUSED = tr("It was not used for a while, so it was unloaded. The next question loads it again.")
LET_GO_TRAINING = tr(
    "A training needs the memory, so the model was unloaded. The next question loads it again if there is room."
)
REPLACED_QUESTION = tr("Question replaced, and what followed is gone.")
REPLACED_ANSWER = tr("Answer replaced, and what followed is gone.")
STILL_ANSWERS = tr("It is still answering. Escape stops it; what you have typed stays.")
GOES_ON = tr("It continues the text that you begin, and does not answer.")
SHARES = tr("A training is running. Both share the processor, so answers and steps take longer.")
LOST = tr("The model is no longer there")
NOT_LOADED_TITLE = tr("The model could not be loaded")
ENDS = {
    "length": tr("as long as this answer was allowed to be"),
    "full": tr("the conversation is too long for the model: your next question drops its beginning"),
    "cancelled": tr("stopped"),
}
HIDDEN_NAMES = ("A", "B")
VOICES: dict[p.Voice, str] = {"tuned": tr("Tuned"), "base": tr("Base model")}


def figures(said: Said) -> str:
    """Return the small line beneath an answer: 25 tokens · 249 tokens/s · first word after 0.10 s."""
    parts = []
    if said.tokens:
        parts = [
            tr("{tokens} tokens", tokens=count(said.tokens)),
            tr("{tok_s} tokens/s", tok_s=significant(said.tok_s)),
            tr("first word after {first_token_s}", first_token_s=seconds(said.first_token_s)),
        ]
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


def seconds(value: float) -> str:
    return tr("{s} s", s=decimals(value, 2 if value < 10 else 0))


def checkpoint_words(saved: Saved, checkpoints: Checkpoints) -> str:
    """Describe a checkpoint: Step 300 · best · loss 1.21."""
    parts = [tr("Step {step}", step=count(saved.step))]
    if saved.step in (checkpoints.best, checkpoints.newest):
        parts.append(tr("best") if saved.step == checkpoints.best else tr("newest"))
    if saved.loss is not None:
        parts.append(tr("loss {loss}", loss=significant(saved.loss)))
    return " · ".join(parts)


def vote_count(tally: Tally) -> str:
    """Return the votes on a checkpoint and their conclusion: tuned better 14, equal 1, base better 6."""
    changed = (
        tr("You changed {number} answers.", "You changed 1 answer.", tally.changed, number=count(tally.changed))
        if tally.changed
        else ""
    )
    if not tally.votes:
        none = tr(
            "No votes on this checkpoint yet. When both have answered, say which is better: that shows whether the "
            "training helped, and the model can learn from it."
        )
        return f"{none} {changed}".strip()
    said = tr(
        "Your votes here: tuned better {tuned}, equal {equal}, base better {base}.",
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
    return tr("Tuned is better") if choice == "tuned" else tr("Base is better")
