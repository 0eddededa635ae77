"""Keep what it knew: some of the base's own answers to everyday questions are trained along with the rows.

A training on one kind of answers changes all others. Answers that the model itself gave before hold it where it was
(rehearsal from the model's own samples, as in arXiv:2403.01244); docs/goals.md has what that saves and costs.
The answers are kept for later trainings of the same model, and with the run, which goes on with the very same.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime
from hashlib import blake2b
from math import ceil
from pathlib import Path

import msgspec

from core.assess.answers import Answer, KeptAnswers, answers_of
from core.assess.checks import Said
from core.assess.moved import EVERY
from core.assess.rows import Row
from core.base import paths
from core.base.files import written_whole
from core.chat.loaded import ChatSource
from core.data.chat.conversation import ConversationEncoder
from core.data.chat.template import ChatTemplate
from core.data.formats.turns import Message
from core.data.problems import BadRowError
from core.data.tokenizer import Tokenizer
from core.data.tokens.example_view import Joined
from core.data.tokens.load_dataset import load_dataset
from core.families.table import shares_beginnings
from core.gguf.header import ModelFile, header_of
from core.jobs.context import JobContext
from core.jobs.data.prepare import PreparedData, fewest_shared_rows, rows_for
from core.protocol.config import TrainConfig
from core.runs.run import Run

MOST_TOKENS = 96  # of an answer
FRESH = 0.5  # of its words, that an answer does not repeat: small models get caught in circles
_WHOLE = re.compile(r"(?s).*[.!?。！？।\n]")  # to the end of the last sentence
_AT_ONCE = 8  # questions that are asked at least, once some answers were of no use: each time the model is loaded anew
_SPREAD = 29  # a step through the questions that meets all of them, so that a few are of every kind and language


def with_what_it_knew(
    data: PreparedData, run: Run, model: ModelFile, config: TrainConfig, context: JobContext, day: datetime
) -> PreparedData:
    """Return the data with the base's own answers among the rows to train on, `config.replay` times as many as these,
    or as many as fit into the context. day: "today", for templates that write the date.

    Choices have pairs in their rows, and a reference that holds them.

    Raises LuthierError as answers_of and load_dataset do.
    """
    if not config.replay or config.choices or not data.dataset.found.is_conversation:
        return data
    own = msgspec.structs.replace(
        config, format="messages", columns="auto", encoding="auto", header="auto", eval_share=0.0, test_share=0.0,
        train_on="assistant", thoughts="auto", duplicates="keep",
    )  # fmt: skip
    with Tokenizer(model) as tokenizer:
        can_answer = tokenizer.chat_template is not None
        if can_answer and not run.replay_file.is_file():
            context.phase("replay", "Asking the model what it knows")
            wanted, fits = ceil(config.replay * len(data.dataset.train)), _fits(tokenizer, own, context, day)
            _write(run.replay_file, _answered(model, wanted, fits, context))
        if not can_answer or not run.replay_file.stat().st_size:
            context.notice(
                "train.nothing-to-keep",
                "This model has no answers worth keeping: it has no chat template, repeats itself, or says more than "
                f"has room in {config.context:,} tokens.",
                "“Keep what it knew” (replay) does nothing here.",
            )
            return data
        known = load_dataset(run.replay_file, tokenizer, context.renderer, own, now=day).train
    rows = rows_for(
        Joined((data.dataset.train, known)),
        config,
        may_share=shares_beginnings(header_of(model).architecture),
        fewest=fewest_shared_rows(config),
    )
    return data._replace(train_rows=rows, replayed=known)


def _questions() -> list[str]:
    """Return everyday questions in six languages, and general ones by which forgetting is not measured."""
    general = [json.loads(line)["question"] for line in paths.GENERAL_TALK.read_text("utf-8").splitlines()]
    everyday = [json.loads(line)["question"] for line in paths.EVERYDAY.read_text("utf-8").splitlines()]
    asked = [*everyday, *(one for i, one in enumerate(general) if i % EVERY)]
    return [asked[i * _SPREAD % len(asked)] for i in range(len(asked))]


Fits = Callable[[str, str], bool]  # whether a question with its answer has room in the context


def _fits(tokenizer: Tokenizer, config: TrainConfig, context: JobContext, day: datetime) -> Fits:
    """The context is as long as the user's rows, which may be short."""
    bos, eos = tokenizer.text(tokenizer.bos), tokenizer.text(tokenizer.eos)
    template = ChatTemplate(tokenizer.chat_template or "", context.renderer, bos, eos, day, model=tokenizer.model)
    encoder = ConversationEncoder(tokenizer, template, config.train_on, config.context, Counter(), config.thoughts)

    def fits(question: str, answer: str) -> bool:
        try:
            encoder.encode(_turns(question, answer))
        except BadRowError:
            return False
        return True

    return fits


def _answered(model: ModelFile, wanted: int, fits: Fits, context: JobContext) -> list[tuple[str, str]]:
    """Return so many questions with what the model answers, or as many as there is a use for."""
    header, kept = header_of(model), KeptAnswers(paths.cache_dir() / "replay.jsonl")
    by = blake2b(f"{header.path}\0{header.size}\0{header.changed}".encode(), digest_size=8).hexdigest()
    questions, found, n = _questions(), list[tuple[str, str]](), wanted
    while questions and len(found) < wanted:
        asked, questions = questions[:n], questions[n:]
        rows = [Row(paths.EVERYDAY, 0, [{"role": "user", "content": one}], [], Said("", []), "", 0) for one in asked]
        replies = answers_of(
            ChatSource(model), by, rows, kept, context.renderer, most=MOST_TOKENS,
            report=lambda done, total: context.progress(done, total, "answers"),
        )  # fmt: skip
        texts = (_worth_keeping(one) if one is not None else "" for one in replies.answers)
        cut = ((question, _cut_to_fit(question, text, fits)) for question, text in zip(asked, texts, strict=True))
        found += [(question, text) for question, text in cut if text]
        n = max(wanted - len(found), _AT_ONCE)
    return found[:wanted]


def _cut_to_fit(question: str, text: str, fits: Fits) -> str:
    """Return as many whole sentences of an answer as have room; "" for none."""
    while text and not fits(question, text):
        text = whole[0].strip() if (whole := _WHOLE.match(text[:-1])) else ""
    return text


def _worth_keeping(answer: Answer) -> str:
    """Return the answer up to its last whole sentence; "" where there is none, or it goes in circles."""
    text = answer.text if answer.ended else whole[0] if (whole := _WHOLE.match(answer.text)) else ""
    words = text.split()
    return text.strip() if len(set(words)) > FRESH * len(words) else ""


def _write(file: Path, answered: Sequence[tuple[str, str]]) -> None:
    """Write them as training data. Raises LuthierError `files.cannot-write`."""
    lines = [{"messages": _turns(question, answer)} for question, answer in answered]
    with written_whole(file) as partial:
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        partial.write_text(text, encoding="utf-8", newline="\n")


def _turns(question: str, answer: str) -> list[Message]:
    return [{"role": "user", "content": question}, {"role": "assistant", "content": answer}]
