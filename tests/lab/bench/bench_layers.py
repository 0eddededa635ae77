"""What training some of the layers saves: seconds a step and memory, with all, the last half and the last quarter.

    .venv/bin/python -m tests.lab.bench.bench_layers [MODEL.gguf] [--tokens 512] [--short]

Without a model: the bundled one in F16 (in the short form that alone), then random weights in the shapes of SmolLM2
135M and Llama 3.2 1B. Each with
the memory that there is, and with backward streamed. Processor seconds of one thread, the least of all steps, the ways
in turn: other programs make them longer by little, the seconds that pass by as much as they take.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from core.protocol.layers import ALL, LAST_HALF, LAST_QUARTER
from tests.lab.bench.environments import ROOT, Options, run
from tests.lab.bench.make_model import bundled_model, random_model

RANDOM = (("smollm2-135m", "q8_0"), ("llama-3.2-1b", "q4_k_m"))


def main() -> None:
    parser = Options(__doc__, tokens=32, steps=1, rounds=1, backward=["auto"])
    parser.add_argument("model", type=Path, nargs="?")
    parser.add_argument("--tokens", type=int, default=512)
    parser.add_argument("--steps", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--backward", nargs="*", default=["auto", "streamed"])
    options = parser.parsed()
    models = [options.model or bundled_model("f16")]
    if not options.model and not options.short:
        models += [random_model(shape, quant) for shape, quant in RANDOM]
    print(f"{'model':24}{'tokens':>7}  {'layers':14}{'kept':>5} {'backward':10}{'s a step':>9}{'plan':>9}{'peak':>9}")
    for model in models:
        for backward in options.backward:
            ways = (ALL, LAST_HALF, LAST_QUARTER)
            rounds = [
                {layers: measured(model, options, layers, backward) for layers in ways} for _ in range(options.rounds)
            ]
            for layers in ways:
                found = min((one[layers] for one in rounds), key=lambda one: one["processor_seconds"])
                print(
                    f"{model.stem:24}{options.tokens:7}  {layers:14}{found['kept_layers']:5} {found['backward']:10}"
                    f"{found['processor_seconds']:9.3f}{found['planned_bytes'] / 1e6:7.0f} M"
                    f"{found['peak_rss_bytes'] / 1e6:7.0f} M",
                    flush=True,
                )


def measured(model: Path, options: argparse.Namespace, layers: str, backward: str) -> dict[str, Any]:
    """Of one process; the least of some steps."""
    words = ["--tokens", options.tokens, "--steps", options.steps, "--layers", layers, "--backward", backward]
    command = [sys.executable, "-m", "tests.lab.bench.our_step", model, *words, "--threads", 1]
    return run(command, {"PYTHONPATH": str(ROOT)})


if __name__ == "__main__":
    main()
