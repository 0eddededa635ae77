"""The file with the licences of what is in a bundle."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path

import licences
import pytest
from bundle import NOT_SHIPPED
from packaging.requirements import Requirement
from setup_lock import LOCKED


def shipped() -> list[str]:
    """The packages of a bundle on this system."""
    lines = (LOCKED / "bundle.txt").read_text(encoding="utf-8").splitlines()
    wanted = [one for one in map(Requirement, lines) if not one.marker or one.marker.evaluate()]
    return [one.name for one in wanted if one.name not in NOT_SHIPPED]


def test_that_every_package_of_a_bundle_is_in_it_with_its_licence(tmp_path: Path) -> None:
    names = [*shipped(), "llama-cpp-python"]
    licences.main(tmp_path / "licences.txt", names)
    text = (tmp_path / "licences.txt").read_text(encoding="utf-8")
    titles, _, texts = text.partition(licences.LINE)
    wanted = [f"{metadata.metadata(name)['Name']} {metadata.version(name)} (" for name in names]
    assert [title for title in wanted if title not in titles] == []
    assert "licence not named" not in titles
    for words in ("The ggml authors", "GNU LESSER GENERAL PUBLIC LICENSE", "SIL OPEN FONT LICENSE"):
        assert words in texts


def test_that_a_text_that_several_share_stands_once() -> None:
    found = licences.whole([licences.Part("a 1 (MIT)", "You may.\n"), licences.Part("b 2 (MIT)", "You may.")])
    assert found.count("You may.") == 1
    assert "a 1 (MIT)\nb 2 (MIT)\n" + licences.LINE in found


def test_that_a_package_that_is_not_installed_is_named() -> None:
    with pytest.raises(LookupError, match="no-such-package"):
        licences.packages(frozenset({"no-such-package"}))
