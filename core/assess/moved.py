"""Measures how far training has moved a model from its base on general questions, and shows both models' answers to a
few.

resources/general.jsonl has sixty questions of all kinds in six languages, with answers, of which a third is read: for
SmolLM2 135M that takes both models half a minute. At each token of an answer, the predicted distributions of model and
base are compared: the Kullback-Leibler divergence, which is 0 if nothing has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core import protocol as p
from core.assess.answers import Answer, KeptAnswers, answers_of
from core.assess.rows import read_test
from core.base import paths
from core.base.callbacks import ReportProgress
from core.chat.loaded import ChatSource
from core.data.chat.renderer import TemplateRenderer
from core.data.example import Example
from core.data.tokenizer import Tokenizer
from core.data.tokens.load_dataset import load_dataset
from core.engine.llama_cpp.model import open_in_llama_cpp
from core.gguf.header import Header, header_of
from core.protocol.config import TrainConfig

EVERY = 3  # read each third question: twenty, some in each language
_SHOWN, _LENGTH = 4, 80  # questions whose answers are shown, and tokens of each
_CONTEXT = 1024  # tokens; no question with its answer takes more


def moved(
    model: Header,
    adapter: Path,
    renderer: TemplateRenderer,
    report: Callable[[int, int], None] = lambda done, total: None,
    every: int = EVERY,
    strengths: Sequence[float] = (1.0,),
) -> list[float]:
    """Return KL(base || tuned) in nats at each strength of the adapter, the mean over the tokens of the answers.

    report: called with the number of questions read, and their total. every: read only each so-manieth question.
    Raises LuthierError as load_dataset and open_in_llama_cpp do.
    """
    with Tokenizer(model) as tokenizer:
        examples = list(load_dataset(paths.GENERAL_TALK, tokenizer, renderer, TrainConfig(eval_share=0)).train)[::every]
    return moved_on(model, adapter, examples, report, strengths)


def moved_on(
    model: Header,
    adapter: Path,
    examples: Sequence[Example],
    report: Callable[[int, int], None] = lambda done, total: None,
    strengths: Sequence[float] = (1.0,),
) -> list[float]:
    """Return KL(base || tuned) in nats at each strength, the mean over the supervised tokens of these examples.

    The base reads each example once for all strengths. Raises LuthierError as open_in_llama_cpp does.
    """
    found = [list[float]() for _ in strengths]
    with open_in_llama_cpp(model) as opened, opened.context(_CONTEXT) as context:
        learnt = opened.load_adapter(adapter)
        for number, example in enumerate(examples, 1):
            tokens = example.tokens.tolist()
            wanted = [*example.supervised[1:].tolist(), False]  # the token after each position is computed with it
            context.use_adapter(None)
            expected = [logits.copy() for logits in context.read(tokens, wanted)]
            for strength, divergences in zip(strengths, found, strict=True):
                context.use_adapter(learnt, strength)
                divergences += map(_divergence, expected, context.read(tokens, wanted))
            report(number, len(examples))
    return [float(np.mean(divergences)) for divergences in found]


def general_answers(
    base: tuple[ChatSource, str],
    tuned: tuple[ChatSource, str],
    kept: KeptAnswers,
    renderer: TemplateRenderer,
    report: ReportProgress,
) -> list[p.GeneralAnswers]:
    """Return both models' greedy answers to a few of the questions, cut to a length for reading at a glance.

    base, tuned: each with its key among the stored answers. Raises LuthierError as read_test and answers_of do.
    """
    file = header_of(tuned[0].model).path
    rows = read_test(paths.GENERAL_TALK, file, TrainConfig(), most=_SHOWN * EVERY).rows[::EVERY]
    said = [answers_of(*model, rows, kept, renderer, most=_LENGTH, report=report).answers for model in (base, tuned)]
    return [
        p.GeneralAnswers(question=row.question, base=_shown(of_base), tuned=_shown(of_tuned))
        for row, of_base, of_tuned in zip(rows, *said, strict=True)
        if of_base is not None and of_base.text.strip() and of_tuned is not None and of_tuned.text.strip()
    ]


def _shown(answer: Answer) -> str:
    return answer.text.strip() + ("" if answer.ended else "…")


def _divergence(base: NDArray[np.float32], tuned: NDArray[np.float32]) -> float:
    """Return KL(base || tuned) in nats, of logits [n_vocab]."""
    expected, found = _log_softmax(base), _log_softmax(tuned)
    return float(np.sum(np.exp(expected) * (expected - found)))


def _log_softmax(logits: NDArray[np.float32]) -> NDArray[np.float64]:
    shifted = logits.astype(np.float64) - logits.max()
    return np.asarray(shifted - np.log(np.exp(shifted).sum()))
