#!/usr/bin/env python3
"""Build llama.cpp's libraries with a sanitizer for addresses, for `make fuzz-sanitized`.

They come with a copy of llama-cpp-python's Python files into one folder, which goes before the others on PYTHONPATH:
all that loads them then loads these. It is kept in the user's cache, for other clones on this machine.
"""

from __future__ import annotations

import importlib.util
import shlex
import shutil
import sys
import tarfile
from pathlib import Path

from setup_llama import build_settings, cache_folder, llama_source, processor, temporary_folder
from setup_shell import SetupError, Step, digest, run

OPTIONS = (
    "-DCMAKE_BUILD_TYPE=RelWithDebInfo", "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O1 -g1", "-DBUILD_SHARED_LIBS=ON",
    "-DCMAKE_C_FLAGS_RELWITHDEBINFO=-O1 -g1", "-DGGML_SANITIZE_ADDRESS=ON", "-DLLAMA_SANITIZE_ADDRESS=ON",
    "-DLLAMA_BUILD_COMMON=OFF", "-DLLAMA_BUILD_TESTS=OFF", "-DLLAMA_BUILD_EXAMPLES=OFF", "-DLLAMA_BUILD_TOOLS=OFF",
    "-DLLAMA_BUILD_SERVER=OFF", "-DLLAMA_CURL=OFF", "-DLLAMA_OPENSSL=OFF",
)  # fmt: skip


def main() -> int:
    try:
        print(sanitized_llama())
    except SetupError as error:
        print(f"llama.cpp cannot be built with a sanitizer. {error}", file=sys.stderr)
        return 1
    return 0


def sanitized_llama() -> Path:
    """Return the folder for PYTHONPATH, made if it is not there yet."""
    source, settings = llama_source(), build_settings()
    key = digest("\0".join([source.name, settings["CMAKE_ARGS"], processor(), *OPTIONS]).encode())[:16]
    folder = cache_folder() / "sanitized-llama" / key
    if not folder.is_dir():
        print("Building llama.cpp with a sanitizer: ten minutes or more.", file=sys.stderr, flush=True)
        with Step("Building llama.cpp with a sanitizer"), temporary_folder() as scratch:
            made = build(source, settings, Path(scratch))
            folder.parent.mkdir(parents=True, exist_ok=True)
            shutil.move(made, folder)
    return folder


def build(source: Path, settings: dict[str, str], scratch: Path) -> Path:
    """Build the libraries into a copy of the installed package."""
    with tarfile.open(source) as archive:
        archive.extractall(scratch, filter="data")
    (project,) = scratch.glob("*/vendor/llama.cpp")
    built = scratch / "build"
    arguments = shlex.split(settings["CMAKE_ARGS"])
    run(["cmake", "-G", "Ninja", "-S", project, "-B", built, *arguments, *OPTIONS], settings)
    run(["cmake", "--build", built, "--target", "llama"], settings)
    spec = importlib.util.find_spec("llama_cpp")
    if spec is None or spec.origin is None:
        raise SetupError("The package llama-cpp-python is not installed: run `make setup` first.")
    made = scratch / "package"
    shutil.copytree(Path(spec.origin).parent, made / "llama_cpp", ignore=shutil.ignore_patterns("lib", "__pycache__"))
    (made / "llama_cpp" / "lib").mkdir()
    for library in (built / "bin").glob("lib*.so*"):
        shutil.copy(library, made / "llama_cpp" / "lib" / library.name)
    return made


if __name__ == "__main__":
    sys.exit(main())
