#!/usr/bin/env python3
"""Make .venv ready: dependencies at pinned versions, llama.cpp built for this machine, Qt's system libraries.

Runs before every make target. When nothing changed since the last time it ends within milliseconds and needs no
network. Only the standard library is used. Everything pip and the compiler say goes to .venv/setup.log.
"""

from __future__ import annotations

import importlib.util
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from setup_kernels import forget_kernels, set_up_kernels
from setup_llama import check_llama, has_compilers, llama_source, llama_wheel, processor, unpack_models
from setup_lock import LOCKED, install, locked
from setup_packages import QT, apt_install, how_to_install, how_to_install_tools, lacking_for_qt, may_install
from setup_shell import (
    CONSTRAINTS,
    DOWNLOAD_MB,
    IS_WINDOWS,
    LOG,
    PYTHON,
    ROOT,
    VENV,
    SetupError,
    Step,
    digest,
    run,
    site_packages,
)
from setup_vulkan import forget_vulkan

STAMP = VENV / ".luthier-setup"
OLDEST_PYTHON = (3, 11)
QT_FILES = ("plugins/platforms/libqxcb.so", "plugins/platforms/libqoffscreen.so", "lib/libQt6Widgets.so.6")


def main() -> int:
    use_new_python()
    started, again = time.monotonic(), "--again" in sys.argv[1:]
    try:
        done = STAMP.read_text().split() if STAMP.exists() else []
        if done != [fingerprint(), "complete"]:
            set_up(environment_ready=done[:1] == [fingerprint()])
            set_up_kernels(again)
            print(f"Set up in {time.monotonic() - started:.0f} s.", flush=True)
        else:
            set_up_kernels(again)  # if their sources have changed
    except SetupError as error:
        print(f"\nSet-up failed. {error}", file=sys.stderr)
        return 1
    return 0


def set_up(environment_ready: bool) -> None:
    if not environment_ready:
        print(
            f"Setting up Luthier in .venv (only the first time): about {DOWNLOAD_MB} MB are downloaded, and llama.cpp "
            f"is built for this processor, which takes minutes. What programs say goes to {LOG}.",
            flush=True,
        )
        require_tools()
        make_environment()
        with Step("Installing what llama.cpp is built with"):
            install(PYTHON, "build", VENV / "build.txt")
        source = llama_source()
        wheel, is_new = build_and_install(source)
        unpack_models(source)
        check_llama(wheel, is_new)
        forget_kernels()  # they know ggml's structs
        forget_vulkan(source)
    STAMP.write_text(f"{fingerprint()} {'complete' if qt_works() else 'without-qt'}\n")


def fingerprint() -> str:
    """Return a digest that changes when set-up has to run again."""
    import tomllib  # new in 3.11, and this file has to get as far as saying so on an older Python

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    parts = [str(ROOT), platform.python_version(), processor(), CONSTRAINTS.read_text(encoding="utf-8")]
    scripts = [script for script in Path(__file__).parent.glob("setup_*.py") if script.name != "setup_vulkan.py"]
    scripts += [*LOCKED.glob("*.txt"), Path(__file__).with_name("llama.cmake")]
    parts += [script.read_text(encoding="utf-8") for script in sorted(scripts)]
    parts += [json.dumps(project[name], sort_keys=True) for name in ("build-system", "project")]
    parts += [json.dumps(project["tool"]["setuptools"], sort_keys=True)]
    return digest("\0".join(parts).encode())


def use_new_python() -> None:
    """Go on with a Python that is new enough, when `python3` is not but another one is installed."""
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        sys.exit(
            f"{sys.executable} is a free-threaded Python, which Luthier does not run on: Qt and others have no "
            "packages for it. Name the usual one, such as: make setup PYTHON3=python3.13"
        )
    if sys.version_info >= OLDEST_PYTHON:
        return
    for minor in range(20, OLDEST_PYTHON[1] - 1, -1):
        newer = shutil.which(f"python3.{minor}")
        if newer:
            os.execv(newer, [newer, *sys.argv])
    sys.exit(f"Luthier needs Python 3.11 or newer; {sys.executable} is {platform.python_version()}.")


def require_tools() -> None:
    """Install what this machine lacks for set-up. Raises SetupError that names it all, if it may not."""
    venv = f"python3.{sys.version_info.minor}-venv"
    lacking = {"make": "make"} if not IS_WINDOWS and shutil.which("make") is None else {}
    if not has_compilers():
        lacking["a C and C++ compiler"] = "g++"
    if not has_environment() and importlib.util.find_spec("ensurepip") is None:
        lacking["Python's module for virtual environments"] = venv
    wanted = [
        *lacking.values(),
        *(lacking_for_qt() if may_install() else ()),
    ]  # one question before all that takes long
    if not wanted or apt_install(wanted) or not lacking:
        return
    raise SetupError(f"This machine lacks {', '.join(lacking)}.\nInstall: {how_to_install_tools([*lacking.values()])}")


def has_environment() -> bool:
    """Return whether there is an environment with pip; another program may have made it."""
    return PYTHON.exists() and subprocess.run([PYTHON, "-m", "pip", "--version"], capture_output=True).returncode == 0


def make_environment() -> None:
    if has_environment():
        return
    with Step("Making the virtual environment"):
        shutil.rmtree(VENV, ignore_errors=True)
        VENV.mkdir()
        run([sys.executable, "-m", "venv", "--clear", VENV])


def build_and_install(source: Path) -> tuple[Path, bool]:
    """Install what pyproject.toml asks for, llama.cpp's wheel, which is built meanwhile, and Luthier itself, editable.

    Returns the wheel, and whether it is new.
    """
    requirements, n_files = VENV / "develop.txt", 0
    with Step("Building llama.cpp, and installing the dependencies") as step, ThreadPoolExecutor(1) as pool:
        building = pool.submit(llama_wheel, source, lambda done, total: step.far("files", done, total))
        n_packages = len(locked("develop").splitlines())

        def count(line: str) -> None:
            nonlocal n_files
            n_files += line.startswith(("Collecting ", "Ignoring "))
            step.far("packages", n_files, n_packages)

        install(PYTHON, "develop", requirements, count)
        step.far("packages", n_packages, n_packages)
        wheel, is_new = building.result()
        run([PYTHON, "-m", "pip", "install", "--no-deps", "--no-build-isolation", wheel, "--editable", ROOT])
    return wheel, is_new


def qt_works() -> bool:
    """Say which of the system's libraries Qt lacks, and how to install them."""
    missing = missing_qt_libraries()
    if not missing:
        return True
    print(f"\nThe window needs system libraries that are not installed: {', '.join(missing)}.")
    if command := how_to_install(QT):
        print(f"Install them with:\n  {command}")
    print("Everything but the window and its tests works without them.\n", flush=True)
    return False


def missing_qt_libraries() -> list[str]:
    folder = site_packages() / "PySide6" / "Qt"
    missing: set[str] = set()
    for name in QT_FILES if shutil.which("ldd") else ():
        listing = subprocess.run(["ldd", folder / name], capture_output=True, text=True).stdout
        missing.update(re.findall(r"^\s*(\S+) => not found", listing, re.MULTILINE))
    return sorted(missing)


if __name__ == "__main__":
    sys.exit(main())
