"""Installers, icons and the workflow that makes them: as far as that can be seen on any system."""

from __future__ import annotations

import plistlib
import re
import runpy
import struct
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
WINDOWS = ROOT / "packaging" / "windows"
_SCRIPT = re.compile(r"(?<![\w/.-])((?:packaging|tests)[/\\][\w/\\.-]+)")
_MAKE = re.compile(r"\bmake ([a-z][a-z-]*)")
_MODULE = re.compile(r"-m (core[\w.]*|tests[\w.]*|app)\b")


def script(name: str) -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "packaging" / name))


def said_in(workflow: Path) -> list[str]:
    jobs = yaml.safe_load(workflow.read_text(encoding="utf-8"))["jobs"].values()
    return [step["run"] for job in jobs for step in job["steps"] if "run" in step]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_that_all_that_a_workflow_runs_is_there(workflow: Path) -> None:
    words = "\n".join(said_in(workflow))
    named = [name.replace("\\", "/") for name in _SCRIPT.findall(words)]
    assert [name for name in named if not (ROOT / name).exists()] == []
    targets = set(re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(_MAKE.findall(words)) <= targets
    modules = [ROOT / name.replace(".", "/") for name in _MODULE.findall(words)]
    assert [path for path in modules if not (path.is_dir() or path.with_suffix(".py").exists())] == []


def test_that_all_three_systems_are_built_and_what_was_packed_is_tried() -> None:
    build = yaml.safe_load((ROOT / ".github" / "workflows" / "build.yml").read_text(encoding="utf-8"))["jobs"]["build"]
    runners = {one["runner"].partition("-")[0] for one in build["strategy"]["matrix"]["include"]}
    assert runners == {"ubuntu", "windows", "macos"}
    words = "\n".join(step.get("run", "") for step in build["steps"])
    assert "${{ matrix.program }} doctor" in words
    assert "${{ matrix.program }} demo" in words


def test_that_the_installer_needs_no_administrator_and_leaves_what_was_made() -> None:
    text = (WINDOWS / "luthier.nsi").read_text(encoding="utf-8")
    assert "RequestExecutionLevel user" in text
    assert r'InstallDir "$LOCALAPPDATA\Programs\Luthier"' in text
    removed = re.findall(r'RMDir /r "(.*)"', text)
    assert removed and all(re.fullmatch(r"\$INSTDIR\\(python|python\.old|bin)", folder) for folder in removed)


def test_that_all_that_is_installed_is_removed() -> None:
    text = (WINDOWS / "luthier.nsi").read_text(encoding="utf-8")
    laid_down = set(re.findall(r'\bFILES / "([\w.]+)"', (WINDOWS.parent / "windows_installer.py").read_text("utf-8")))
    assert {"python", "bin", "luthier.ico"} <= laid_down
    kept = [name for name in laid_down if rf'Delete "$INSTDIR\{name}"' not in text and f'INSTDIR\\{name}"' not in text]
    assert kept == []


@pytest.mark.parametrize(
    ("before", "added", "removed"),
    [
        ("", r"C:\L\bin", ""),
        (r"C:\one;C:\two;", r"C:\one;C:\two;C:\L\bin", r"C:\one;C:\two"),
        (r"c:\l\BIN\;%USERPROFILE%\x", r"%USERPROFILE%\x;C:\L\bin", r"%USERPROFILE%\x"),
    ],
)
def test_that_a_folder_is_on_the_path_once_or_not_at_all(
    monkeypatch: pytest.MonkeyPatch, before: str, added: str, removed: str
) -> None:
    monkeypatch.setitem(sys.modules, "winreg", ModuleType("winreg"))
    changed = script("windows/user_path.py")["changed"]
    assert changed(before, "add", r"C:\L\bin") == added
    assert changed(before, "remove", r"C:\L\bin") == changed(added, "remove", r"C:\L\bin") == removed


def test_that_an_ico_holds_each_size_as_a_picture() -> None:
    icons = script("icons.py")
    whole = icons["ico"]({16: b"\x89PNG-16", 256: b"\x89PNG-256!"})
    _, kind, count = struct.unpack_from("<HHH", whole)
    assert (kind, count) == (1, 2)
    for number, (width, content) in enumerate([(16, b"\x89PNG-16"), (0, b"\x89PNG-256!")]):
        entry = struct.unpack_from("<BBBBHHII", whole, 6 + 16 * number)
        assert entry[:2] == (width, width)
        assert whole[entry[7] : entry[7] + entry[6]] == content


def test_that_an_icns_holds_each_size_by_its_kind() -> None:
    icons = script("icons.py")
    whole = icons["icns"]({32: b"abc", 1024: b"defgh"})
    assert whole[:4] == b"icns"
    assert struct.unpack_from(">I", whole, 4)[0] == len(whole)
    assert whole[8:] == b"icp5" + struct.pack(">I", 11) + b"abc" + b"ic10" + struct.pack(">I", 13) + b"defgh"


def test_that_the_icon_is_drawn_in_any_size(tmp_path: Path) -> None:
    from PySide6.QtGui import QImage

    script("icons.py")["make_icons"](tmp_path)
    image = QImage(str(tmp_path / "luthier.ico"))
    assert not image.isNull()
    assert image.pixelColor(0, 0).alpha() == 0  # round corners
    assert image.pixelColor(image.width() // 2, 3).alpha() == 255
    assert (tmp_path / "luthier.icns").stat().st_size > 10_000


@pytest.fixture
def application(tmp_path: Path) -> Path:
    """As PyInstaller makes one, with two libraries of which one lies in a framework."""
    contents = tmp_path / "Luthier.app" / "Contents"
    for name in ("MacOS/luthier", "Frameworks/libggml.dylib", "Frameworks/QtCore.framework/Versions/A/QtCore"):
        (contents / name).parent.mkdir(parents=True, exist_ok=True)
        (contents / name).write_bytes(bytes.fromhex("cffaedfe") + b"code")
    (contents / "Frameworks" / "notes.txt").write_bytes(b"text")
    (contents / "Info.plist").write_bytes(plistlib.dumps({"CFBundleShortVersionString": "1.2.3"}))
    return contents.parent


def test_that_a_mac_signs_from_the_inside_out(application: Path) -> None:
    dmg = script("macos/make_dmg.py")
    signed = [list(map(str, command)) for command in dmg["signing"](application, "Developer ID Application: Ann")]
    assert [Path(command[-1]).name for command in signed] == [
        "libggml.dylib", "QtCore.framework", "Luthier.app", "Luthier.app",
    ]  # fmt: skip
    assert all({"--options", "runtime", "--timestamp"} <= set(command) for command in signed[:3])
    assert "--entitlements" in signed[2]
    assert "--verify" in signed[3]
    assert dmg["image_of"](application).name.startswith("luthier-1.2.3-macos-")


def test_that_without_an_identity_nothing_asks_apple(application: Path, tmp_path: Path) -> None:
    dmg = script("macos/make_dmg.py")
    commands = [*dmg["signing"](application, "-"), *dmg["imaging"](application, tmp_path / "x.dmg", tmp_path, "-")]
    words = [str(word) for command in commands for word in command]
    assert "--timestamp" not in words
    assert "--options" not in words
    assert list(dmg["notarizing"](tmp_path / "x.dmg", "")) == []


def test_that_only_one_entitlement_is_asked_for() -> None:
    file = ROOT / "packaging" / "macos" / "entitlements.plist"
    assert plistlib.loads(file.read_bytes()) == {"com.apple.security.cs.disable-library-validation": True}


@pytest.mark.skipif(sys.platform == "darwin", reason="it would sign")
def test_that_no_image_is_made_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    assert script("macos/make_dmg.py")["main"]() == 1
    assert "made on a Mac" in capsys.readouterr().err
