"""What the other set-up scripts do when something is missing, broken or has changed."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from types import SimpleNamespace

import pytest
import setup_env
import setup_llama
import setup_packages
import setup_shell
from setup_shell import SetupError

from tests.support.unprivileged import open_to_all, without_privileges

pytestmark = pytest.mark.process


def test_that_an_older_python_goes_on_with_a_newer_one(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[tuple[str, list[str]]] = []
    monkeypatch.setattr(sys, "version_info", (3, 10, 4))
    monkeypatch.setattr(sys, "argv", ["setup_env.py"])
    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}" if name in ("python3.12", "python3.11") else None)
    monkeypatch.setattr(os, "execv", lambda program, words: started.append((program, words)) or sys.exit())
    with pytest.raises(SystemExit):
        setup_env.use_new_python()
    assert started == [("/bin/python3.12", ["/bin/python3.12", "setup_env.py"])]


def test_that_without_a_new_python_it_is_said_which_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 4))
    monkeypatch.setattr(platform, "python_version", lambda: "3.10.4")
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(SystemExit, match=r"needs Python 3.11 or newer; .* is 3.10.4"):
        setup_env.use_new_python()


def test_that_a_changed_script_or_processor_is_set_up_again(monkeypatch: pytest.MonkeyPatch) -> None:
    before = setup_env.fingerprint()
    assert setup_env.fingerprint() == before
    monkeypatch.setattr(setup_env, "processor", lambda: "another")
    assert setup_env.fingerprint() != before


def test_that_a_failed_set_up_says_what_to_do_and_is_not_taken_for_done(
    environment: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(**_: object) -> None:
        raise SetupError("There is no tea.\nMake some.")

    monkeypatch.setattr(setup_env, "STAMP", environment / "stamp")
    monkeypatch.setattr(setup_env, "set_up", fail)
    assert setup_env.main() == 1
    assert capsys.readouterr().err.strip() == "Set-up failed. There is no tea.\nMake some."
    assert not (environment / "stamp").exists()


def test_that_a_program_that_fails_is_told_with_its_last_lines_and_a_hint(environment: Path) -> None:
    with pytest.raises(SetupError) as found:
        setup_shell.run([sys.executable, "-c", "print('No space left on device'); raise SystemExit(3)"])
    assert "ended with 3:\nNo space left on device" in str(found.value)
    assert str(found.value).endswith("The disk is full. Set-up needs about 2 GB.")
    assert "No space left" in (environment / "setup.log").read_text()


@pytest.mark.parametrize(
    ("output", "words"),
    [("Temporary failure in name resolution", "network"), ("cc1plus: Killed", "Memory ran out"), ("?", "setup.log")],
)
def test_that_a_hint_fits_what_went_wrong(output: str, words: str) -> None:
    assert words in setup_shell.hint(output)


def test_that_a_folder_is_sealed_only_as_it_was_put_into_the_cache(tmp_path: Path) -> None:
    made, kept = tmp_path / "made", tmp_path / "cache" / "kept"
    made.mkdir()
    (made / "wheel").write_text("whole")
    assert not setup_llama.is_sealed(kept)
    setup_llama.seal(made, kept)
    assert setup_llama.is_sealed(kept) and not made.exists()
    (kept / "wheel").write_text("half")
    assert not setup_llama.is_sealed(kept)


def test_that_a_cache_that_cannot_be_written_lies_in_the_environment(
    environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", os.devnull)
    assert setup_llama.cache_folder() == environment / "cache"


def test_that_a_kept_llama_that_no_longer_loads_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wheel = tmp_path / "wheels" / "key" / "llama.whl"
    wheel.parent.mkdir(parents=True)
    wheel.touch()
    statuses = iter([0, 1, -11])
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: subprocess.CompletedProcess([], next(statuses), "", ""))
    setup_llama.check_llama(wheel, is_new=False)
    with pytest.raises(SetupError, match="Luthier's own code"):
        setup_llama.check_llama(wheel, is_new=False)
    assert wheel.exists()
    with pytest.raises(SetupError, match="Run this again"):
        setup_llama.check_llama(wheel, is_new=False)
    assert not wheel.parent.exists()


def test_that_only_vocabularies_are_unpacked_and_only_below_their_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setup_llama, "MODELS", tmp_path / "models")
    archive = tmp_path / "source.tar.gz"
    file = tmp_path / "vocab"
    file.write_text("tokens")
    with tarfile.open(archive, "w:gz") as tar:
        for name in ("a.gguf", "templates/b.jinja", "../../outside"):
            tar.add(file, f"llama-1/vendor/llama.cpp/models/{name}")
        tar.add(file, "llama-1/README.md")
    setup_llama.unpack_models(archive)
    found = {path.relative_to(tmp_path).as_posix() for path in (tmp_path / "models").rglob("*") if path.is_file()}
    assert found == {"models/a.gguf", "models/templates/b.jinja"}
    assert not list(tmp_path.rglob("outside"))


def test_that_a_mac_builds_on_all_its_cores_and_is_told_how_to_get_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(sys, "platform", "darwin")
    assert setup_shell.cores() == os.cpu_count()
    with pytest.raises(SetupError, match="xcode-select --install"):
        setup_llama.find_program(None)


@pytest.mark.skipif(sys.platform == "win32", reason="rights of POSIX")
def test_that_a_cache_of_somebody_elses_is_read_and_not_written(environment: Path, tmp_path: Path) -> None:
    """As after `sudo make setup`, once, in the same home."""
    open_to_all(tmp_path)
    (tmp_path / "made").mkdir()
    (tmp_path / "made" / "it").touch()
    shared = tmp_path / "cache" / "luthier"
    setup_llama.seal(tmp_path / "made", shared / "wheels" / "whole")
    for folder in (shared, shared / "wheels", shared / "wheels" / "whole"):
        folder.chmod(0o555)
    environment.chmod(0o777)
    with without_privileges():
        assert setup_llama.in_cache("wheels", "whole") == shared / "wheels" / "whole"
        other = setup_llama.in_cache("wheels", "other")
        assert other == environment / "cache" / "wheels" / "other"
        with setup_llama.temporary_folder() as partial:
            assert Path(partial).parent == environment / "cache"
    shared.chmod(0o755)


def test_that_all_that_set_up_lacks_is_told_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(setup_env, "apt_install", lambda packages: False)
    setup_env.require_tools()  # where these tests run, nothing is lacking
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(setup_env.importlib.util, "find_spec", lambda name: None)
    venv = f"python3.{sys.version_info.minor}-venv"
    with pytest.raises(SetupError) as caught:  # there is an environment already
        setup_env.require_tools()
    assert "virtual environments" not in str(caught.value)
    monkeypatch.setattr(setup_env, "PYTHON", tmp_path / "none")
    with pytest.raises(SetupError) as caught:
        setup_env.require_tools()
    told, install = str(caught.value).splitlines()
    assert told == "This machine lacks make, a C and C++ compiler, Python's module for virtual environments."
    assert install == f"Install: sudo apt-get update && sudo apt-get install make g++ {venv}"
    for manager, command in (("dnf", "dnf install make gcc-c++ python3"), ("pacman", "pacman -S make gcc python3")):
        monkeypatch.setattr(shutil, "which", lambda name, manager=manager: name if name == manager else None)
        with pytest.raises(SetupError) as caught:
            setup_env.require_tools()
        assert str(caught.value).endswith(f"Install: sudo {command}")


def test_that_a_person_at_the_terminal_is_asked_before_anything_is_installed_as_root(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(setup_packages, "may_install", lambda: True)
    commands: list[list[str]] = []
    monkeypatch.setattr(setup_packages, "run", lambda command, settings: commands.append(command))
    asked: list[str] = []
    answers = iter(("n", ""))
    monkeypatch.setattr("builtins.input", lambda question: asked.append(question) or next(answers))
    assert setup_packages.apt_install(["g++"]) and not asked  # nobody is there, as where a container is built
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    commands.clear()
    assert not setup_packages.apt_install(["g++", "make"]) and commands == []
    assert "g++ make" in asked[0]
    assert setup_packages.apt_install(["g++"]) and commands[-1][-1] == "g++"


def test_that_a_free_threaded_python_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup_env.sysconfig, "get_config_var", lambda name: int(name == "Py_GIL_DISABLED"))
    with pytest.raises(SystemExit, match="free-threaded Python, which Luthier does not run on"):
        setup_env.use_new_python()


def test_that_a_step_shows_on_a_terminal_that_it_lives(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    ticks = iter((False, True))
    with setup_shell.Step("Building") as _:
        pass
    step = setup_shell.Step("Building")
    step.started, step._ended = 0.0, SimpleNamespace(wait=lambda seconds: next(ticks))
    monkeypatch.setattr(setup_shell.time, "monotonic", lambda: 75.0)
    step._tick()
    assert capsys.readouterr().out.endswith("\r  Building ... 75 s")
    ticks = iter((False, True))
    setup_llama.tell_how_far("[30/75] Building CXX object", lambda done, total: step.far("files", done, total))
    step.far("packages", 100, 100)
    step._tick()
    assert capsys.readouterr().out == "\r  Building ... 30 of 75 files, 75 s, about 112 s left"
    ticks = iter((False, True))
    step.far("files", 75, 75)
    step._tick()
    assert capsys.readouterr().out.rstrip() == "\r  Building ... 75 s"
