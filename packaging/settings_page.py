#!/usr/bin/env python3
"""docs/guide/settings.md: every setting of a training and of the program, from the sources that define them."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import msgspec  # noqa: E402 - that of the program's environment

from core.advice.training_settings import SETTINGS  # noqa: E402
from core.base.settings import Settings  # noqa: E402
from core.protocol.config import TrainConfig  # noqa: E402

PAGE = ROOT / "docs" / "guide" / "settings.md"
SOURCE = ROOT / "core/base/settings.py"
BEGINNING = """# Settings

<!-- made by packaging/settings_page.py of core/advice/training_settings.py: change it there -->

A goal on the Train page sets everything and says why. To change a setting yourself: what it takes, and its usual value,
stand in brackets.

## Of a training

On the Train page under “Details”; in a terminal `luthier train … --set KEY=VALUE`, as often as you like.

"""
MIDDLE = """
## Of the whole program

On the Settings page; in a terminal `luthier settings KEY=VALUE`.

"""


def page() -> str:
    return BEGINNING + of_a_training() + MIDDLE + of_the_program()


def of_a_training() -> str:
    """Return a line for each: how the Train page and a terminal name it, its usual value, what it does and takes."""
    fields = {one.name: one for one in msgspec.inspect.type_info(TrainConfig).fields}  # type: ignore[union-attr]
    return "".join(
        line(f"**{row.title}** `{key}`", fields[key], f"{row.help} {row.more}".strip()) for key, row in SETTINGS.items()
    )


def of_the_program() -> str:
    """Return a line for each, with what its source says of it."""
    said = comments(SOURCE)
    fields = msgspec.inspect.type_info(Settings).fields  # type: ignore[union-attr]
    return "".join(line(f"`{one.name}`", one, said.get(one.name, "")) for one in fields)


def line(name: str, field: Any, what: str) -> str:
    return f"- {name} ({taken(field.type)}; {usual(field.default)}): {what}\n"


def comments(source: Path) -> dict[str, str]:
    """Return the comment behind each field, or behind the end of a value over several lines."""
    found: dict[str, str] = {}
    name = ""
    for line in source.read_text(encoding="utf-8").splitlines():
        field = re.match(r"    (\w+): ", line)
        name = field[1] if field else name
        comment = re.search(r"\s# (.+)$", line)
        if name and comment and line.startswith("    "):
            found.setdefault(name, comment[1])
    return found


def taken(kind: Any) -> str:
    match kind:
        case msgspec.inspect.LiteralType():
            return ", ".join(f"`{value}`" for value in kind.values)
        case msgspec.inspect.BoolType():
            return "`true`, `false`"
        case msgspec.inspect.IntType():
            return "whole number" + limits(kind)
        case msgspec.inspect.FloatType():
            return "number" + limits(kind)
        case msgspec.inspect.TupleType():
            return f"{len(kind.item_types)} numbers"
        case _:
            return "text"


def limits(kind: Any) -> str:
    bounds = (("from", kind.ge), ("above", kind.gt), ("to", kind.le), ("below", kind.lt))
    return "".join(f" {word} {value:,}" for word, value in bounds if value is not None)


def usual(value: Any) -> str:
    return f"`{msgspec.json.encode(value).decode()}`" if value not in ("", ()) else "empty"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(PAGE)
