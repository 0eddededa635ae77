"""Programs for Windows on a machine that has none: Wine runs them."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

_FOLDER = "/usr/lib/wine"  # Debian's, on no path
_PATH = os.pathsep.join((os.environ.get("PATH", os.defpath), _FOLDER))
PROGRAM = shutil.which("wine64", path=_PATH) or "wine64"
_SERVER = shutil.which("wineserver", path=_PATH) or "wineserver"


def environment(folder: Path) -> dict[str, str]:
    """Variables with which Wine keeps all its files in that folder, asks nothing and says nothing."""
    return {"WINEPREFIX": str(folder), "WINEDEBUG": "-all", "WINEDLLOVERRIDES": "mscoree,mshtml="}


def end(folder: Path) -> None:
    """End the processes that Wine keeps for that folder after its last program; they write there until then."""
    subprocess.run([_SERVER, "-k", "-w"], env=os.environ | environment(folder), check=False)
