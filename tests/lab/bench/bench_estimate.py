"""The memory plan's total against the peak that a training process reaches, for ten kinds of runs.

    make bench-estimate
    make bench-estimate ARGS=--short    one kind, of a few numbers: does it work?

Prints a table and writes build/bench-estimate.json. Random weights; two steps and a checkpoint each.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from tests.lab.bench.environments import BUILD, ROOT, Options, run
from tests.lab.bench.make_model import random_model

CASES: list[tuple[str, str, dict[str, Any]]] = [
    ("smollm2-135m", "q8_0", {"tokens": 512}),
    ("smollm2-135m", "q8_0", {"tokens": 1024}),
    ("smollm2-135m", "q8_0", {"tokens": 2048}),
    ("smollm2-135m", "q8_0", {"tokens": 4096}),
    ("smollm2-135m", "q8_0", {"tokens": 512, "rank": 64}),
    ("smollm2-135m", "q8_0", {"tokens": 1024, "budget": 0.7}),
    ("qwen2.5-0.5b", "q4_k_m", {"tokens": 512}),
    ("qwen2.5-0.5b", "q8_0", {"tokens": 1024, "backward": "streamed"}),
    ("llama-3.2-1b", "q4_k_m", {"tokens": 512, "budget": 2.5}),
    ("llama-3.2-1b", "q4_k_m", {"tokens": 1024, "rank": 8, "backward": "streamed"}),
]
SHORT = [("tiny", "q4_k_m", {"tokens": 64, "rank": 4})]


def main() -> None:
    cases = SHORT if Options(__doc__).parsed().short else CASES
    print(f"{'shape':14}{'quant':8}{'run':44}{'kept':>5} {'backward':9}{'plan':>9}{'peak':>9}{'error':>8}")
    results = []
    for shape, quant, options in cases:
        words = [word for key, value in options.items() for word in (f"--{key}", value)]
        command = [
            sys.executable,
            "-m",
            "tests.lab.bench.our_step",
            random_model(shape, quant),
            "--steps",
            2,
            "--checkpoint",
            *words,
        ]
        found = run(command, {"PYTHONPATH": str(ROOT)})
        error = found["planned_bytes"] / found["peak_rss_bytes"] - 1
        results.append({"shape": shape, "quant": quant, **options, **found, "error": round(error, 3)})
        print(
            f"{shape:14}{quant:8}{options!s:44}{found['kept_layers']:5} {found['backward']:9}"
            f"{found['planned_bytes'] / 2**20:7.0f} M{found['peak_rss_bytes'] / 2**20:7.0f} M{error:8.1%}",
            flush=True,
        )
        (BUILD / "bench-estimate.json").write_text(json.dumps(results, indent=2) + "\n")


if __name__ == "__main__":
    main()
