"""`make installer && make test-installer`: install Luthier under Wine as a user does, use it, and remove it again.

The installer runs silently, with what its pages choose unless told otherwise; Wine gets the libraries that it lacks
(windows.py), and is asked for `doctor` and the demo by the command that was put on the PATH.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.lab.foreign.windows import Windows
from tests.support import wine
from tests.support.places import ROOT

KEY = r"HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\Luthier"
LONGEST = 1800  # seconds


class Installed(Windows):
    """Luthier as its installer leaves it. folder: for all of Wine's files."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.run_program("wineboot", "-i")
        self.run_program("reg", "add", r"HKCU\Software\Wine", "/v", "Version", "/d", "win10")
        (self.local,) = (folder / "wine").glob("drive_c/users/*/AppData/Local")
        self.program = self.local / "Programs" / "Luthier"
        self.python = self.program / "python"

    def run_program(self, program: str | Path, *words: str, check: bool = True) -> str:
        """Run a program of Windows and return what it printed. Raises CalledProcessError, TimeoutExpired."""
        done = subprocess.run(
            [wine.PROGRAM, program, *words], env=os.environ | self.settings(), cwd=self.folder, check=check,
            timeout=LONGEST, stdin=subprocess.DEVNULL, capture_output=True,
        )  # fmt: skip
        return done.stdout.decode(errors="replace")

    def registered(self, key: str, name: str) -> str:
        """Return what Windows says of a value in its registry."""
        return self.run_program("reg", "query", key, "/v", name, check=False)


def main() -> int:
    installers = list((ROOT / "build" / "installer").glob("luthier-*.exe"))
    if len(installers) != 1:
        sys.exit("There is no installer: run `make installer` first.")
    with tempfile.TemporaryDirectory() as folder:
        place = Installed(Path(folder))
        try:
            goes_on_and_off(place, installers[0])
        finally:
            place.end()
    print("The installer holds.")
    return 0


def goes_on_and_off(place: Installed, installer: Path) -> None:
    began = time.monotonic()
    place.run_program(installer, "/S")
    size = sum(file.stat().st_size for file in place.program.rglob("*") if file.is_file())
    print(f"installed: {size / 1e6:.0f} MB in {time.monotonic() - began:.0f} s", flush=True)
    menu = list(place.local.parent.rglob("Start Menu/Programs/Luthier.lnk"))
    assert len(menu) == 1, menu
    assert not list(place.local.parents[1].glob("Desktop/Luthier.lnk"))
    assert r"Programs\Luthier" in place.registered(KEY, "UninstallString")
    assert r"Programs\Luthier\bin" in place.registered(r"HKCU\Environment", "Path")

    place.add_what_wine_lacks()
    command = place.program / "bin" / "luthier.exe"
    doctor = json.loads(place.run_program(command, "doctor", "--json", check=False))  # 1 where Qt does not load
    lacks = [check for check in doctor["checks"] if check["name"] in ("ggml", "kernels") and not check["ok"]]
    assert not lacks, lacks
    print(f"doctor: all that computes is there ({time.monotonic() - began:.0f} s)", flush=True)
    demo = json.loads(place.run_program(command, "demo", "--json").strip().splitlines()[-1])
    assert demo["eval_loss_after"] < demo["eval_loss_before"], demo
    print(f"demo: loss {demo['eval_loss_before']:.3f} to {demo['eval_loss_after']:.3f}"
          f" ({time.monotonic() - began:.0f} s)", flush=True)  # fmt: skip

    data = {file for file in (place.local / "luthier").rglob("*") if file.is_file()}
    assert data
    place.run_program(place.program / "uninstall.exe", "/S")
    while place.program.exists() and time.monotonic() - began < LONGEST:
        time.sleep(1)
    assert not place.program.exists(), list(place.program.iterdir())
    assert not menu[0].exists()
    assert "Luthier" not in place.registered(KEY, "UninstallString")
    assert "Luthier" not in place.registered(r"HKCU\Environment", "Path")
    assert all(file.exists() for file in data)
    print(f"removed; {len(data)} files of models and runs are still there ({time.monotonic() - began:.0f} s)")


if __name__ == "__main__":
    sys.exit(main())
