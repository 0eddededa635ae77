"""A program as it runs on an older processor: of our kernels the slowest that this one has (x86: AVX2, ARM: NEON).

python -m tests.support.older_kernels core.cli train …
"""

from __future__ import annotations

import runpy
import sys
from itertools import count

from core.engine.kernels import library


def main() -> None:
    load_kernels = library.load_kernels
    choice = next(number for number in count() if len(load_kernels(number + 1).names) <= 1)  # F32's are always there
    load_kernels.__defaults__ = (choice,)
    del sys.argv[0]
    print(f"Kernels: {', '.join(load_kernels().names)}", flush=True)
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
