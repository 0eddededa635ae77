"""What goes wrong with Ollama, in words."""

from __future__ import annotations

from core.shared.errors import LuthierError

_AGAIN = "Start Ollama again, then: luthier ollama create FOLDER. What it has received already is not sent twice."
# What its messages hold -> our code, and what to do
_REASONS = (
    (
        "llama-quantize failed",  # which writes the model once more, and says no more than this
        "ollama.no-space",
        "Most likely its disk is full: it needs room for the model twice while it makes it. Its own log says more.",
    ),
    ("no space left on device", "ollama.no-space", "Make room on the disk where Ollama keeps its models."),
    ("disk quota exceeded", "ollama.no-space", "Make room on the disk where Ollama keeps its models."),
    ("not enough space on the disk", "ollama.no-space", "Make room on the disk where Ollama keeps its models."),
    ("digest mismatch", "ollama.damaged", "Something changed the file while it was sent. Do it again."),
    ("more system memory", "ollama.no-memory", "Close other programs, or export with a smaller --type."),
    ("out of memory", "ollama.no-memory", "Close other programs, or export with a smaller --type."),
    ("adapters are no longer supported", "ollama.no-adapters", "Export without --adapter: the whole model is taken."),
    ("invalid model name", "ollama.bad-name", "Letters, digits, dots and dashes will do: --name my-model"),
)


def unreachable(url: str) -> LuthierError:
    """Nothing listens there."""
    return LuthierError(
        "ollama.not-running",
        f"Ollama does not answer at {url}.",
        "Start it (`ollama serve`, or its app). Where it listens elsewhere, OLLAMA_HOST says so.",
    )


def gone(url: str, how: str) -> LuthierError:
    """It was there a moment ago."""
    return LuthierError("ollama.gone", f"Ollama at {url} has gone {how}.", _AGAIN)


def bad_answer(url: str) -> LuthierError:
    """Something listens, but it is not Ollama."""
    return LuthierError(
        "ollama.not-ollama", f"What answers at {url} is not Ollama.", "Look at OLLAMA_HOST: it may lead elsewhere."
    )


def refused(said: str) -> LuthierError:
    """In its own words, with our advice where we know some."""
    for part, code, hint in _REASONS:
        if part in said.lower():
            return LuthierError(code, f"Ollama refuses: {said}.", hint)
    return LuthierError("ollama.refused", f"Ollama refuses: {said}.", "Its own log may say more.")
