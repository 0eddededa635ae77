"""Puts a run's questions to a model in Ollama and compares its answers with Luthier's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from core import protocol as p
from core.base.command_lines import run_in_ollama
from core.base.errors import Do, LuthierError
from core.chat.markers import Marks, find_marks, opens_thought, read_calls
from core.chat.split import Splitter
from core.data.chat.renderer import TemplateRenderer
from core.data.chat.template import ChatTemplate
from core.data.example import Example
from core.data.tokenizer import Tokenizer
from core.export.check.comparison import (
    LONGEST_ANSWER,
    Answer,
    Comparison,
    Parts,
    Question,
    compare,
    our_answers,
    questions,
    room_for_answers,
)
from core.export.check.greedy import TIE
from core.export.ollama import ask
from core.export.ollama.client import Ollama
from core.export.ollama.folder import Contents
from core.gguf.header import Header
from core.jobs.context import JobContext

_CONTINUATION = 32  # tokens of running text to compare


class Asked(NamedTuple):
    """The results of asking Ollama. expected: the number of answers if nothing fails. rendered: whether Ollama renders
    conversations to the training's prompts; None: unknown. rendered_ours, rendered_theirs: the first two that differ.
    think: the value that requests must set for that; None: unset.
    """

    answers: Sequence[p.OllamaAnswer] = ()
    rendered: bool | None = None
    rendered_ours: str = ""
    rendered_theirs: str = ""
    think: bool | None = None
    expected: int = 0


class Asking:
    """Answers the questions with Luthier; `ask` puts them to Ollama."""

    def __init__(
        self, model: Header, contents: Contents, rows: Sequence[Example], context: JobContext, *, answers: bool
    ) -> None:
        """rows: of the run. answers: whether to ask for answers; else only prompts are compared. Raises LuthierError
        `model.*`.
        """
        self._context, self._talks = context, contents.conversations
        self._num_ctx, self._stops = int(str(contents.parameters["num_ctx"])), contents.stops
        asked = questions(rows, model, context.renderer, conversations=self._talks, system=contents.system)
        self._asked = [question for question in asked if len(question.tokens) < self._num_ctx]
        self._ours: list[Answer] = []
        self._pieces = 0  # pieces received from Ollama
        if len(self._asked) < len(asked):
            context.notice(
                "ollama.not-asked",
                f"Questions longer than the {self._num_ctx:,} tokens that this model keeps in mind are not asked: "
                f"{len(asked) - len(self._asked)} of {len(asked)}.",
                "Choose a model with a longer context to ask them.",
            )
        if answers and self._asked:
            self._answer(model)

    def _answer(self, model: Header) -> None:
        self._context.phase("answer", "Answering the run's questions here")
        self._limit = room_for_answers(model, self._asked, LONGEST_ANSWER if self._talks else _CONTINUATION)

        def told(done: int, total: int) -> None:
            self._context.progress(done, total, "tokens")

        ours = our_answers(model, self._asked, self._stops, self._limit, told)
        if self._talks:
            marks = _marks(model, self._stops, self._context.renderer)
            ours = [
                answer._replace(parts=_parts(answer, question, marks, self._stops))
                for question, answer in zip(self._asked, ours, strict=True)
            ]
        self._ours = ours

    def ask(self, ollama: Ollama, name: str, renderer: str) -> Asked:
        """Ask Ollama's model. Differences and failures are reported, not raised, and the model stays unchanged.

        renderer: Ollama's built-in renderer for this model; "" if it uses the file's template.
        """
        self._context.phase("ask", f"Asking {name} in Ollama")
        answers: list[p.OllamaAnswer] = []
        expected = len(self._ours) * (2 if self._talks else 1)
        found = Asked(answers, expected=expected)
        try:
            found = self._rendering(ollama, name)._replace(answers=answers, expected=expected)
            self._tell_of_prompt(name, found, renderer)
            ways: tuple[ask.Way, ...] = ("raw", "chat") if self._talks else ("raw",)
            for question, ours in zip(self._asked, self._ours, strict=False):
                for way in ways:
                    theirs = ask.answer(
                        ollama, name, question, way, self._num_ctx, self._limit, self._count, found.think
                    )
                    answers.append(_judged(question, way, ours, theirs, self._stops))
        except LuthierError as error:
            self._context.notice(
                "ollama.not-asked",
                f"{name} is in Ollama, but {len(answers)} of {expected} answers could be compared: {error.message}",
                error.hint,
            )
        self._tell_of_answers(name, answers, has_other_prompt=found.rendered is False)
        return found

    def _rendering(self, ollama: Ollama, name: str) -> Asked:
        """Ask with Ollama's default prompt, or with thinking off if only that makes all prompts the trained ones."""
        first = self._rendered(ollama, name, None)
        if first.rendered is False and self._rendered(ollama, name, False).rendered:
            return Asked(rendered=True, think=False)
        return first

    def _rendered(self, ollama: Ollama, name: str, think: bool | None) -> Asked:
        found = Asked()
        for question in self._asked:
            theirs = ask.rendered(ollama, name, question, think) if question.messages else None
            if theirs is not None and theirs != question.text:
                return Asked(rendered=False, rendered_ours=question.text, rendered_theirs=theirs)
            found = Asked(rendered=True) if theirs is not None else found
        return found

    def _count(self) -> None:
        expected = sum(len(answer.pieces) + 1 for answer in self._ours) * (2 if self._talks else 1)
        self._pieces += 1
        self._context.progress(min(self._pieces, expected), expected, "tokens")

    def _tell_of_prompt(self, name: str, found: Asked, renderer: str) -> None:
        if found.think is False:
            self._context.notice(
                "ollama.asks-to-think",
                f"Unless it is told not to, Ollama asks {name} to think first, which this run has not learnt.",
                Do.by("In Ollama's app turn thinking off for this model.", f"`{run_in_ollama(name, False)}`"),
            )
        if found.rendered is False:
            setting = "A setting of Ollama's environment, or an edited model, may do that."
            hint: str = Do.by(setting, "OLLAMA_GO_TEMPLATE")
            if renderer:
                hint = (
                    f"Ollama writes the prompts of such models by a program of its own ({renderer}), whatever their "
                    "files and a Modelfile say. LM Studio and llama-server go by the trained template."
                )
            self._context.notice(
                "ollama.other-prompt",
                "Ollama makes another prompt of a conversation than the one that was trained: "
                f"{found.rendered_theirs!r} instead of {found.rendered_ours!r}.",
                hint,
            )

    def _tell_of_answers(self, name: str, answers: Sequence[p.OllamaAnswer], *, has_other_prompt: bool) -> None:
        """Send notices about differing answers. has_other_prompt: conversations get another prompt, which may be the
        reason.
        """
        others = [answer for answer in answers if not answer.same]
        if has_other_prompt and (explained := [answer for answer in others if answer.way == "chat"]):
            self._context.notice(
                "ollama.answers-differ",
                f"{len(explained)} of {len(answers)} answers of {name} in Ollama are not those given here, because its "
                "prompt is another.",
            )
            others = [answer for answer in others if answer.way != "chat"]
        if others:
            first = others[0]
            hint = "Something stands between the model and its answers; please report this as a bug."
            if all(answer.margin is not None and answer.margin <= TIE for answer in others):
                hint = "The model was undecided there, so the rounding of another machine's arithmetic explains it."
            where = f"says {first.theirs!r} where {first.ours!r} is expected, after {first.at} tokens"
            if first.at is None:
                where = "says the same, but does not end there" if not first.ends else "says the same, but ends there"
            self._context.notice(
                "ollama.answers-differ",
                f"{len(others)} of {len(answers)} answers of {name} in Ollama are not those given here. To "
                f"{first.prompt!r} it {where}.",
                hint,
            )
        if self._talks and (endless := [answer for answer in answers if not answer.ends]):
            self._context.notice(
                "ollama.no-end",
                f"{len(endless)} of {len(answers)} answers did not come to an end within {self._limit} tokens.",
                "If its answers go on and on, train longer.",
            )


def _judged(question: Question, way: ask.Way, ours: Answer, theirs: Answer, stops: Sequence[str]) -> p.OllamaAnswer:
    found: Comparison = compare(ours, theirs, stops)
    said = [message["content"] for message in question.messages if message["role"] == "user"]
    return p.OllamaAnswer(
        prompt=said[-1] if said else question.text,
        way=way,
        text=theirs.text,
        same=found.same and ours.ended == theirs.ended,
        ends=theirs.ended,
        at=found.at,
        ours=found.ours,
        theirs=found.theirs,
        margin=found.margin,
    )


def _marks(model: Header, stops: Sequence[str], renderer: TemplateRenderer) -> list[Marks]:
    """Return the marks of thoughts and calls in the model's own template."""
    with Tokenizer(model) as tokenizer:
        bos, eos = tokenizer.text(tokenizer.bos), tokenizer.text(tokenizer.eos)
        template = ChatTemplate(tokenizer.chat_template or "", renderer, bos, eos, model=tokenizer.model)
        return find_marks(template, [*stops, eos])


def _parts(answer: Answer, question: Question, marks: Sequence[Marks], stops: Sequence[str]) -> Parts:
    """Split an answer like chat programs do. Special tokens other than marks are ignored."""
    splitter = Splitter(marks, stops, in_thought=opens_thought(question.text, marks))
    shown = "".join([*(mark.opening + mark.closing for mark in marks), *stops])
    for raw, marked in zip(answer.shown, answer.marked, strict=True):
        named = marked if marked.decode("utf-8", "replace") in shown else b""
        list(splitter.add(raw or named))
    list(splitter.finish())
    said: dict[str, list[str]] = {"thinking": [], "answer": [], "call": []}
    for piece in splitter.stretches:
        said[piece.kind].append(piece.text)
    calls = tuple(call for text in said["call"] for call in read_calls(text))
    return Parts("\n\n".join(said["thinking"]), "".join(said["answer"]), calls)
