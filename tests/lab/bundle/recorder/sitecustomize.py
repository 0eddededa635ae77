"""On the path of a Python, this has each of its processes write down which modules it had when it ended."""

import atexit
import json
import os
import sys
from pathlib import Path

from core.base import own_process

own_process.FLAGS = ("-P",)  # else a process of ours that this one starts would not find this file


def write_down() -> None:
    folder = Path(os.environ["MODULES_SEEN"])
    part = folder / f"{os.getpid()}.part"
    part.write_text(json.dumps(sorted(sys.modules)))
    part.rename(folder / f"{os.getpid()}.json")  # whole, or not: a process may be ended while it writes


atexit.register(write_down)
