"""How fast this computer trains, in words, for the window and the terminal."""

from __future__ import annotations

# What tells how long a training takes: TrainingPlan.time_from.
KNOWN_FROM = {
    "runs": "as earlier runs with this model were here",
    "bench": "as this computer was measured",
    "products": "guessed from how fast this machine multiplies; `luthier bench` measures it",
}
MANY_TOKENS = 100_000
MANY = "100,000 tokens are about 75,000 words, read once."
BUSY = (
    "Other programs were at work meanwhile: these are the figures without them. They are surer when nothing else is at "
    "work."
)
