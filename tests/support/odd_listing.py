"""`python -m tests.support.odd_listing`: the process that lists devices, with a driver that crashes while it loads."""

from __future__ import annotations

import os

from core.engine.trial.messages import ListOrder, begin

if __name__ == "__main__":
    begin(ListOrder)
    os.abort()
