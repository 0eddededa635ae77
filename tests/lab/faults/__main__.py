"""`make faults`: everything that goes wrong at home, done to the real program.

ARGS: --short (the form that the tests run), names of suites (all of them without).
"""

from __future__ import annotations

import argparse
import sys

from tests.lab.faults.apart import rows_apart
from tests.lab.faults.table import Row, lines

SUITES: tuple[str, ...] = (  # modules of this folder, each with a function `rows` (table.Suite)
    "kills", "signals", "window", "asleep", "crashes", "disk", "places", "inputs", "network", "memory", "power",
    "damage", "numbers", "together",
)  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suites", nargs="*", default=SUITES)
    parser.add_argument("--short", action="store_true")
    chosen = parser.parse_args()
    found: list[Row] = []
    for name in chosen.suites:
        for row in rows_apart(name, chosen.short):
            found.append(row)
            print(f"{row.fault}: {row.survived} of {row.tried}", file=sys.stderr, flush=True)
    print("\n".join(lines(found)))
    return 0 if all(row.survived == row.tried for row in found) else 1


if __name__ == "__main__":
    sys.exit(main())
