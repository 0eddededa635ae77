"""Packages of the system: what Qt and the compilers are called where, and installing them when that is allowed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from setup_shell import IS_WINDOWS, SetupError, Step, run

COMPILERS = {
    "apt-get": "sudo apt-get update && sudo apt-get install",
    "dnf": "sudo dnf install",
    "pacman": "sudo pacman -S",
    "zypper": "sudo zypper install",
}
ELSEWHERE = {  # of Debian's names; where nothing stands it is part of Python's own package
    "dnf": {"g++": "gcc-c++"},
    "pacman": {"g++": "gcc"},
    "zypper": {"g++": "gcc-c++"},
}
QT_DEBIAN = (
    "libdbus-1-3 libegl1 libfontconfig1 libgl1 libglib2.0-0 libx11-xcb1 libxcb-cursor0 libxcb-icccm4 libxcb-image0 "
    "libxcb-keysyms1 libxcb-randr0 libxcb-render-util0 libxcb-shape0 libxcb-xkb1 libxkbcommon-x11-0 libxkbcommon0"
)
QT = {
    "apt-get": f"sudo apt-get install {QT_DEBIAN}",
    "dnf": "sudo dnf install dbus-libs fontconfig glib2 libxkbcommon libxkbcommon-x11 mesa-libEGL mesa-libGL "
    "xcb-util-cursor xcb-util-image xcb-util-keysyms xcb-util-renderutil xcb-util-wm",
    "pacman": "sudo pacman -S dbus fontconfig glib2 libglvnd libxkbcommon-x11 xcb-util-cursor xcb-util-image "
    "xcb-util-keysyms xcb-util-renderutil xcb-util-wm",
    "zypper": "sudo zypper install fontconfig libEGL1 libGL1 libX11-xcb1 libdbus-1-3 libglib-2_0-0 libxcb-cursor0 "
    "libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-randr0 libxcb-render-util0 libxcb-shape0 libxcb-xkb1 "
    "libxkbcommon-x11-0 libxkbcommon0",
}


def how_to_install(commands: dict[str, str]) -> str:
    """Return the command of the first package manager that is installed; "" without any."""
    return next((command for manager, command in commands.items() if shutil.which(manager)), "")


def how_to_install_tools(names: list[str]) -> str:
    """Return the command that installs Debian's packages of these names: compilers, make, a module of Python's."""
    if sys.platform == "darwin":
        return "xcode-select --install"
    manager = next((manager for manager in COMPILERS if shutil.which(manager)), "apt-get")
    known = ELSEWHERE.get(manager)
    if known is not None:
        names = [known.get(name, name) if not name.endswith("-venv") else "python3" for name in names]
    return f"{COMPILERS[manager]} {' '.join(names)}"


def may_install() -> bool:
    """Return whether this process is root's, on a system with apt."""
    return not IS_WINDOWS and os.geteuid() == 0 and shutil.which("apt-get") is not None


def lacking_for_qt() -> list[str]:
    """Return the Debian packages with Qt's libraries that dpkg's list lacks."""
    asked = ["dpkg-query", "--show", "--showformat", "${db:Status-Abbrev} ${Package} ${Provides}\\n"]
    lines = subprocess.run(asked, capture_output=True, text=True).stdout.splitlines()
    there = {word.strip("(),") for line in lines if line.startswith("ii") for word in line.split()[1:]}
    return [name for name in QT_DEBIAN.split() if name not in there]


def apt_install(packages: list[str]) -> bool:
    """Install Debian packages if allowed to: as root, and after the user at the terminal has agreed.

    Returns whether that happened.
    """
    if not may_install() or not agreed(f"Packages of the system are missing: {' '.join(packages)}"):
        return False
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    try:
        with Step(f"Installing system packages: {' '.join(packages)}"):
            run(["apt-get", "update"], quiet)
            run(["apt-get", "install", "--yes", "--no-install-recommends", *packages], quiet)
    except SetupError as error:
        print(error, file=sys.stderr)
        return False
    return True


def agreed(what: str) -> bool:
    """Ask at the terminal; go on if nobody is there, as in a container's build."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return True
    return input(f"{what}\nInstall them with apt-get? [Y/n] ").strip().lower() in ("", "y", "yes")
