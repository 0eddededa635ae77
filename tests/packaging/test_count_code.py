"""What `make count` counts."""

from __future__ import annotations

import count_code
import pytest

SOURCE = '''"""About this file,
in two lines."""

from typing import (
    Any,
)

# Why.
TEXT = """one
two"""  # two lines


def doubled(value: Any) -> Any:
    """Return it twice."""
    "no docstring"
    return value + value; """nor this"""
'''


def test_that_only_code_is_counted() -> None:
    assert count_code.size_of(SOURCE) == (1, 8, 3)


def test_that_rooms_add_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert count_code.main() == 0
    rows = {line.split()[0]: line.split()[1:3] for line in capsys.readouterr().out.splitlines()[1:]}
    for tree in ("core", "app"):
        rooms = [row for name, row in rows.items() if name.startswith(f"{tree}/")]
        for column in (0, 1):
            assert sum(int(row[column].replace(",", "")) for row in rooms) == int(rows[tree][column].replace(",", ""))
