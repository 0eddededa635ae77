"""Which of two answers a person found better: votes.jsonl in a run's folder, a line each vote.

An answer that a person has changed in Chat is better than the one that the model gave: that is a vote, too.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec

from core.advice.assessment import BASE, verdict
from core.base.bounded_file import from_json, read_plain
from core.base.errors import LuthierError
from core.base.files import written_whole
from core.protocol import AssessResult, Better, RowJudged, Sampling
from core.runs.info import OtherVerdict, RunAssessment, read_assessment, write_assessment
from core.runs.recorded import is_summed, summed
from core.runs.run import Run

BEFORE_EDIT = "the answer before it was changed"  # `against` of an answer that a person has changed


class Vote(msgspec.Struct, frozen=True, kw_only=True):
    """A vote for one of two answers. id: of the exchange, which has one vote. step: of the checkpoint that answered, -1
    where that is not known.

    hidden: whether the names of the two were hidden. time: seconds since 1970. messages: what the better one answered,
    in the messages format, the question last (in Chat the other may have read other answers before that). tuned, base:
    their answers. sampling: how they were drawn. Votes of older versions have none of these: nothing can be learnt
    from them. against: who stood in the base's place, "" for itself.
    """

    id: str
    step: int
    better: Better
    question: str
    time: float
    hidden: bool = False
    messages: list[dict[str, Any]] = []
    tuned: str = ""
    base: str = ""
    sampling: Sampling | None = None
    against: str = ""


class Tally(NamedTuple):
    """How often each was better. changed: answers that a person has changed, which say nothing of the two."""

    tuned: int = 0
    equal: int = 0
    base: int = 0
    changed: int = 0

    @property
    def votes(self) -> int:
        """Return the number of votes for one of the two, or for neither."""
        return self.tuned + self.equal + self.base

    @property
    def choices(self) -> int:
        """Return the number of pairs that can be learnt from."""
        return self.tuned + self.base + self.changed


def votes_file(run: Run) -> Path:
    return run.folder / "votes.jsonl"


def read_votes(run: Run) -> list[Vote]:
    """Read the run's votes, oldest first. A line that is none is passed over. Raises LuthierError `runs.unreadable`."""
    return [vote for line in _lines(run) if (vote := _vote(line)) is not None]


def tally(votes: list[Vote]) -> dict[int, Tally]:
    """Count the votes against the base, and changed answers, by the checkpoint's step."""
    steps = dict.fromkeys(vote.step for vote in votes if vote.against in ("", BEFORE_EDIT))
    return {step: counted(vote for vote in votes if vote.step == step) for step in steps}


def counted(votes: Iterable[Vote]) -> Tally:
    """Count the votes against the base, and changed answers."""
    counts = Counter[str]("changed" if vote.against else vote.better
                          for vote in votes if vote.against in ("", BEFORE_EDIT))  # fmt: skip
    return Tally(**counts)


def put_vote(run: Run, vote: Vote) -> None:
    """Write a vote, in the place of an earlier one on the same exchange.

    Raises LuthierError `files.cannot-write`, `runs.unreadable`.
    """
    _write(run, [*_others(run, vote.id), summed(msgspec.json.encode(vote)).rstrip()])


def choose(run: Run, result: AssessResult, row: RowJudged, better: Better | Literal[""]) -> None:
    """Keep which answer of a row is better, chosen without the names, and what all choices say now. "": take it back.

    Raises LuthierError as put_vote does, and `formats.newer`.
    """
    before = row.better
    _follow_choice(result, row, better)
    try:
        if better:
            put_vote(run, _chosen(result, row, better))
        else:
            take_back(run, row.key)
        if any(one.better for one in result.judged):  # else it says nothing that is worth an earlier verdict's place
            keep_assessment(run, result)
    except LuthierError:  # what could not be kept must not count
        _follow_choice(result, row, before)
        raise


def _follow_choice(result: AssessResult, row: RowJudged, better: Better | Literal[""]) -> None:
    """Have the whole result say what follows from a choice."""
    row.better = better
    for answer, voice in zip(row.answers, ("tuned", "base"), strict=True):
        answer.right = better == voice
    result.verdict = verdict(result)


def _chosen(result: AssessResult, row: RowJudged, better: Better) -> Vote:
    tuned, base = (answer.text for answer in row.answers)
    return Vote(
        id=row.key, step=result.step, better=better, question=row.question, time=time.time(), hidden=True,
        messages=row.messages, tuned=tuned, base=base, sampling=Sampling(), against=_other(result),
    )  # fmt: skip


def _other(result: AssessResult) -> str:
    name = result.models[1].name
    return "" if name == BASE else name


def _others_in(result: AssessResult) -> str:
    """Return with whom it was compared, "" for the base alone."""
    names = [model.name for model in result.models[1:]]
    return "" if names in ([], [BASE]) else ", ".join(names)


def keep_assessment(run: Run, result: AssessResult) -> None:
    """Keep what an assessment said with the run, beside what others said against other models.

    Raises LuthierError `formats.newer`, `files.cannot-write`.
    """
    against, before = _others_in(result), read_assessment(run.assessment_file)
    beside = list[OtherVerdict]()
    if before is not None:
        newest = OtherVerdict(
            against=before.against, verdict=before.verdict, test=before.test, made=before.made, step=before.step
        )
        beside = [one for one in (newest, *before.beside) if one.against != against]
    said = RunAssessment(
        verdict=result.verdict, test=result.test, made=time.time(), step=result.step, moved=result.moved, by=result.by,
        against=against, beside=beside,
    )  # fmt: skip
    write_assessment(run.assessment_file, said)


def take_back(run: Run, exchange: str) -> None:
    """Forget the vote on an exchange. Raises LuthierError as put_vote does."""
    others = _others(run, exchange)
    if others != _lines(run):
        _write(run, others)


def _others(run: Run, exchange: str) -> list[bytes]:
    """The lines of other exchanges, and those that cannot be read as they are."""
    return [line for line in _lines(run) if (vote := _vote(line)) is None or vote.id != exchange]


def _lines(run: Run) -> list[bytes]:
    file = votes_file(run)
    try:
        return read_plain(file).splitlines()
    except FileNotFoundError:
        return []
    except OSError as error:
        raise LuthierError(
            "runs.unreadable", f"{file} cannot be read: {error.strerror}.", "Check that you may read it."
        ) from error


def _vote(line: bytes) -> Vote | None:
    """Return a line's vote, or None if it cannot be read or was changed."""
    try:
        is_summed(line)
        return from_json(line, type=Vote)
    except ValueError:
        return None


def _write(run: Run, lines: list[bytes]) -> None:
    with written_whole(votes_file(run)) as partial:
        partial.write_bytes(b"".join(line + b"\n" for line in lines))
