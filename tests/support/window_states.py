"""A hundred states of what the window remembers: good ones, damaged ones, and those of another machine."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

PAGES: dict[str, dict[str, Any]] = {
    "welcome": {},
    "models": {"hub": False, "model": "{home}/tiny.gguf", "words": "qwen", "fits": False, "made": {"a Q8_0": "b.gguf"}},
    "data": {
        "data": "{home}/rows.csv",
        "settings": {"train_on": "all", "thoughts": "auto", "duplicates": "drop", "eval_share": "0.1"},
        "tab": 1, "view": 1, "row": 2, "changes": [],
    },
    "train": {
        "model": None, "data": "{home}/rows.csv", "data_settings": {"train_on": "all"}, "goal": "", "origin": "style",
        "by_hand": ["rank"], "is_chosen": True, "held": {}, "why_held": "",
        "values": {"epochs": "3", "context": "512", "rank": "8", "rslora": True, "seed": "7"},
        "advanced": True, "title": "Pirate", "notes": "the first", "prompts": ["Where is the gold?"],
        "where": "anna@studio",
    },
    "chat": {
        "source": {"source": None, "checkpoint": "", "voices": "tuned"},
        "options": {"system": "You are a pirate.", "strength": 10, "numbers": {"temperature": 0.2}, "top_k": 3},
        "panel": False, "kept": "", "typed": "Where", "talk": [],
    },
    "export": {
        "run": "{home}/runs/gone", "checkpoint": "50", "way": "gguf", "type": "q8_0", "matrix": True,
        "places": {"ollama": "{home}/exports"}, "repo": "me/pirate", "made": [], "followed": "",
    },
    "runs": {
        "table": {"hidden": ["size"], "widths": {"name": 200}, "order": ["name"], "sort": "loss", "descending": False,
                  "selected": ["{home}/runs/gone"]},
        "filter": "pirate", "view": "disk", "helped": False,
    },
    "settings": {},
    "monitor": {"view": "samples", "prompt": "Where is the gold?"},
}  # fmt: skip
GONE: dict[str, Any] = {
    "run": "{home}/runs/gone", "to_export": "{home}/runs/gone", "training": "{home}/runs/gone",
    "trained": "{home}/runs/gone", "model": "{home}/gone.gguf", "data": "{home}/gone.csv",
}  # fmt: skip
_WRONG: tuple[Any, ...] = (
    None, True, 7, -1, 2**63, 1e308, "", "x", "\0", "/proc/self/mem", "C:\\Users\\Alice\\rows.csv", "~nobody/x",
    "long " * 20_000, [], [None], [[]], {}, {"": []}, {"x": {"y": [7]}},
)  # fmt: skip
RUN = "{home}/runs/here"  # a run that is there
N_DAMAGED = 54
_DAMAGED = (
    "models", "chat", "export", "runs", "monitor", "data", "chat", "export", "models", "runs", "monitor", "train",
)  # fmt: skip


class State(NamedTuple):
    """What lies in window-state.json, and in words what is wrong with it."""

    name: str
    content: bytes


def states(home: str) -> Iterator[State]:
    """The same ones each time. home: the folder that all is in; there has to be RUN."""
    whole = {"page": "data", "greeted": True, "pages": PAGES, "run": RUN}
    for page in PAGES:
        yield State(f"good, {page}", _written({**whole, "page": page}, home))
        yield State(f"nothing of {page}", _written({"page": page}, home))
        yield State(f"{page} of a machine whose files are gone", _written({**whole, **GONE, "page": page}, "/gone"))
    yield from _damaged(home)
    text = _written(whole, home)
    for share in (0.01, 0.3, 0.6, 0.99):
        yield State(f"cut at {share}", text[: int(share * len(text))])
    yield State("empty", b"")
    yield State("a list", b"[1, 2]")
    yield State("nested", b"[" * 100_000)
    yield State("zeros", bytes(4096))
    yield State("not text", bytes(range(256)))
    for encoding in ("utf-16", "utf-8-sig", "utf-32"):
        yield State(f"in {encoding}", text.decode().encode(encoding))
    yield State("half a character", _written({**whole, "run": "\ud800"}, home))
    yield State("of a later version", _written({"page": "videos", "pages": {"videos": {"a": 1}}, "new": 1}, home))
    yield State("fields of other types", _written({"page": 7, "pages": [], "run": {}, "greeted": "yes"}, home))
    yield State("no place", _written({**whole, "geometry": "AdnQ" * 100}, home))
    yield State("a place that is none", _written({**whole, "geometry": "\ud800"}, home))
    yield State("a run that is a file", _written({"page": "monitor", "run": "{home}/rows.csv"}, home))
    yield State("a run that is another folder", _written({"page": "monitor", "run": "{home}"}, home))
    yield State("a run with no name", _written({"page": "monitor", "run": "\0"}, home))


def _damaged(home: str) -> Iterator[State]:
    """Of the pages that remember something, some values are others, and some are missing."""
    drawn = random.Random(20)
    for number in range(N_DAMAGED):
        page = _DAMAGED[number % len(_DAMAGED)]
        state = {"page": page, "run": RUN, "pages": {page: _other(page, drawn)}}
        yield State(f"damaged, {page} {number}", _written(state, home))


def _other(page: str, drawn: random.Random) -> dict[str, Any]:
    state = json.loads(json.dumps(PAGES[page]))
    for key in list(state):
        match drawn.randrange(4):
            case 0:
                state[key] = drawn.choice(_WRONG)
            case 1 if isinstance(state[key], dict) and state[key]:
                state[key][drawn.choice(list(state[key]))] = drawn.choice(_WRONG)
            case 2 if isinstance(state[key], list):
                state[key] += [drawn.choice(_WRONG)]
            case 3 if drawn.random() < 0.3:
                del state[key]
    return state


def _written(state: dict[str, Any], home: str) -> bytes:
    return json.dumps(state).replace("{home}", home).encode()
