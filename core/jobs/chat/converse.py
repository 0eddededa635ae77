"""Converse: load a model once and answer questions. Chat: give one answer. Serve: answer other programs."""

from __future__ import annotations

import contextlib
import secrets
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from core import protocol as p
from core.base.errors import LuthierError
from core.chat.loaded import ChatModel, Question, generate_answer, whole_reply
from core.chat.split import Piece
from core.data.chat.renderer import TemplateRenderer
from core.export.base import describe_base
from core.export.check.comparison import questions
from core.export.ollama.folder import sampling
from core.export.turns import learnt_conversations
from core.gguf.header import Header, header_of
from core.jobs.chat.source import find_source
from core.jobs.context import JobContext, Outcome
from core.jobs.models.run_adapter import held_out_of
from core.runs.run import Run

TEXT_INTERVAL = 0.05  # seconds between the events of an answer's text


def converse(job: p.ConverseJob, context: JobContext) -> Outcome[p.ConverseResult]:
    """Answer every `ask` until `stop`. An error in a question ends that question only.

    Raises LuthierError as find_source and ChatModel do, if the model cannot be loaded.
    """
    source = find_source(job, context)
    context.phase("load", "Loading the model")
    answers, told = 0, set[str]()
    with ChatModel(source, context.renderer) as loaded:
        loaded.load()
        adapter = job.adapter or (str(source.adapter) if source.adapter else job.run or "")
        context.emit(
            p.Ready(
                model=str(loaded.header.path),
                adapter=adapter,
                context=loaded.context_length,
                chat=loaded.writer.has_template,
                adjustable=source.adapter is not None,
                think=source.think if loaded.writer.can_switch else "auto",
                can_switch=loaded.writer.can_switch,
                thinks=loaded.writer.thinks(source.think),
                sampling=usual_sampling(job, loaded.header),
            )
        )
        if job.run and not context.control.asked:  # no delay if a question waits already
            _suggest(Run(Path(job.run).expanduser()), loaded, context)
        try:
            while (ask := context.control.next_question()) is not None:
                answers += _answer(ask, loaded, context, told)
        finally:
            _refuse_the_rest(context)
    return "done", p.ConverseResult(answers=answers)


def _suggest(run: Run, loaded: ChatModel, context: JobContext) -> None:
    """Emit suggested questions; none if the run's evaluation cannot be read."""
    with contextlib.suppress(LuthierError):
        asked, system = suggestions(run, loaded.header, context)
        if asked or system:
            context.emit(p.Suggestions(questions=asked, system=system))


def _refuse_the_rest(context: JobContext) -> None:
    """Refuse the questions that will not be answered any more."""
    for ask in context.control.asked:
        context.emit(
            p.Refused(
                id=ask.id,
                code="chat.ended",
                message="The conversation ended before this question was answered.",
                hint="Ask it again in a new one.",
            )
        )


def _answer(ask: p.Ask, loaded: ChatModel, context: JobContext, told: set[str]) -> int:
    """Answer a question, alternating pieces of both voices. Return the number of answers. Raises Cancelled.

    told: notices about the template that were sent already.
    """
    context.phase("sample", "Writing an answer")
    question = Question(ask.messages, ask.sampling, ask.tools, ask.strength, ask.begun, ask.begun_thinking, ask.think)
    questions: dict[p.Voice, Question] = dict.fromkeys(
        ["tuned", "base"] if ask.voice == "both" else [ask.voice], question
    )
    answers = 0
    try:
        tell_left_out(loaded, question, context, told)
        if ask.voice == "both" and ask.base_messages:
            questions["base"] = replace(question, messages=ask.base_messages)
            tell_left_out(loaded, questions["base"], context, told)
        speaking = [_spoken(ask.id, voice, each, loaded, context) for voice, each in questions.items()]
        while speaking:
            for voice in list(speaking if ask.strength else speaking[:1]):  # else both are the same
                ended = next(voice, None)
                if ended:
                    answers += 1
                    speaking.remove(voice)
    except LuthierError as error:
        context.emit(p.Refused(id=ask.id, code=error.code, message=error.message, hint=error.hint))
    context.control.unwanted.discard(ask.id)
    context.control.raise_if_cancelled()
    return answers


def _spoken(name: str, voice: p.Voice, question: Question, loaded: ChatModel, context: JobContext) -> Iterator[bool]:
    """Stream an answer's events. Yield after every piece; True after the last."""
    control, told, waiting = context.control, time.monotonic(), list[Piece]()

    def is_cancelled() -> bool:
        return name in control.unwanted or control.stop.is_set() or control.cancel.is_set()

    def emit_text() -> None:
        if waiting:
            text = "".join(piece.text for piece in waiting)
            context.emit(p.Text(id=name, voice=voice, kind=waiting[0].kind, text=text))
            waiting.clear()

    def reading(done: int, total: int) -> None:
        context.progress(done, total, "tokens")

    for piece in loaded.answer(question, voice, is_cancelled=is_cancelled, reading=reading):
        if isinstance(piece, p.Reply):
            emit_text()
            context.emit(p.Answered(id=name, voice=voice, reply=piece))
            yield True
            return
        if waiting and waiting[0].kind != piece.kind:
            emit_text()
        waiting.append(piece)
        if time.monotonic() - told >= TEXT_INTERVAL:
            emit_text()
            told = time.monotonic()
        yield False


SUGGESTED = 4  # questions
_WORDS = 12  # words of a held-out text's beginning


def usual_sampling(job: p.ConverseJob, model: Header) -> p.Sampling | None:
    """Return the base makers' sampling; None if they state nothing valid."""
    try:
        name = Run(Path(job.run).expanduser()).info().model if job.run else job.model
        said = sampling(model, describe_base(name, model).folder)
        said.pop("repeat_last_n", None)
        return msgspec.convert(said, p.Sampling) if said else None
    except (LuthierError, msgspec.ValidationError):  # the file was deleted; an invalid number
        return None


def suggestions(run: Run, model: Header, context: JobContext) -> tuple[list[str], str]:
    """Return questions from a run's held-out data, or the beginnings of its texts, and that data's system message.

    Raises LuthierError `runs.not-a-run`.
    """
    held_out = held_out_of(run)
    if not held_out:
        return [], ""
    info = run.info()
    conversations = learnt_conversations(Path(info.data), info.config, held_out)
    asked = questions(held_out, model, context.renderer, conversations=conversations, most=SUGGESTED)
    systems = {_told_first(one.messages) for one in asked}  # used only if all rows share it
    texts = [one.messages[-1]["content"] if one.messages else _beginning(one.text) for one in asked]
    return list(dict.fromkeys(filter(None, map(str.strip, texts)))), systems.pop() if len(systems) == 1 else ""


def _told_first(messages: list[dict[str, Any]]) -> str:
    return str(messages[0]["content"]) if messages and messages[0]["role"] == "system" else ""


def _beginning(text: str) -> str:
    return " ".join(text.split()[:_WORDS])


def answer(job: p.ChatJob, context: JobContext) -> Outcome[p.ChatResult]:
    """Answer in the model's chat template, or continue the prompt if it has none. Raises LuthierError `chat.*`,
    `adapter.*`.
    """
    source = find_source(job, context)
    sampling = p.Sampling(temperature=job.temperature, seed=job.seed, max_tokens=job.max_tokens)
    system = [{"role": "system", "content": job.system}] if job.system else []
    question = Question([*system, {"role": "user", "content": job.prompt}], sampling, strength=job.strength)
    context.phase("sample", "Writing an answer")
    with ChatModel(source, context.renderer) as loaded:
        tell_left_out(loaded, question, context, set())
        reply = whole_reply(loaded, question, lambda done, total: context.progress(done, total, "tokens"))
    context.emit(
        p.Sample(
            prompt=job.prompt, text=reply.text, label="tuned" if (job.adapter or job.run) and job.strength else "base"
        )
    )
    return "done", p.ChatResult(prompt=job.prompt, **msgspec.structs.asdict(reply))


def tell_left_out(loaded: ChatModel, question: Question, context: JobContext, told: set[str]) -> None:
    """Send notices of parts of a question that the model will not see, each only once.

    Raises LuthierError as ChatModel.prompt does.
    """
    prompt = loaded.prompt(question)
    if not told.issuperset(prompt.left_out):
        told.update(prompt.left_out)
        context.notice(
            "chat.left-out",
            f"The model's template has no place for {' and '.join(prompt.left_out)}: the model does not see that.",
            "Say it in the question instead.",
        )
    if prompt.dropped:
        context.notice(
            "chat.dropped",
            f"The conversation is longer than the model's context of {loaded.context_length:,} tokens: "
            f"the oldest {prompt.dropped} messages were left out.",
            "Start a new conversation, or give it a longer context if the model has one.",
        )


def generate(
    model: Path,
    adapter: Path | None,
    prompt: str,
    renderer: TemplateRenderer,
    *,
    chat: bool,
    max_tokens: int,
    temperature: float,
    seed: int,
) -> str:
    """Return an answer's text. chat=False continues the prompt verbatim."""
    return generate_answer(
        model, adapter, prompt, renderer, chat=chat, max_tokens=max_tokens, temperature=temperature, seed=seed
    ).text


def serve(job: p.ServeJob, context: JobContext) -> Outcome[p.ServeResult]:
    """Serve programs until `stop`.

    Raises LuthierError `serve.port`, and as find_source and core.chat.server.serve do.
    """
    from core.chat import server  # imported late: its libraries take a second

    control = context.control
    with server.bound_socket(job.port) as listener:
        url = f"http://{server.HOST}:{listener.getsockname()[1]}/v1"
        source = find_source(job, context)
        name = Path(job.run).name if job.run else header_of(source.model).path.stem
        key = job.key or f"luthier-{secrets.token_urlsafe(24)}"
        context.phase("load", "Loading the model")
        server.serve(
            source,
            context.renderer,
            listener,
            name=name,
            key=key,
            started=lambda length: context.emit(p.Serving(url=url, key=key, model=name, context=length)),
            is_stopped=lambda: control.stop.is_set() or control.cancel.is_set(),
        )
    return "done", p.ServeResult(url=url)
