#!/usr/bin/env python3
"""Build llama.cpp's llama-server from the source package that set-up has, for the tests that talk to a real one.

It is kept in the user's cache, for other clones on this machine; tests/support/llama_servers.py looks for it there. The
flags are set-up's own, so that it computes as the libraries in .venv do.
"""

from __future__ import annotations

import shlex
import shutil
import sys
import tarfile
from pathlib import Path

from setup_llama import build_settings, cache_folder, llama_source, processor, temporary_folder
from setup_shell import SetupError, Step, digest, run

TARGET = "llama-server"
OPTIONS = (
    "-DCMAKE_BUILD_TYPE=Release", "-DBUILD_SHARED_LIBS=OFF", "-DLLAMA_BUILD_SERVER=ON", "-DLLAMA_BUILD_TESTS=OFF",
    "-DLLAMA_BUILD_EXAMPLES=OFF", "-DLLAMA_BUILD_UI=OFF", "-DLLAMA_USE_PREBUILT_UI=OFF", "-DLLAMA_OPENSSL=OFF",
    "-DLLAMA_CURL=OFF",
)  # fmt: skip


def main() -> int:
    try:
        print(llama_server())
    except SetupError as error:
        print(f"llama-server cannot be built. {error}", file=sys.stderr)
        return 1
    return 0


def llama_server() -> Path:
    """Return the program, built if it is not there yet."""
    source, settings = llama_source(), build_settings()
    key = digest("\0".join([source.name, settings["CMAKE_ARGS"], processor()]).encode())[:16]
    program = cache_folder() / TARGET / key / TARGET
    if not program.is_file():
        print("Building llama-server: ten minutes or more.", flush=True)
        with Step("Building llama-server"), temporary_folder() as scratch:
            program.parent.mkdir(parents=True, exist_ok=True)
            shutil.move(build(source, settings, Path(scratch)), program)
    return program


def build(source: Path, settings: dict[str, str], scratch: Path) -> Path:
    with tarfile.open(source) as archive:
        archive.extractall(scratch, filter="data")
    (project,) = scratch.glob("*/vendor/llama.cpp")
    made = scratch / "build"
    arguments = shlex.split(settings["CMAKE_ARGS"])
    run(["cmake", "-G", "Ninja", "-S", project, "-B", made, *arguments, *OPTIONS], settings)
    run(["cmake", "--build", made, "--target", TARGET], settings)
    return made / "bin" / TARGET


if __name__ == "__main__":
    sys.exit(main())
