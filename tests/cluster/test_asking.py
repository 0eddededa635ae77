"""What a person says counts for the code that was on the screen, and for no other."""

from __future__ import annotations

import asyncio

import pytest

from core import protocol as p
from core.cluster.pairing import Comparison
from core.jobs.cluster.start import asking
from core.jobs.context import Control, JobContext


def asked(*said: p.Command, before: tuple[p.Command, ...] = ()) -> tuple[bool, list[str], Control]:
    """About 402913. before: said ahead of the question."""
    control, events = Control(), list[p.Event]()

    def emit(event: p.Event) -> None:
        events.append(event)
        if isinstance(event, p.CompareCode):
            assert control.comparing == event.code
            for command in said:
                control.apply(command)

    for command in before:
        control.apply(command)
    confirm = asking(JobContext(emit, control))
    answer = asyncio.run(confirm(Comparison("laptop", "127.0.0.1", "402913")))
    return answer, [type(event).__name__ for event in events], control


def yes(code: str) -> p.ConfirmCode:
    return p.ConfirmCode(same=True, code=code)


def no(code: str) -> p.ConfirmCode:
    return p.ConfirmCode(same=False, code=code)


@pytest.mark.parametrize(
    ("said", "is_same"),
    [
        ([yes("402913")], True),
        ([no("402913")], False),
        ([yes("111111"), no("402913")], False),
        ([no("111111"), yes("402913")], True),
        ([yes(""), no("402913")], False),
        ([no("")], False),
        ([yes("402913"), no("402913")], True),
    ],
)
def test_that_what_was_said_of_another_code_counts_for_nothing(said: list[p.ConfirmCode], is_same: bool) -> None:
    """A yes that came too late was one to the next computer that asked."""
    answer, events, control = asked(*said)
    assert answer is is_same and events == ["CompareCode", "CodeSettled"] and not control.comparing


def test_that_a_yes_ahead_of_the_question_counts_for_nothing() -> None:
    answer, _, _ = asked(no("402913"), before=(yes(""), yes("111111")))
    assert not answer


def test_that_a_stop_is_a_no() -> None:
    assert asked(p.Stop())[:2] == (False, ["CompareCode", "CodeSettled"])
