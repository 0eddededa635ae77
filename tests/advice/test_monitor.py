"""What is said of a process's memory."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from core.base.systems.machine import peak_rss

pytestmark = pytest.mark.process


def test_that_a_peak_is_this_processs_own_and_not_that_of_the_one_that_started_it() -> None:
    held = np.ones(2**25)  # 256 MiB
    command = [sys.executable, "-c", "from core.base.systems.machine import peak_rss; print(peak_rss())"]
    found = subprocess.run(command, capture_output=True, text=True, check=True)
    assert peak_rss() > held.nbytes > int(found.stdout) > 0
