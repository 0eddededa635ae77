"""What a benchmark needs beside Luthier's own environment, made below build/ when first asked for."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BUILD = ROOT / "build"
# What laptops of the last ten years have, and those of the last five. Passed to llama.cpp's CMake.
AVX2_ARGUMENTS = "-DGGML_NATIVE=OFF -DGGML_AVX=ON -DGGML_AVX2=ON -DGGML_FMA=ON -DGGML_F16C=ON -DGGML_BMI2=ON"
LAPTOPS = {"avx2": AVX2_ARGUMENTS, "avxvnni": AVX2_ARGUMENTS + " -DGGML_AVX_VNNI=ON"}


def peer_python() -> Path:
    """An interpreter with torch, transformers and peft."""
    return python_with(ROOT / "tests" / "bench" / "requirements.txt", "peer-venv")


def python_with(requirements: Path, name: str) -> Path:
    """An interpreter in an environment with what a requirements.txt lists, made again when that changes."""
    folder = BUILD / "bench" / name
    python = folder / "bin" / "python"
    ready = folder / "ready"
    if not ready.exists() or ready.read_text() != requirements.read_text():
        print("Installing the peer's packages ...", file=sys.stderr, flush=True)
        subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--requirement", requirements], check=True)
        ready.write_text(requirements.read_text())
    return python


def laptop_folder(isa: str) -> Path:
    """A folder with llama-cpp-python built for one of LAPTOPS; put before the others on PYTHONPATH it is the one that
    loads.
    """
    folder = BUILD / "bench" / f"llama-{isa}"
    ready = folder / "ready"
    if not ready.exists():
        sys.path.insert(0, str(ROOT / "packaging"))
        from setup_llama import llama_source, llama_wheel

        before = os.environ.get("CMAKE_ARGS")
        os.environ["CMAKE_ARGS"] = LAPTOPS[isa]
        wheel, _ = llama_wheel(llama_source(), lambda done, total: None)
        os.environ["CMAKE_ARGS"] = before or ""
        install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", folder, wheel]
        subprocess.run(install, check=True)
        ready.touch()
    return folder
