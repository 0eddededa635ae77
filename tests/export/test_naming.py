"""What exports are called."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.export.naming import file_stem, own_place


@pytest.mark.parametrize(
    ("title", "stem"),
    [
        ("The lighthouse keeper", "The-lighthouse-keeper"),
        ("Boat: too long?", "Boat-too-long"),
        ("Лодка / 2", "Лодка-2"),
        ("../../etc", "etc"),
        ("con", "con-model"),
        ("???", "model"),
        ("ж" * 200, "ж" * 50),
    ],
)
def test_that_every_title_makes_a_name_that_file_systems_take(title: str, stem: str) -> None:
    assert file_stem(title) == stem


def test_that_a_run_never_takes_the_place_of_another() -> None:
    there = {Path("boat"): {"one"}, Path("boat-2"): {"two", "three"}}

    def place(run: str) -> Path:
        return own_place(Path, "boat", run, lambda path: there.get(path, set()))

    assert [place(run) for run in ("one", "two", "four")] == [Path("boat"), Path("boat-2"), Path("boat-3")]
