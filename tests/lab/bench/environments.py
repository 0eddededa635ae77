"""What benchmarks have in common: a command line, and what they need beside Luthier's own environment.

That is made below build/ when first asked for. LUTHIER_BENCH names another folder for models and results.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
BUILD = Path(os.environ.get("LUTHIER_BENCH", ROOT / "build"))
ENVIRONMENTS = ROOT / "build" / "bench"
# What laptops of the last ten years have, and those of the last five. Passed to llama.cpp's CMake.
AVX2_ARGUMENTS = "-DGGML_NATIVE=OFF -DGGML_AVX=ON -DGGML_AVX2=ON -DGGML_FMA=ON -DGGML_F16C=ON -DGGML_BMI2=ON"
LAPTOPS = {"avx2": AVX2_ARGUMENTS, "avxvnni": AVX2_ARGUMENTS + " -DGGML_AVX_VNNI=ON"}


class Options(argparse.ArgumentParser):
    """A benchmark's command line. short: what --short takes in place of the other defaults.

    The short form shows that all of it works, in seconds; its figures say nothing about speed.
    """

    def __init__(self, about: str | None, **short: Any) -> None:
        super().__init__(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
        self.add_argument("--short", action="store_true", help="as little as shows that all of it works")
        self._short = short

    def parsed(self) -> argparse.Namespace:
        """Return what was asked for."""
        if self.parse_known_args()[0].short:
            self.set_defaults(**self._short)
        return self.parse_args()


def peer_python(*, is_short: bool = False) -> Path | None:
    """Return an interpreter with torch, transformers and peft. A short form makes none, and has None without it."""
    requirements, name = ROOT / "tests" / "lab" / "bench" / "requirements.txt", "peer-venv"
    if is_short and not is_ready(requirements, name):
        print(f"Without the peer: {ENVIRONMENTS / name} has not been made.", flush=True)
        return None
    return python_with(requirements, name)


def is_ready(requirements: Path, name: str) -> bool:
    """Return whether an environment with what a requirements.txt lists has been made."""
    ready = ENVIRONMENTS / name / "ready"
    return ready.exists() and ready.read_text() == requirements.read_text()


def python_with(requirements: Path, name: str) -> Path:
    """An interpreter in an environment with what a requirements.txt lists, made again when that changes."""
    folder = ENVIRONMENTS / name
    python = folder / "bin" / "python"
    if not is_ready(requirements, name):
        print("Installing the peer's packages ...", file=sys.stderr, flush=True)
        subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--requirement", requirements], check=True)
        (folder / "ready").write_text(requirements.read_text())
    return python


def llama_folder(name: str, arguments: str) -> Path:
    """Return a folder with llama-cpp-python built with these arguments of CMake's; without any, as set-up builds it.

    Put before the others on PYTHONPATH it is the one that loads.
    """
    sys.path.insert(0, str(ROOT / "packaging"))
    from setup_llama import llama_source, llama_wheel

    folder, source = BUILD / "bench" / f"llama-{name}", llama_source()
    ready, made_of = folder / "ready", f"{source.name} {arguments}"
    if not ready.exists() or ready.read_text() != made_of:
        before = os.environ.get("CMAKE_ARGS", "")
        os.environ["CMAKE_ARGS"] = arguments or before
        wheel, _ = llama_wheel(source, lambda done, total: None)
        os.environ["CMAKE_ARGS"] = before
        shutil.rmtree(folder, ignore_errors=True)
        install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", folder, wheel]
        subprocess.run(install, check=True)
        ready.write_text(made_of)
    return folder


def run(command: list[Any], settings: Mapping[str, str]) -> dict[str, Any]:
    """Return the JSON line that a program prints last. settings: of its environment. Ends this one if it fails."""
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=ROOT, env={**os.environ, **settings}, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(words)}\n{done.stderr[-2000:]}")
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found
