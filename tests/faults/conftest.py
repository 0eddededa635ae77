"""The suites set a home of their own; afterwards it is the tests' again."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def own_environment() -> Iterator[None]:
    """As it was, for the tests that follow."""
    before = dict(os.environ)
    yield
    os.environ.clear()
    os.environ.update(before)
