"""Greedy answers: what an exported file writes, and whether the trained model agrees."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.base.callbacks import ReportProgress
from core.engine.llama_cpp.context import Context
from core.engine.llama_cpp.model import Vocabulary, open_in_llama_cpp
from core.gguf.header import ModelFile

# Nats. Two tokens this close are a tie: on the bundled model, llama.cpp's logits (of inputs rounded to 8 bits) and the
# engine's are 0.03 apart, root mean square, and a token that one chose was up to 0.013 from the other's best.
TIE = 0.1


class Written(NamedTuple):
    """A model's greedy output. tokens: including the one that ended it. shown: the bytes of each except that one, none
    for a special token; marked: its name in their place. margins: for the same tokens, by how many nats each was
    likelier than the second likeliest. ended: by a token at which llama.cpp stops, or by a text that ends turns.
    """

    tokens: list[int]
    shown: list[bytes]
    marked: list[bytes]
    margins: list[float]
    ended: bool

    @property
    def text(self) -> str:
        """Return the whole visible text."""
        return b"".join(self.shown).decode("utf-8", "replace")


def write_greedily(
    model: ModelFile,
    adapter: Path | None,
    prompts: Sequence[Sequence[int]],
    limit: int,
    stops: Sequence[str] = (),
    progress: ReportProgress = lambda done, total: None,
) -> list[Written]:
    """Write at most `limit` tokens after each prompt, by llama.cpp. stops: texts that end a turn.

    progress: tokens written, of the most possible; it may raise to stop.
    Raises LuthierError `model.*` or `adapter.cannot-load`.
    """
    answers, longest = list[Written](), max(map(len, prompts))
    with open_in_llama_cpp(model) as opened:
        limit = max(min(limit, opened.context_length - longest), 1)
        with opened.context(longest + limit, adapter) as context:
            for prompt in prompts:

                def told(written: int, before: int = len(answers) * limit) -> None:
                    progress(before + written, len(prompts) * limit)

                answers.append(_write(context, opened.vocabulary, prompt, limit, stops, told))
    return answers


def parting(logits: NDArray[np.float32], tokens: Sequence[int]) -> int | None:
    """Return the index of the first token that is not the likeliest, where another model would have diverged; None:
    nowhere.

    logits: its prediction for each token, [len(tokens), n_vocab].
    """
    behind = logits.max(axis=-1) - logits[np.arange(len(tokens)), tokens]
    others = np.flatnonzero(behind > TIE)
    return int(others[0]) if others.size else None


def greedy(context: Context, prompt: Sequence[int], limit: int) -> Iterator[tuple[int, float]]:
    """Yield the likeliest token after the prompt and all before it, at most `limit`; and by how many nats it is
    likelier than the second.
    """
    following = list(prompt)
    for _ in range(limit):
        wanted = [False] * (len(following) - 1) + [True]
        ((token, margin),) = [_likeliest(logits) for logits in context.read(following, wanted)]
        yield token, margin
        following = [token]


def _write(
    context: Context,
    vocabulary: Vocabulary,
    prompt: Sequence[int],
    limit: int,
    stops: Sequence[str],
    told: Callable[[int], None],
) -> Written:
    context.clear()
    written, text = Written([], [], [], [], ended=False), b""
    for token, margin in greedy(context, prompt, limit):
        told(len(written.tokens))
        written.tokens.append(token)
        if vocabulary.ends_generation(token):
            return written._replace(ended=True)
        written.shown.append(vocabulary.piece(token, special=False))
        written.marked.append(vocabulary.piece(token))
        written.margins.append(margin)
        text += written.marked[-1]
        if any(stop.encode() in text for stop in stops):
            return written._replace(ended=True)
    return written


def _likeliest(logits: NDArray[np.float32]) -> tuple[int, float]:
    token = int(logits.argmax())
    below = np.partition(logits, -2)[-2]
    return token, float(logits[token] - below)
