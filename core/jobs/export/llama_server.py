"""Whether a real llama-server with a run's adapter renders, answers and ends as the run was trained.

One that is running already is asked, and its adapters' strengths are put back; else one is started for as long as it
takes.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from core import protocol as p
from core.base.command_lines import into_llama_server
from core.base.errors import LuthierError
from core.base.own_process import other_program
from core.convert.resolve import resolve_model
from core.engine.lora.adapter_file import read_adapter, require_without_dora
from core.export.check.comparison import (
    LONGEST_ANSWER,
    Answer,
    Question,
    compare,
    our_answers,
    questions,
    room_for_answers,
)
from core.export.llama_server import DEFAULT, PROGRAM, About, Loaded, Started, connected, started
from core.export.turns import learnt_conversations
from core.gguf.header import Header
from core.gguf.kind import run_of
from core.hub import polling
from core.jobs.context import JobContext, Outcome
from core.jobs.export.trained import Trained, rows_to_ask
from core.jobs.models.run_adapter import find_adapter
from core.runs.run import Run

OF_THE_BASE = 32  # tokens of an answer without the adapter, which seldom ends
_KEY = "LLAMA_API_KEY"  # the variable that llama-server itself takes its key from


class _Ours(NamedTuple):
    """What is asked, and what we answer: with the adapter, and without. limit: tokens of an answer with it."""

    asked: list[Question]
    limit: int
    tuned: list[Answer]
    base: list[Answer]


class _Found(NamedTuple):
    """What it has loaded. chosen: the adapter of the run."""

    about: About
    loaded: list[Loaded]
    chosen: Loaded


class _Theirs(NamedTuple):
    """again: to the first question, when the adapter was back. rendered: of each conversation."""

    tuned: list[Answer]
    base: list[Answer]
    again: Answer
    rendered: list[str]


def check_llama_server(job: p.LlamaServerJob, context: JobContext) -> Outcome[p.LlamaServerResult]:
    """Compare a llama-server's answers with the run's. Raises LuthierError `llama-server.*`, `lora.dora`,
    `export.no-adapter`, `model.*`.
    """
    began, run = time.monotonic(), Run(Path(job.run).expanduser())
    source, info = find_adapter(run, notice=context.notice), run.info()
    learnt = read_adapter(source.file)
    require_without_dora(learnt, source.file)
    trained = Trained(run, info, learnt, resolve_model(info.model, context), source, context.notice)
    conversations = learnt_conversations(Path(info.data), info.config, trained.held_out)
    rows = rows_to_ask(run, trained.held_out, trained.model, context)
    asked = questions(rows, trained.model, context.renderer, conversations=conversations)
    with _server(job, trained, asked) as (address, process):

        def poll() -> None:
            context.control.raise_if_cancelled()
            if process is not None:
                process.require_alive()

        context.phase("load", f"Waiting for llama-server at {address}")
        found = polling.run(polling.polled(_look(address, trained, coming=process is not None), poll))
        ours = _answers_here(trained, asked, context)
        context.phase("answers", f"Asking llama-server at {address}")
        theirs = polling.run(polling.polled(_ask(address, found, ours, context), poll))
    result = _verdict(trained, found, ours, theirs, conversations)
    result.address, result.started, result.seconds = address, process is not None, time.monotonic() - began
    return "done", result


@contextmanager
def _server(job: p.LlamaServerJob, trained: Trained, asked: Sequence[Question]) -> Iterator[tuple[str, Started | None]]:
    """Its address, and the process where it is started here."""
    program = other_program(job.program or PROGRAM)
    if job.program and not program:
        raise LuthierError("llama-server.cannot-start", f"There is no program {job.program}.", "Check its path.")
    if job.address or (not job.program and _listens(DEFAULT)):
        yield job.address or DEFAULT, None
    elif program:
        room = max(len(question.tokens) for question in asked) + LONGEST_ANSWER + 1
        with started(Path(program).absolute(), trained.model.path, trained.source.file, room) as process:
            yield process.address, process
    else:
        (line,) = into_llama_server(trained.model.path, trained.source.file)
        raise LuthierError(
            "llama-server.not-found",
            f"No llama-server listens at {DEFAULT}, and the program is not on the PATH.",
            f"Start one ({line}), or name the program with --program. llama.cpp's releases have it.",
        )


def _listens(address: str) -> bool:
    """Return whether a llama-server does: other programs are fond of that port too."""

    async def ask() -> bool:
        try:
            async with connected(address, os.environ.get(_KEY, "")) as server:
                await server.adapters()
        except LuthierError as error:
            return error.code == "llama-server.key"
        return True

    return polling.run(ask())


def _answers_here(trained: Trained, asked: list[Question], context: JobContext) -> _Ours:
    context.phase("answers", "Answering the run's questions here")

    def report(done: int, total: int) -> None:
        context.progress(done, total, "tokens")

    limit = room_for_answers(trained.model, asked, LONGEST_ANSWER)
    tuned = our_answers(trained.model, asked, limit=limit, progress=report, adapter=trained.source.file)
    base = our_answers(trained.model, asked, limit=min(limit, OF_THE_BASE), progress=report)
    return _Ours(asked, limit, tuned, base)


async def _look(address: str, trained: Trained, *, coming: bool) -> _Found:
    """Return whether it has what it should. coming: it was started just now."""
    async with connected(address, os.environ.get(_KEY, "")) as server:
        await server.wait_until_ready(coming=coming)
        about, loaded = await server.about(), await server.adapters()
    _require_base(address, about, trained.model)
    return _Found(about, loaded, _of_the_run(address, loaded, trained))


async def _ask(address: str, found: _Found, ours: _Ours, context: JobContext) -> _Theirs:
    """The strengths of its adapters are put back, whatever happens."""
    rounds, done = 2 * len(ours.asked) + 1, 0
    async with connected(address, os.environ.get(_KEY, "")) as server:

        async def answers(asked: Sequence[Question], scale: float, limit: int) -> list[Answer]:
            nonlocal done
            await server.set_scales({one.id: 0.0 for one in found.loaded} | {found.chosen.id: scale})
            given = []
            for question in asked:
                context.progress(done, rounds, "answers")
                given.append(await server.answer(question, limit))
                done += 1
            return given

        try:
            tuned = await answers(ours.asked, 1.0, ours.limit)
            base = await answers(ours.asked, 0.0, min(ours.limit, OF_THE_BASE))
            (again,) = await answers(ours.asked[:1], 1.0, ours.limit)
        finally:
            with suppress(LuthierError):  # it is gone
                await server.set_scales({one.id: one.scale for one in found.loaded})
        rendered = [await server.render(question.messages) for question in ours.asked if question.messages]
        return _Theirs(tuned, base, again, rendered)


def _require_base(address: str, about: About, base: Header) -> None:
    expected = sum(tensor.elements for tensor in base.tensors.values())
    vocabulary = base.arrays["tokenizer.ggml.tokens"].length
    found = about.meta
    if not found.n_vocab or (found.n_vocab, found.n_params) == (vocabulary, expected):
        return
    raise LuthierError(
        "llama-server.other-model",
        f"The llama-server at {address} has another model, {Path(about.props.model_path).name}: {found.n_params:,} "
        f"parameters and {found.n_vocab:,} tokens, where {base.path.name} has {expected:,} and {vocabulary:,}.",
        "Start one with the base model of the run, or let this start one: --program llama-server.",
    )


def _of_the_run(address: str, loaded: Sequence[Loaded], trained: Trained) -> Loaded:
    if not loaded:
        (line,) = into_llama_server(trained.model.path, trained.source.file)
        raise LuthierError(
            "llama-server.no-adapter", f"The llama-server at {address} has no adapter loaded.", f"Start it so: {line}"
        )
    named = [one for one in loaded if run_of(Path(one.path)) == trained.run.name]
    for found in (loaded, named):
        if len(found) == 1:
            return found[0]
    raise LuthierError(
        "llama-server.which-adapter",
        f"The llama-server at {address} has several adapters, and it is not clear which is this run's: "
        f"{', '.join(Path(one.path).name for one in loaded)}.",
        "Start it with this one alone.",
    )


def _verdict(trained: Trained, found: _Found, ours: _Ours, theirs: _Theirs, conversations: bool) -> p.LlamaServerResult:
    tuned = list(map(_beside, ours.asked, ours.tuned, theirs.tuned, [1.0] * len(ours.asked)))
    base = list(map(_beside, ours.asked, ours.base, theirs.base, [0.0] * len(ours.asked)))
    expected = [question.text for question in ours.asked if question.messages]
    wrong = [(own, other) for own, other in zip(expected, theirs.rendered, strict=True) if not other.endswith(own)]
    alike = [answer.text[:OF_THE_BASE] for answer in ours.tuned] == [a.text[:OF_THE_BASE] for a in ours.base]
    changes = alike or any(
        not with_it.text.startswith(without.text) for with_it, without in zip(theirs.tuned, theirs.base, strict=True)
    )
    same, same_base = all(answer.same for answer in tuned), all(answer.same for answer in base)
    swaps = changes and theirs.again.text == theirs.tuned[0].text
    as_ours = all(other.ended or not own.ended for own, other in zip(ours.tuned, theirs.tuned, strict=True))
    return p.LlamaServerResult(
        address="",
        version=found.about.props.build_info,
        model=Path(found.about.props.model_path).name,
        adapter=Path(found.chosen.path).name,
        started=False,
        good=same and same_base and swaps and as_ours and not wrong,
        rendered=not wrong if expected else None,
        rendered_ours=wrong[0][0] if wrong else "",
        rendered_theirs=wrong[0][1] if wrong else "",
        same=same,
        same_base=same_base,
        swaps=swaps,
        ends=all(answer.ended for answer in theirs.tuned) if conversations else None,
        answers=[*tuned, *base],
        commands=into_llama_server(trained.model.path, trained.source.file),
        seconds=0.0,
    )


def _beside(question: Question, ours: Answer, theirs: Answer, scale: float) -> p.LlamaServerAnswer:
    found = compare(ours, theirs)
    return p.LlamaServerAnswer(
        prompt=question.text,
        scale=scale,
        text=theirs.text,
        same=found.same or found.is_tie,
        ends=theirs.ended,
        at=found.at,
        ours=found.ours,
        theirs=found.theirs,
        margin=found.margin,
    )
