"""Run before all else in the downloaded program: C++'s libraries, for all that asks for them later.

The system's, or those that came along where it has none: a graphics driver that meets older ones than it was made with
does not load.
"""

import ctypes
import sys
from pathlib import Path

for name in ("libgcc_s.so.1", "libstdc++.so.6"):
    try:
        ctypes.CDLL(name)
    except OSError:
        ctypes.CDLL(str(Path(sys._MEIPASS) / "without-the-systems" / name), mode=ctypes.RTLD_GLOBAL)
