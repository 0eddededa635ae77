"""The kernels of this folder, compiled for this machine when first needed or changed."""

from __future__ import annotations

import ctypes as c
import hashlib
import subprocess
import sys
from pathlib import Path

import numpy as np

from tests.bench.environments import BUILD

HERE = Path(__file__).parent
COMMAND = ["gcc", "-O3", "-march=native", "-fopenmp", "-shared", "-fPIC", "-Wall", "-Wextra", "-Werror"]
NEEDED = {"avx512f", "avx512bw", "avx512vl", "avx512_vnni", "avx512_bf16"}
LINE = 64  # bytes of a cache line and of a register


def weights_library() -> c.CDLL:
    library = _compiled("product.c", "f32.c", "bf16.c", "q8_0.c", "q4_k.c")
    for sizes in (library.packed_bytes, library.scratch_bytes):
        sizes.restype = c.c_size_t
    return library


def attention_library() -> c.CDLL:
    return _compiled("-DVECTORS=4", "f32.c", "attention.c")


def _compiled(*arguments: str) -> c.CDLL:
    if missing := NEEDED - set(Path("/proc/cpuinfo").read_text().split()):
        sys.exit(f"These kernels need a processor with {', '.join(sorted(missing))}.")
    sources = b"".join(path.read_bytes() for path in sorted(HERE.glob("*.[ch]")))
    key = hashlib.sha256(repr(arguments).encode() + sources).hexdigest()[:12]
    library = BUILD / "bench" / f"kernel-{key}.so"
    if not library.exists():
        library.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([*COMMAND, *arguments, "-o", library], cwd=HERE, check=True)
    return c.CDLL(str(library))


class OwnProduct:
    """y = W x with a weight [d_out, d_in] of a type that has a kernel, given as a GGUF file has it."""

    def __init__(self, library: c.CDLL, kind: str, rows: np.ndarray, d_in: int, d_out: int, x: np.ndarray) -> None:
        kernel = c.c_void_p(c.addressof(c.c_char.in_dll(library, f"{kind}_kernel")))
        tokens = len(x)
        self.y = np.empty((tokens, d_out), np.float32)
        panels = aligned(library.packed_bytes(kernel, d_out, d_in))
        scratch = aligned(library.scratch_bytes(kernel, tokens))
        library.pack(kernel, at(rows), d_out, d_in, at(panels))
        self._library, self._alive = library, (panels, scratch, x)
        self._arguments = (kernel, at(panels), at(x), at(self.y), d_out, d_in, tokens, at(scratch))

    def run(self, threads: int) -> None:
        self._library.product(*self._arguments, threads)


def aligned(size: int) -> np.ndarray:
    """Bytes that begin with a cache line."""
    room = np.zeros(size + LINE, np.uint8)
    start = -room.ctypes.data % LINE
    return room[start : start + size]


def at(array: np.ndarray) -> c.c_void_p:
    return c.c_void_p(array.ctypes.data)
