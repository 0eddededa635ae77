"""What training some of the layers saves: seconds a step and memory, with all, the last half and the last quarter.

    .venv/bin/python -m tests.bench.bench_layers [MODEL.gguf TOKENS]

Without a model: the bundled one in F16, then random weights in the shapes of SmolLM2 135M and Llama 3.2 1B. Each with
the memory that there is, and with backward streamed. Processor seconds of one thread, the least of all steps, the ways
in turn: other programs make them longer by little, the seconds that pass by as much as they take.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from core.base import paths
from core.convert.convert import convert
from core.protocol.layers import ALL, LAST_HALF, LAST_QUARTER
from tests.bench.bench_step import run
from tests.bench.environments import BUILD, ROOT
from tests.bench.make_model import SHAPES, make_model

STEPS, ROUNDS = 4, 2


def main() -> None:
    cases = [(Path(sys.argv[1]), int(sys.argv[2]))] if sys.argv[1:] else list(bundled_and_random())
    print(f"{'model':24}{'tokens':>7}  {'layers':14}{'kept':>5} {'backward':10}{'s a step':>9}{'plan':>9}{'peak':>9}")
    for model, tokens in cases:
        for backward in ("auto", "streamed"):
            ways = (ALL, LAST_HALF, LAST_QUARTER)
            rounds = [{layers: measured(model, tokens, layers, backward) for layers in ways} for _ in range(ROUNDS)]
            for layers in ways:
                found = min((one[layers] for one in rounds), key=lambda one: one["processor_seconds"])
                print(
                    f"{model.stem:24}{tokens:7}  {layers:14}{found['kept_layers']:5} {found['backward']:10}"
                    f"{found['processor_seconds']:9.3f}{found['planned_bytes'] / 1e6:7.0f} M"
                    f"{found['peak_rss_bytes'] / 1e6:7.0f} M",
                    flush=True,
                )


def bundled_and_random() -> Any:
    """Models, and the length of a row."""
    bundled = BUILD / "bench" / "storyteller-6m-f16.gguf"
    if not bundled.is_file():
        bundled.parent.mkdir(parents=True, exist_ok=True)
        convert(paths.SAMPLE_MODEL, bundled, "f16", lambda done, total: None)
    yield bundled, 512
    for shape, quant in (("smollm2-135m", "q8_0"), ("llama-3.2-1b", "q4_k_m")):
        model = BUILD / "bench" / f"{shape}-{quant}.gguf"
        make_model(SHAPES[shape], quant, model)
        yield model, 512


def measured(model: Path, tokens: int, layers: str, backward: str) -> dict[str, Any]:
    """Of one process; the least of some steps."""
    options = ["--tokens", tokens, "--layers", layers, "--steps", STEPS, "--backward", backward, "--threads", 1]
    command = [sys.executable, "-m", "tests.bench.our_step", model, *options]
    return run(command, {"PYTHONPATH": str(ROOT)})


if __name__ == "__main__":
    main()
