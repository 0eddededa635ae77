"""What runs is what was pinned, and each licence is known. Known faults are asked for by `make audit`."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name as canonical

ROOT = Path(__file__).resolve().parents[2]
OURS = {"luthier", "pip"}
LICENCES = {
    "0BSD", "Apache-2.0", "Apache Software License", "BSD", "BSD License", "BSD-2-Clause", "BSD-3-Clause",
    "BSD-3-Clause, Apache-2.0, dependency licenses",  # pypdfium2: PDFium and what it links, all of these kinds
    "CC0-1.0",
    "ISC License (ISCL)", "LGPL-3.0-only", "MIT", "MIT License", "MIT-0", "MIT-CMU", "MPL-2.0",
    "Mozilla Public License 2.0 (MPL 2.0)", "PSF-2.0", "Python Software Foundation License", "Zlib",
}  # fmt: skip


@pytest.fixture(scope="module")
def pins() -> dict[str, str]:
    lines = (line.partition("#")[0].strip() for line in (ROOT / "constraints.txt").read_text().splitlines())
    return {canonical(name): version for name, _, version in (line.partition("==") for line in lines if line)}


@pytest.fixture(scope="module")
def installed() -> dict[str, metadata.Distribution]:
    return {canonical(one.metadata["Name"]): one for one in metadata.distributions()}


def test_that_every_pin_is_one_version(pins: dict[str, str]) -> None:
    assert len(pins) > 90
    assert [name for name, version in pins.items() if not version or "*" in version] == []


def test_that_what_is_installed_is_what_is_pinned(
    pins: dict[str, str], installed: dict[str, metadata.Distribution]
) -> None:
    found = {name: one.version for name, one in installed.items() if name not in OURS}
    assert [name for name in found if name not in pins] == []
    assert {name: version for name, version in found.items() if pins[name] != version} == {}


def test_that_all_that_is_needed_is_pinned(pins: dict[str, str], installed: dict[str, metadata.Distribution]) -> None:
    waiting, seen = ["luthier"], set[str]()
    while waiting:
        name = waiting.pop()
        if name in seen or name not in installed:
            continue
        seen.add(name)
        wanted = map(Requirement, installed[name].requires or [])
        waiting += [canonical(one.name) for one in wanted if one.marker is None or one.marker.evaluate()]
    assert len(seen) > 60
    assert seen - pins.keys() - OURS == set()


def test_that_each_licence_is_known(installed: dict[str, metadata.Distribution]) -> None:
    assert {name: said for name, one in installed.items() if not is_known(said := licence(one))} == {}


def licence(one: metadata.Distribution) -> str:
    """As an expression of SPDX, or the classifier's words."""
    about = one.metadata
    lines = [line for line in about.get_all("Classifier", []) if line.startswith("License")]
    classes = [line.rpartition(" :: ")[2] for line in lines if line != "License :: DFSG approved"]  # which names none
    return about.get("License-Expression") or (classes or [about.get("License") or ""])[0]


def is_known(said: str) -> bool:
    """Of several to choose from, one will do; of several together, all are wanted."""
    choices = [choice.split(" AND ") for choice in said.split(" OR ")]
    return said in LICENCES or any(LICENCES.issuperset(choice) for choice in choices)
