"""`make test-arm`: the kernels for ARM64, compiled here and run by an emulator, as a table.

ARGS: --short (the form that the tests run).
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.arm.emulated import PROCESSORS, build, instructions_of, missing, run


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--short", action="store_true")
    short = parser.parse_args().short
    if reason := missing():
        print(f"The kernels for ARM64 were not tested: there is {reason}.")
        return 1
    sound = True
    with tempfile.TemporaryDirectory() as folder:
        program = build(Path(folder))
        for processor in PROCESSORS:
            rows = list(run(program, processor, short=short))
            print(f"\n{processor.name} (qemu-aarch64 -cpu {processor.model})")
            print(f"{'kernel':22} {'what':42} {'cases':>5} {'largest error':>13} {'bound':>8}")
            for row in rows:
                print(
                    f"{row.kernel:22} {row.what:42} {row.cases:5} {row.error:13.2g} {row.bound:8.2g}"
                    f"{'' if row.holds else '  TOO LARGE'}"
                )
            if instructions_of(rows) != processor.instructions:
                print(f"Run were those of {', '.join(sorted(instructions_of(rows)))}.")
            sound &= all(row.holds for row in rows) and instructions_of(rows) == processor.instructions
    print("\nAll as they should be." if sound else "\nNot as they should be.")
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main())
