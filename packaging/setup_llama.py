"""llama-cpp-python, built for this machine and kept for other clones on it.

pip's own wheel cache knows neither the compiler's flags nor the processor, so it is not used.
"""

from __future__ import annotations

import json
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable
from pathlib import Path

from setup_lock import UNBUFFERED, hashes_of_pins
from setup_packages import how_to_install_tools
from setup_shell import IS_WINDOWS, PYTHON, ROOT, VENV, SetupError, Step, cores, digest, run

BUILD = ROOT / "packaging" / "llama.cmake"
MODELS = VENV / "share" / "llama.cpp-models"  # vocabularies and chat templates of many model families, for the tests

# GCC 12 miscompiles AMX tile loads: the first quantized product would crash. K-quants are as fast without.
X86_FLAGS = ("-mno-amx-int8", "-mno-amx-tile", "-mno-amx-bf16")


def llama_source() -> Path:
    """Return llama-cpp-python's source package, downloaded once per machine. Raises SetupError if its hash differs."""
    version, hashes = hashes_of_pins()["llama-cpp-python"]
    folder = in_cache("sources", f"llama-cpp-python-{version}")
    if not is_sealed(folder):
        with Step(f"Downloading llama-cpp-python {version}"), temporary_folder() as partial:
            finished, requirements = Path(partial) / "finished", Path(partial) / "requirements.txt"
            requirements.write_text(f"llama-cpp-python=={version} {hashes}\n", encoding="utf-8")
            options = ["--no-deps", "--no-build-isolation", "--no-binary", "llama-cpp-python", "--dest", finished]
            # Its metadata are asked for, which configures a build: of nothing.
            settings = build_settings() | {"CMAKE_ARGS": "-DLLAMA_BUILD=OFF -DLLAVA_BUILD=OFF"}
            run([PYTHON, "-m", "pip", "download", *options, "--require-hashes", "-r", requirements], settings)
            seal(finished, folder)
    return next(folder.glob("*.tar.gz"))


def llama_wheel(source: Path, far: Callable[[int, int], None]) -> tuple[Path, bool]:
    """Return a wheel made on a machine like this with the same compiler and flags, and whether it was built just now.

    far: is told how many of the build's files are done, and of how many.
    """
    settings = build_settings()
    compiler = run([settings["CXX"], "--version"]) if "CXX" in settings else "the one that CMake finds"
    system = f"{sys.implementation.cache_tag} {' '.join(platform.libc_ver())}"
    made_of = [source.name, settings["CMAKE_ARGS"], BUILD.read_text(encoding="utf-8"), compiler, processor(), system]
    folder = in_cache("wheels", digest("\0".join(made_of).encode())[:16])
    is_new = not is_sealed(folder)
    if is_new:
        with temporary_folder() as partial:
            with tarfile.open(source) as archive:
                archive.extractall(Path(partial) / "source", filter="data")
            (project,) = (Path(partial) / "source").iterdir()
            shutil.copyfile(BUILD, project / "CMakeLists.txt")
            finished = Path(partial) / "finished"
            options = ["--verbose", "--no-deps", "--no-build-isolation", "--no-cache-dir", "--wheel-dir", finished]
            run([PYTHON, "-m", "pip", "wheel", *options, project], settings, lambda line: tell_how_far(line, far))
            seal(finished, folder)
    return next(folder.glob("*.whl")), is_new


def tell_how_far(line: str, far: Callable[[int, int], None]) -> None:
    """Tell how far the build is, by a line of ninja's: [12/78] Building CXX object ..."""
    if counted := re.search(r"\[(\d+)/(\d+)\] ", line):
        far(int(counted[1]), int(counted[2]))


def build_settings() -> dict[str, str]:
    """Return the environment variables of the build. Raises SetupError without a compiler.

    On Windows CMake finds Visual Studio's, which is on no path.
    """
    arguments = [os.environ.get("CMAKE_ARGS", "")]
    settings = {
        "CMAKE_BUILD_PARALLEL_LEVEL": str(cores()),
        "PATH": f"{PYTHON.parent}{os.pathsep}{os.environ['PATH']}",  # CMake and Ninja as they are pinned
        **UNBUFFERED,
    }
    if IS_WINDOWS:
        return {"CMAKE_ARGS": " ".join(arguments).strip(), **settings}
    compiler = cxx_compiler()
    if platform.machine().lower() in ("x86_64", "amd64", "i686"):
        flags = " ".join(flag for flag in X86_FLAGS if understands(compiler, flag))
        arguments += [f"-DCMAKE_C_FLAGS={shlex.quote(flags)}", f"-DCMAKE_CXX_FLAGS={shlex.quote(flags)}"]
    return {"CC": c_compiler(), "CXX": compiler, "CMAKE_ARGS": " ".join(arguments).strip(), **settings}


def c_compiler() -> str:
    """Return the C compiler. Raises SetupError without one."""
    return find_program(os.environ.get("CC"), "cc", "gcc", "clang")


def cxx_compiler() -> str:
    """Return the C++ compiler. Raises SetupError without one."""
    return find_program(os.environ.get("CXX"), "c++", "g++", "clang++")


def has_compilers() -> bool:
    """Return whether there are compilers for llama.cpp; on Windows CMake finds them, and says so."""
    try:
        return IS_WINDOWS or bool(c_compiler() and cxx_compiler())
    except SetupError:
        return False


def find_program(*names: str | None) -> str:
    for name in names:
        found = shutil.which(name) if name else None
        if found:
            return found
    raise SetupError(f"There is no C and C++ compiler.\nInstall one: {how_to_install_tools(['g++'])}")


def understands(compiler: str, flag: str) -> bool:
    """Return whether a compiler knows a flag. One too old to know it is too old to use what it turns off."""
    command = [compiler, "-Werror", flag, "-x", "c++", "-E", os.devnull]
    return subprocess.run(command, capture_output=True).returncode == 0


def processor() -> str:
    """Return name and instruction sets of the processor, as the compiler's `native` sees them."""
    lines = Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []
    wanted = [line for line in lines if re.match(r"(model name|flags|Features|CPU (part|implementer))\s*:", line)]
    return "\n".join([platform.machine(), platform.processor(), *sorted(set(wanted))])


def unpack_models(source: Path) -> None:
    """Keep llama.cpp's vocabulary files and chat templates; the wheel does not hold them."""
    with Step("Unpacking llama.cpp's vocabularies"), tarfile.open(source) as archive:
        for member in archive:
            _, found, name = member.name.partition("/vendor/llama.cpp/models/")
            if found and member.isfile() and ".." not in name:
                target = MODELS / name
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(archive.extractfile(member).read())


def check_llama(wheel: Path, is_new: bool) -> None:
    """Load the libraries and multiply once, in a process of its own; a wheel from the cache that fails is removed.

    What fails in our own code, before its libraries are asked, says nothing about the wheel, which other clones use.
    """
    check = subprocess.run(
        [PYTHON, "-c", "from core.engine.ggml.lib import load; load()"], capture_output=True, text=True
    )
    if check.returncode == 0:
        return
    if check.returncode == 1 and "LuthierError" not in check.stderr:  # no signal, and not what `load` found
        raise SetupError(f"Luthier's own code does not work:\n{check.stderr.strip()}")
    shutil.rmtree(wheel.parent)
    what = f"The freshly built llama.cpp does not work:\n{check.stderr.strip()}\nexit status {check.returncode}"
    raise SetupError(what if is_new else "A llama.cpp kept from an earlier build no longer works.\nRun this again.")


def cache_folder() -> Path:
    """Return the folder that keeps builds for other clones on this machine; in .venv if it is not writable."""
    folder = _shared_cache()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):  # it may be there and another's, such as root's
            return folder
    except OSError:
        folder = VENV / "cache"
        folder.mkdir(parents=True, exist_ok=True)
        return folder


def in_cache(kind: str, name: str) -> Path:
    """Return a folder of the cache: the one that is whole, else one that can be made."""
    places = [folder / kind / name for folder in (_shared_cache(), cache_folder())]
    return next(filter(is_sealed, places), places[-1])


def _shared_cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "luthier"


def temporary_folder() -> tempfile.TemporaryDirectory[str]:
    """Return a folder on the cache's disk, so that it can become part of the cache by renaming."""
    return tempfile.TemporaryDirectory(dir=cache_folder())


def seal(files: Path, folder: Path) -> None:
    """Make a finished folder part of the cache, all at once and with its checksums."""
    sums = {file.name: digest(file.read_bytes()) for file in files.iterdir()}
    (files / "sha256.json").write_text(json.dumps(sums, indent=2))
    folder.parent.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(folder, ignore_errors=True)
    files.rename(folder)


def is_sealed(folder: Path) -> bool:
    """Return whether a cache folder is there and has what was put into it."""
    try:
        sums = json.loads((folder / "sha256.json").read_text())
        return bool(sums) and all(digest((folder / name).read_bytes()) == value for name, value in sums.items())
    except (OSError, ValueError):
        return False
