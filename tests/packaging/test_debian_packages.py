"""Where packages that are unpacked beside the system come from."""

from __future__ import annotations

import shutil
from pathlib import Path

import debian_packages
import pytest
from setup_shell import SetupError

WHOLE = """\
# the mirror that was chosen
Types: deb deb-src
URIs: http://mirror.example/debian
Suites: bookworm bookworm-updates
Components: main contrib
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 abc

Types: deb
URIs: http://mirror.example/debian-security
Suites: bookworm-security
Components: main

Types: deb
URIs: http://elsewhere.example
Suites: bookworm
Components: stable

Enabled: no
Types: deb
URIs: http://off.example
Suites: bookworm
Components: main
"""
SHORT = """\
# deb http://off.example bookworm main
deb-src http://mirror.example/debian bookworm main
deb http://mirror.example/debian bookworm-updates main
deb [arch=amd64,arm64 signed-by=/keys/debian.gpg] http://mirror.example/debian bookworm main contrib # chosen
"""


@pytest.fixture
def apt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """/etc/apt of a machine without sources, and a release file."""
    (tmp_path / "apt" / "sources.list.d").mkdir(parents=True)
    monkeypatch.setattr(debian_packages, "APT", tmp_path / "apt")
    monkeypatch.setattr(debian_packages, "RELEASE", tmp_path / "os-release")
    return tmp_path / "apt"


def test_that_of_the_machines_sources_only_its_releases_own_are_taken(apt: Path) -> None:
    (apt / "sources.list.d" / "debian.sources").write_text(WHOLE)
    (found,) = debian_packages.stanzas("bookworm")
    assert "suites: \0\n" in found and "mirror.example/debian\n" in found and "deb-src" not in found
    assert found.rstrip().endswith("signed-by:\n -----BEGIN PGP PUBLIC KEY BLOCK-----\n .\n abc")


def test_that_sources_in_the_older_format_are_read_too(apt: Path) -> None:
    (apt / "sources.list").write_text(SHORT)
    (found,) = debian_packages.stanzas("bookworm")
    assert found.splitlines() == [
        "types: deb",
        "suites: \0",
        "uris: http://mirror.example/debian",
        "components: main contrib",
        "architectures: amd64 arm64",
        "signed-by: /keys/debian.gpg",
    ]


@pytest.mark.parametrize(
    ("release", "suite"),
    [
        ("VERSION_CODENAME=bookworm", "trixie"),
        ("VERSION_CODENAME=trixie", "trixie"),
        ('VERSION_CODENAME="zara"\nUBUNTU_CODENAME=noble', "noble"),
    ],
)
def test_that_a_release_that_is_too_old_takes_from_the_next(
    apt: Path, monkeypatch: pytest.MonkeyPatch, release: str, suite: str
) -> None:
    (apt.parent / "os-release").write_text(f"NAME=Some\n{release}\n")
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    assert debian_packages.new_enough_release() == suite


def test_that_another_architectures_packages_come_with_all_that_they_need(
    apt: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (apt / "sources.list").write_text(SHORT)
    (apt.parent / "os-release").write_text("VERSION_CODENAME=bookworm\n")
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    asked = []
    scratch, target = tmp_path / "scratch", tmp_path / "target"
    scratch.mkdir()
    target.mkdir()

    def run(command: list[str | Path]) -> str:
        asked.append([str(word) for word in command])
        for name in ("python3.13", "libc6"):
            (scratch / "cache" / "archives" / f"{name}.deb").touch()
        return ""

    monkeypatch.setattr(debian_packages, "run", run)
    debian_packages.download(["python3.13"], "trixie", scratch, target, "arm64")
    assert "amd64" not in (scratch / "here.sources").read_text()
    assert all("APT::Architecture=arm64" in words for words in asked)
    assert asked[-1][-1] == "python3.13" and "install" in asked[-1] and "--download-only" in asked[-1]
    assert {file.name for file in target.iterdir()} == {"python3.13.deb", "libc6.deb"}


@pytest.mark.usefixtures("apt")
def test_that_other_systems_have_no_packages_to_unpack(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(SetupError, match="no apt"):
        debian_packages.codename()
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    with pytest.raises(SetupError, match="does not say which release"):
        debian_packages.codename()
