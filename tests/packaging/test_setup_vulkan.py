"""The set-up of Vulkan, with folders of tools in place of the system's and of an SDK."""

from __future__ import annotations

import platform
import shutil
import sys
from pathlib import Path

import pytest
import setup_vulkan
import vulkan_tools
from setup_shell import NotHereError, SetupError
from vulkan_tools import VulkanTools, find_tools, tools_in

pytestmark = pytest.mark.process


class Tools:
    """A folder like /usr with what building for Vulkan needs."""

    def __init__(self, root: Path) -> None:
        self.root, self.glslc = root, root / "bin" / "glslc"
        headers, libraries = root / "include" / "vulkan", root / "lib" / f"{platform.machine()}-linux-gnu"
        for folder in (headers, libraries, self.glslc.parent, root / "share" / "cmake" / "SPIRV-Headers"):
            folder.mkdir(parents=True)
        (headers / "vulkan_core.h").write_text("#define VK_HEADER_VERSION 309\n#define VK_EXT_layer_settings 1\n")
        (headers / "vulkan.hpp").touch()
        (libraries / "libvulkan.so").touch()
        self.glslc.write_text("#!/bin/sh\necho glslc 2\n")
        self.glslc.chmod(0o755)

    def found(self) -> VulkanTools | None:
        return tools_in(self.root, self.glslc)


@pytest.fixture
def tools(tmp_path: Path) -> Tools:
    return Tools(tmp_path / "sdk")


@pytest.fixture
def no_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """No SDK, nothing installed, and no package manager."""
    monkeypatch.delenv("VULKAN_SDK", raising=False)
    monkeypatch.setattr(vulkan_tools, "installed_tools", lambda: iter(()))
    monkeypatch.setattr(shutil, "which", lambda name, **_: None)


def test_that_a_whole_folder_is_taken_and_old_headers_or_a_missing_part_are_not(tools: Tools) -> None:
    assert tools.found() is not None
    core = tools.root / "include" / "vulkan" / "vulkan_core.h"
    core.write_text("#define VK_HEADER_VERSION 239\n")
    assert tools.found() is None
    core.write_text("#define VK_EXT_layer_settings 1\n")
    assert tools.found() is not None
    next(tools.root.rglob("libvulkan.so")).unlink()
    assert tools.found() is None


def test_that_a_vulkan_sdk_goes_first_and_nothing_is_downloaded(
    tools: Tools, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VULKAN_SDK", str(tools.root))
    monkeypatch.setattr(vulkan_tools, "kept_packages", lambda *_: pytest.fail("downloaded"))
    assert find_tools(tmp_path) == tools.found()


@pytest.mark.usefixtures("no_system")
@pytest.mark.parametrize(
    ("manager", "words"),
    [
        ("apt-get", "sudo apt-get install"),
        ("dnf", "sudo dnf install"),
        ("pacman", "sudo pacman -S"),
        ("", "VULKAN_SDK"),
    ],
)
def test_that_what_is_missing_is_told_with_the_command_that_installs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, manager: str, words: str
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}" if name == manager else None)
    with pytest.raises(NotHereError, match="Vulkan's headers") as told:
        find_tools(tmp_path)
    assert words in str(told.value)


def test_that_an_unpacked_glslc_runs_with_its_library(tmp_path: Path) -> None:
    for name in ("lib/here/libshaderc.so.1", "bin/glslc"):
        file = tmp_path / "usr" / name
        file.parent.mkdir(parents=True)
        file.write_text('#!/bin/sh\necho "$LD_LIBRARY_PATH" "$@"\n')
        file.chmod(0o755)
    assert setup_vulkan.run([vulkan_tools.unpacked_glslc(tmp_path), "a b"]) == f"{tmp_path}/usr/lib/here a b\n"


@pytest.fixture
def builds(tools: Tools, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[VulkanTools]:
    """With which tools the plug-in was built, which takes minutes and is left out here."""
    done: list[VulkanTools] = []

    def build(_: Path, __: dict[str, str], tools: VulkanTools, scratch: Path) -> Path:
        done.append(tools)
        (scratch / "plugin").write_text(tools.version())
        return scratch / "plugin"

    monkeypatch.setenv("VULKAN_SDK", str(tools.root))
    monkeypatch.setattr(setup_vulkan, "build", build)
    monkeypatch.setattr(setup_vulkan, "llama_source", lambda: tmp_path / "llama-1.tar.gz")
    return done


def test_that_the_plugin_is_built_once_and_taken_from_the_cache_by_another_clone(builds: list[VulkanTools]) -> None:
    setup_vulkan.set_up_vulkan()
    setup_vulkan.PLUGIN.unlink()
    setup_vulkan.set_up_vulkan()
    assert len(builds) == 1 and "glslc 2" in setup_vulkan.PLUGIN.read_text()


def test_that_other_tools_or_another_ggml_build_another_plugin(
    builds: list[VulkanTools], tools: Tools, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup_vulkan.set_up_vulkan()
    header = tools.root / "include" / "vulkan" / "vulkan_core.h"
    header.write_text(header.read_text().replace("309", "310"))
    setup_vulkan.set_up_vulkan()
    monkeypatch.setattr(setup_vulkan, "llama_source", lambda: tmp_path / "llama-2.tar.gz")
    setup_vulkan.set_up_vulkan()
    assert len(builds) == 3


@pytest.mark.usefixtures("builds")
def test_that_a_plugin_for_another_ggml_is_removed_by_set_up_and_one_put_there_by_hand_stays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    setup_vulkan.set_up_vulkan()
    setup_vulkan.forget_vulkan(tmp_path / "llama-1.tar.gz")
    assert setup_vulkan.PLUGIN.exists()
    setup_vulkan.forget_vulkan(tmp_path / "llama-2.tar.gz")
    assert not setup_vulkan.PLUGIN.exists() and "make vulkan" in capsys.readouterr().out
    setup_vulkan.MADE_OF.unlink()
    setup_vulkan.PLUGIN.touch()
    setup_vulkan.forget_vulkan(tmp_path / "llama-2.tar.gz")
    assert setup_vulkan.PLUGIN.exists()


def test_that_a_plugin_looks_for_ggml_in_the_environment_it_lies_in(environment: Path) -> None:
    where = setup_vulkan.search_path().replace("$ORIGIN", str(setup_vulkan.PLUGIN.parent))
    setup_vulkan.PLUGIN.parent.mkdir(parents=True)
    assert Path(where).resolve() == environment / "lib" / "python3.11" / "site-packages" / "llama_cpp" / "lib"


@pytest.mark.parametrize(("error", "status"), [(NotHereError("No glslc."), 3), (SetupError("It broke."), 1)])
def test_that_what_cannot_be_had_ends_otherwise_than_what_does_not_build(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: SetupError, status: int
) -> None:
    def fail() -> None:
        raise error

    monkeypatch.setattr(sys, "argv", ["setup_vulkan.py"])
    monkeypatch.setattr(setup_vulkan, "set_up_vulkan", fail)
    assert setup_vulkan.main() == status
    assert capsys.readouterr().err.strip() == f"Vulkan cannot be set up. {error}"


def test_that_on_a_mac_there_is_nothing_to_build(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert setup_vulkan.main() == 0
    assert "Metal" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("process", "words"),
    [
        ("print('vulkan:0, Some Card')", "Found:\n  vulkan:0, Some Card\n"),
        ("print('!libvulkan.so.1: not found')", "does not load here: libvulkan.so.1: not found\n"),
        ("pass", "no graphics card with a driver for Vulkan is found"),
    ],
)
def test_that_what_the_plugin_finds_is_told(monkeypatch: pytest.MonkeyPatch, process: str, words: str) -> None:
    monkeypatch.setattr(setup_vulkan, "PYTHON", sys.executable)
    monkeypatch.setattr(setup_vulkan, "FIND_DEVICES", process)
    assert words in setup_vulkan.what_it_finds({})


def test_that_a_plugin_that_breaks_its_process_is_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup_vulkan, "PYTHON", sys.executable)
    monkeypatch.setattr(setup_vulkan, "FIND_DEVICES", "import os; os.abort()")
    with pytest.raises(SetupError, match=r"does not work:\s+exit status -6") as told:
        setup_vulkan.what_it_finds({})
    assert not isinstance(told.value, NotHereError)
