"""The run's evaluation questions, put to a model in Ollama and answered here as well."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from core.data.example import Example
from core.export.check.comparison import Answer, Comparison, compare, our_answers
from core.export.check.greedy import TIE
from core.export.check.questions import LONGEST_ANSWER, Question, questions, room_for_answers
from core.export.ollama import ask
from core.export.ollama.client import Ollama
from core.export.ollama.contents import Contents
from core.jobs.context import JobContext
from core.shared import protocol as p
from core.shared.gguf.header import Header

_CONTINUATION = 32  # tokens of running text that are compared


class Rendering(NamedTuple):
    """Whether Ollama makes the trained prompt of a conversation; None: it does not say. The first two that differ."""

    same: bool | None = None
    ours: str = ""
    theirs: str = ""


class Asking:
    """Answers the questions here; `ask` puts them to Ollama."""

    def __init__(self, model: Header, contents: Contents, held_out: Sequence[Example], context: JobContext) -> None:
        """Raises LuthierError `model.*`."""
        context.phase("answer", "Answering the evaluation's questions here")
        self._context, self._talks = context, contents.conversations
        self._num_ctx = int(str(contents.parameters["num_ctx"]))
        self._asked = questions(held_out, model, context.renderer, conversations=self._talks, system=contents.system)
        self._limit = room_for_answers(model, self._asked, LONGEST_ANSWER if self._talks else _CONTINUATION)
        self._ours = our_answers(
            model,
            self._asked,
            contents.stops,
            self._limit,
            lambda done, total: context.progress(done, total, "tokens"),
        )
        self._pieces = 0  # that have come from Ollama

    def ask(self, ollama: Ollama, name: str) -> tuple[list[p.OllamaAnswer], Rendering]:
        """What differs is told, and no error. Raises LuthierError `ollama.*`."""
        self._context.phase("ask", f"Asking {name} in Ollama")
        rendering, answers = self._rendering(ollama, name), []
        ways: tuple[ask.Way, ...] = ("raw", "chat") if self._talks else ("raw",)
        for question, ours in zip(self._asked, self._ours, strict=True):
            for way in ways:
                theirs = ask.answer(ollama, name, question, way, self._num_ctx, self._limit, self._count)
                answers.append(_judged(question, way, ours, theirs))
        self._tell(name, answers, rendering)
        return answers, rendering

    def _rendering(self, ollama: Ollama, name: str) -> Rendering:
        found = Rendering()
        for question in self._asked:
            theirs = ask.rendered(ollama, name, question) if question.messages else None
            if theirs is not None and theirs != question.text:
                return Rendering(False, question.text, theirs)
            found = Rendering(True) if theirs is not None else found
        return found

    def _count(self) -> None:
        expected = sum(len(answer.pieces or ()) + 1 for answer in self._ours) * (2 if self._talks else 1)
        self._pieces += 1
        self._context.progress(min(self._pieces, expected), expected, "tokens")

    def _tell(self, name: str, answers: Sequence[p.OllamaAnswer], rendering: Rendering) -> None:
        if rendering.same is False:
            self._context.notice(
                "ollama.other-prompt",
                f"Ollama makes another prompt of a conversation than the one that was trained: {rendering.theirs!r} "
                f"instead of {rendering.ours!r}.",
                "OLLAMA_GO_TEMPLATE in its environment, or an edited model, may do that.",
            )
        if others := [answer for answer in answers if not answer.same]:
            first = others[0]
            hint = "Something stands between the model and its answers; please report this as a bug."
            if all(answer.margin is not None and answer.margin <= TIE for answer in others):
                hint = "The model was undecided there, so the rounding of another machine's arithmetic explains it."
            self._context.notice(
                "ollama.answers-differ",
                f"{len(others)} of {len(answers)} answers of {name} in Ollama are not those given here. To "
                f"{first.prompt!r} it says {first.theirs!r} where {first.ours!r} is expected, after {first.at} tokens.",
                hint,
            )
        if self._talks and (endless := [answer for answer in answers if not answer.ends]):
            self._context.notice(
                "ollama.no-end",
                f"{len(endless)} of {len(answers)} answers did not come to an end within {self._limit} tokens.",
                "If its answers go on and on, train longer.",
            )


def _judged(question: Question, way: ask.Way, ours: Answer, theirs: Answer) -> p.OllamaAnswer:
    found: Comparison = compare(ours, theirs)
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
