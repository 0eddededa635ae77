"""How far a training has moved a model from its base where nothing was taught: on general questions.

resources/general.jsonl has sixty questions of all kinds in six languages, with answers, of which a third is read: for
SmolLM2 135M that takes both models half a minute. What a model expects at each token of an answer is compared with what
its base expects: the Kullback-Leibler divergence, which is 0 where nothing has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.base import paths
from core.data.chat.renderer import TemplateRenderer
from core.data.example import Example
from core.data.tokenizer import Tokenizer
from core.data.tokens.load_dataset import load_dataset
from core.engine.llama_cpp.context import Context
from core.engine.llama_cpp.model import open_in_llama_cpp
from core.gguf.header import Header
from core.protocol.config import TrainConfig

EVERY = 3  # only each third question is read: twenty, some of each language
_CONTEXT = 1024  # tokens, more than any of the questions takes with its answer


def moved(
    model: Header,
    adapter: Path,
    renderer: TemplateRenderer,
    report: Callable[[int, int], None] = lambda done, total: None,
    every: int = EVERY,
) -> float:
    """Return KL(base || tuned) in nats, the mean over the tokens of the answers.

    report: is told how many are read, and of how many. every: only one in so many is.
    Raises LuthierError as load_dataset and open_in_llama_cpp do.
    """
    with Tokenizer(model) as tokenizer:
        examples = list(load_dataset(paths.GENERAL_TALK, tokenizer, renderer, TrainConfig(eval_share=0)).train)[::every]
    found = list[float]()
    with ExitStack() as held:
        opened = held.enter_context(open_in_llama_cpp(model))
        base, tuned = (held.enter_context(opened.context(_CONTEXT, which)) for which in (None, adapter))
        for number, example in enumerate(examples, 1):
            found += _apart(base, tuned, example)
            report(number, len(examples))
    return float(np.mean(found))


def _apart(base: Context, tuned: Context, example: Example) -> Iterator[float]:
    """Yield the divergence at each token of the answer."""
    wanted = [*example.supervised[1:].tolist(), False]  # what follows a token is computed with it
    for context in (base, tuned):
        context.clear()
    tokens = example.tokens.tolist()
    for before, after in zip(base.read(tokens, wanted), tuned.read(tokens, wanted), strict=True):
        expected, found = _log_shares(before), _log_shares(after)
        yield float(np.sum(np.exp(expected) * (expected - found)))


def _log_shares(logits: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the logarithms of the softmax, [n_vocab]."""
    shifted = logits.astype(np.float64) - logits.max()
    return np.asarray(shifted - np.log(np.exp(shifted).sum()))
