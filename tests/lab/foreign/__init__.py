"""Luthier on other systems than this: Windows under Wine (`make test-windows`), ARM64 in qemu (`make test-arm`)."""

import sys

from tests.support.places import ROOT

if (_scripts := str(ROOT / "packaging")) not in sys.path:
    sys.path.append(_scripts)  # set-up's scripts import one another by name
