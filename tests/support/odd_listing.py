"""`python -m tests.support.odd_listing`: the process that lists devices, with a driver that crashes while it loads."""

from __future__ import annotations

import os

from core.base.child_process import take

if __name__ == "__main__":
    take(type(None))
    os.abort()
