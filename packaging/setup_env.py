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
import time
from pathlib import Path

from setup_kernels import forget_kernels, set_up_kernels
from setup_llama import check_llama, has_compilers, llama_source, llama_wheel, processor, unpack_models
from setup_shell import (
    CONSTRAINTS,
    IS_WINDOWS,
    LOG,
    PYTHON,
    ROOT,
    VENV,
    SetupError,
    Step,
    apt_install,
    digest,
    run,
    site_packages,
)
from setup_vulkan import forget_vulkan

STAMP = VENV / ".luthier-setup"
OLDEST_PYTHON = (3, 11)
QT_DEBIAN = (
    "libdbus-1-3 libegl1 libfontconfig1 libgl1 libglib2.0-0 libx11-xcb1 libxcb-cursor0 libxcb-icccm4 libxcb-image0 "
    "libxcb-keysyms1 libxcb-randr0 libxcb-render-util0 libxcb-shape0 libxcb-xkb1 libxkbcommon-x11-0 libxkbcommon0"
)
QT_FEDORA = (
    "dbus-libs fontconfig glib2 libxkbcommon libxkbcommon-x11 mesa-libEGL mesa-libGL xcb-util-cursor xcb-util-image "
    "xcb-util-keysyms xcb-util-renderutil xcb-util-wm"
)
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
        print(f"Setting up Luthier in .venv (only the first time). What programs say goes to {LOG}.", flush=True)
        require_tools()
        make_environment()
        source = llama_source()
        wheel, is_new = llama_wheel(source)
        install(wheel)
        unpack_models(source)
        check_llama(wheel, is_new)
        forget_kernels()  # they know ggml's structs
        forget_vulkan(source)
    STAMP.write_text(f"{fingerprint()} {'complete' if qt_works() else 'without-qt'}\n")


def fingerprint() -> str:
    """Changes when set-up has to run again."""
    import tomllib  # new in 3.11, and this file has to get as far as saying so on an older Python

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    parts = [str(ROOT), platform.python_version(), processor(), CONSTRAINTS.read_text(encoding="utf-8")]
    scripts = [script for script in Path(__file__).parent.glob("setup_*.py") if script.name != "setup_vulkan.py"]
    parts += [script.read_text(encoding="utf-8") for script in sorted(scripts)]
    parts += [json.dumps(project[name], sort_keys=True) for name in ("build-system", "project")]
    parts += [json.dumps(project["tool"]["setuptools"], sort_keys=True)]
    return digest("\0".join(parts).encode())


def use_new_python() -> None:
    """Go on with a Python that is new enough, when `python3` is not but another one is installed."""
    if sys.version_info >= OLDEST_PYTHON:
        return
    for minor in range(20, OLDEST_PYTHON[1] - 1, -1):
        newer = shutil.which(f"python3.{minor}")
        if newer:
            os.execv(newer, [newer, *sys.argv])
    sys.exit(f"Luthier needs Python 3.11 or newer; {sys.executable} is {platform.python_version()}.")


def require_tools() -> None:
    """Raises SetupError that names all that this machine lacks for set-up, unless it may install that."""
    venv = f"python3.{sys.version_info.minor}-venv"
    lacking = {"make": "make"} if not IS_WINDOWS and shutil.which("make") is None else {}
    if not has_compilers():
        lacking["a C and C++ compiler"] = "g++"
    if not has_environment() and importlib.util.find_spec("ensurepip") is None:
        lacking["Python's module for virtual environments"] = venv
    if not lacking or apt_install([*lacking.values()]):
        return
    install = f"sudo apt-get update && sudo apt-get install {' '.join(lacking.values())}"
    if sys.platform == "darwin":
        install = "xcode-select --install"
    elif shutil.which("dnf"):
        install = f"sudo dnf install {' '.join(lacking.values()).replace('g++', 'gcc-c++').replace(venv, 'python3')}"
    raise SetupError(f"This machine lacks {', '.join(lacking)}.\nInstall: {install}")


def has_environment() -> bool:
    """Whether there is one, with pip; another program may have made it."""
    return PYTHON.exists() and subprocess.run([PYTHON, "-m", "pip", "--version"], capture_output=True).returncode == 0


def make_environment() -> None:
    if has_environment():
        return
    with Step("Making the virtual environment"):
        shutil.rmtree(VENV, ignore_errors=True)
        VENV.mkdir()
        run([sys.executable, "-m", "venv", "--clear", VENV])


def install(wheel: Path) -> None:
    """Install what pyproject.toml asks for, at the versions in constraints.txt, and Luthier itself editable."""
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [*project["build-system"]["requires"], *project["project"]["dependencies"]]
    wanted += project["project"]["optional-dependencies"]["dev"]
    with Step("Installing the dependencies"):
        run([PYTHON, "-m", "pip", "install", "--constraint", CONSTRAINTS, wheel, *wanted])
        run([PYTHON, "-m", "pip", "install", "--no-deps", "--no-build-isolation", "--editable", ROOT])


def qt_works() -> bool:
    """Install the system libraries that Qt needs, or say how to. Everything but the window works without them."""
    missing = missing_qt_libraries()
    if missing and apt_install(QT_DEBIAN.split()):
        missing = missing_qt_libraries()
    if not missing:
        return True
    print(f"\nThe window needs system libraries that are not installed: {', '.join(missing)}.")
    if shutil.which("apt-get"):
        print(f"Install them with:\n  sudo apt-get install {QT_DEBIAN}")
    elif shutil.which("dnf"):
        print(f"Install them with:\n  sudo dnf install {QT_FEDORA}")
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
