"""A device is tried before it is trusted, in a process that it may end."""

from __future__ import annotations

import pytest

from core.base.errors import Cancelled
from core.engine.trial import messages
from core.engine.trial.messages import Outcome

pytestmark = pytest.mark.usefixtures("modules_of_tests")
ODD = "tests.support.odd_device"


def tried(name: str, patience: float = messages.PATIENCE) -> Outcome:
    return messages.try_device(name, module=ODD, patience=patience)


def test_that_a_device_which_computes_as_the_cpu_works() -> None:
    outcome = tried("right")
    assert (outcome.verdict, outcome.lasting) == ("works", True), outcome
    assert outcome.largest_error is not None
    assert 0 < outcome.largest_error < 0.06  # what 8 bits cost; core/engine/trial/process.py has the figures


def test_that_a_device_which_loses_the_ends_of_uploads_is_wrong() -> None:
    outcome = tried("loses_ends")
    assert outcome.verdict == "wrong"
    assert outcome.reason.startswith(("A gradient is off by ", "The loss is off by "))
    assert outcome.largest_error is not None
    assert outcome.largest_error > 0.08


def test_that_a_device_whose_numbers_are_none_is_wrong() -> None:
    outcome = tried("loses_a_norm")
    assert (outcome.verdict, outcome.largest_error) == ("wrong", None)
    assert outcome.reason == "Some of its numbers are infinite or none at all."


def test_that_what_a_device_lacks_is_named_and_nothing_runs() -> None:
    outcome = tried("lacks_softmax")
    assert outcome.verdict == "missing"
    assert outcome.reason.startswith("It cannot compute SOFT_MAX [")


def test_that_a_driver_which_aborts_ends_only_the_trial() -> None:
    outcome = tried("aborts")
    assert (outcome.verdict, outcome.reason) == ("crashes", "Its driver crashed in the self-test.")


def test_that_a_driver_which_hangs_is_given_up() -> None:
    outcome = tried("hangs", patience=1)
    assert (outcome.verdict, outcome.reason) == ("crashes", "It gave no answer in the self-test for 1 s.")


def test_that_too_little_memory_is_no_lasting_verdict() -> None:
    outcome = tried("is_full")
    assert (outcome.verdict, outcome.lasting) == ("missing", False)


def test_that_a_trial_can_be_cancelled() -> None:
    def cancelled() -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        messages.try_device("hangs", cancelled, module=ODD)


def test_that_a_driver_which_crashes_when_it_is_loaded_is_told_of() -> None:
    listing = messages.list_devices(module="tests.support.odd_listing")
    assert listing.devices == []
    assert listing.problem == "A graphics driver crashed when it was asked for its cards."
