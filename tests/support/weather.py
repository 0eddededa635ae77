"""A run that learnt two labels: whether it is dry or wet."""

from __future__ import annotations

import json
from pathlib import Path

from core import protocol as p
from core.protocol.config import TrainConfig
from core.runs.run import Run
from tests.support.jobs import done

CONFIG = TrainConfig(
    context=256,
    rank=8,
    max_steps=60,
    grad_accumulation=1,
    learning_rate=2e-3,
    eval_share=0.1,
    test_share=0.3,
    threads=2,
)
WEATHER = {"dry": ("sun", "blue sky", "no cloud"), "wet": ("rain", "a storm", "fog")}
DAYS = ("Monday", "Tuesday", "Friday", "Sunday", "May", "June", "the morning", "the evening")


def row(question: str, answer: str) -> str:
    return json.dumps({"question": question, "answer": answer}) + "\n"


ROWS = [row(f"There is {sign} on {day}.", label) for label, signs in WEATHER.items() for sign in signs for day in DAYS]


def trained_on_weather(model: Path, folder: Path, name: str) -> Run:
    """Train on ROWS, written to weather.jsonl in the folder; a share of them is kept aside for the test."""
    data = folder / "weather.jsonl"
    data.write_text("".join(ROWS), encoding="utf-8")
    job = p.TrainJob(model=str(model), data=str(data), run=str(folder / name), config=CONFIG)
    done(job)
    return Run(folder / name)
