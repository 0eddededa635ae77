"""The prototype of attention's products, compiled for this machine when first needed or changed."""

from __future__ import annotations

import ctypes as c
import hashlib
import subprocess
import sys
from pathlib import Path

import numpy as np

from tests.bench.environments import BUILD

SOURCE = Path(__file__).parent / "attention.c"
COMMAND = ["gcc", "-O3", "-march=native", "-fopenmp", "-shared", "-fPIC", "-Wall", "-Wextra", "-Werror"]
LINE = 64  # bytes of a cache line and of a register


def attention_library() -> c.CDLL:
    if "avx512f" not in Path("/proc/cpuinfo").read_text().split():
        sys.exit("Attention's prototype needs a processor with AVX-512; --weights measures the rest.")
    library = BUILD / "bench" / f"kernel-{hashlib.sha256(SOURCE.read_bytes()).hexdigest()[:12]}.so"
    if not library.exists():
        library.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([*COMMAND, SOURCE, "-o", library], check=True)
    return c.CDLL(str(library))


def aligned(size: int) -> np.ndarray:
    """Bytes that begin with a cache line."""
    room = np.zeros(size + LINE, np.uint8)
    start = -room.ctypes.data % LINE
    return room[start : start + size]


def at(array: np.ndarray) -> c.c_void_p:
    return c.c_void_p(array.ctypes.data)
