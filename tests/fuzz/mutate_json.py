"""JSON that is still JSON, with another value, name or nesting: bytes changed at random seldom get that far."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

_VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2**31, 2**63, 2**64, -(2**63) - 1, 1e300, -0.5, float("inf"), float("nan"), "", "x",
    "../../x", "\0", "\ud800", "x" * 5000, [], {}, [None], {"": None}, [[1]], 10**400,
)  # fmt: skip


def mutate_json(content: bytes, seed: int) -> bytes:
    """One to three values of a JSON document changed."""
    chance, document = random.Random(seed), json.loads(content)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        document = _changed(chance, document)
    text = json.dumps(document, ensure_ascii=chance.random() < 0.5)
    if chance.random() < 0.1:
        text = _with_twice(chance, text)
    return text.encode("utf-8", "surrogatepass")


def _changed(chance: random.Random, value: Any) -> Any:
    """Somewhere within: the further down, the likelier it ends there."""
    if isinstance(value, dict | list) and value and chance.random() < 0.85:
        key = chance.choice(list(value) if isinstance(value, dict) else range(len(value)))
        match chance.randrange(12), value:
            case 0, _:
                value.pop(key)
            case 1, dict():
                value[chance.choice(("", key + "x", "x" * 3000, "\0"))] = value.pop(key)
            case 1, list():
                value.extend([value[key]] * chance.choice((1, 100)))
            case _:
                value[key] = _changed(chance, value[key])
        return value
    if chance.random() < 0.02:
        return _nested(chance)
    return copy.deepcopy(chance.choice(_VALUES))  # some are changed again


def _nested(chance: random.Random) -> Any:
    made: Any = None
    for _ in range(chance.choice((10, 100, 900))):
        made = [made] if chance.random() < 0.5 else {"x": made}
    return made


def _with_twice(chance: random.Random, text: str) -> str:
    """A name that an object has already, again with another value."""
    places = [i for i, sign in enumerate(text) if sign == "{" and text[i + 1 : i + 2] == '"']
    if not places:
        return text
    place = chance.choice(places) + 1
    name = text[place : text.find('"', place + 1) + 1]
    return f"{text[:place]}{name}: {json.dumps(chance.choice(_VALUES[:8]))}, {text[place:]}"
