"""What is freed goes back to the system, where its C library keeps it otherwise."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

pytestmark = pytest.mark.process

# Small pieces, the last of which stays: the heap cannot shrink from its end.
PROGRAM = """
import ctypes
from core.base.systems.machine import return_freed_memory

def resident():
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("RssAnon"))

c = ctypes.CDLL(None)
c.malloc.restype, c.free.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
pieces = [c.malloc(2000) for _ in range(20_000)]
for piece in pieces:
    ctypes.memset(piece, 1, 2000)
for piece in pieces[:-1]:
    c.free(piece)
kept = resident()
return_freed_memory()
print(kept - resident())
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc's heap is asked")
def test_that_small_pieces_that_were_freed_go_back_to_the_system() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert int(done.stdout) > 30_000  # kB
