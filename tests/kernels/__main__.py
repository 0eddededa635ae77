"""The kernels for a machine that is not at hand, compiled here and run by what takes its place.

`make test-arm` and `make test-windows` begin with it; ARGS: --short (that alone, in the form that the tests run).
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.kernels.targets import TARGETS, build, instructions_of, missing, run, wanted_instructions


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("--short", action="store_true")
    given = parser.parse_args(words)
    target = TARGETS[given.target]
    if reason := missing(target.needs, target.packages):
        print(f"The kernels for {target.name} were not tested: there is {reason}.")
        return 1
    sound = True
    with tempfile.TemporaryDirectory() as folder:
        program = build(target, Path(folder))
        for processor in target.processors:
            rows = list(run(program, target, processor, short=given.short))
            print(f"\n{processor.name} ({' '.join(processor.command)})")
            print(f"{'kernel':22} {'what':42} {'cases':>5} {'largest error':>13} {'bound':>8}")
            for row in rows:
                print(
                    f"{row.kernel:22} {row.what:42} {row.cases:5} {row.error:13.2g} {row.bound:8.2g}"
                    f"{'' if row.holds else '  TOO LARGE'}"
                )
            found, wanted = instructions_of(rows), wanted_instructions(processor)
            if found != wanted:
                print(f"Run were those of {', '.join(sorted(found))}, and not of {', '.join(sorted(wanted))}.")
            sound &= all(row.holds for row in rows) and found == wanted
    print("\nAll as they should be." if sound else "\nNot as they should be.")
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
