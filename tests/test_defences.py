"""What `make test-defences` breaks, found without breaking it."""

import pytest

from tests.changed import ROOT
from tests.defences import DEFENCES, Defence


@pytest.mark.parametrize("one", DEFENCES, ids=lambda one: f"{one.file}: {one.text}")
def test_that_each_defence_and_its_test_can_be_found(one: Defence) -> None:
    assert (ROOT / one.file).read_text(encoding="utf-8").count(one.text) == 1
    file, _, test = one.test.partition("::")
    assert f"def {test}(" in (ROOT / file).read_text(encoding="utf-8")
