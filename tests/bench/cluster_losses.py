"""What rounding what travels does to learning: whole trainings of the bundled model by two machines.

    .venv/bin/python -m tests.bench.cluster_losses             three seeds each
    .venv/bin/python -m tests.bench.cluster_losses --short     one seed, fewer steps; under a minute

By how much seeds differ is what all other differences are to be compared with.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean, stdev

from core.advice.picks import CHAT
from core.protocol import SENT
from tests.bench.bench_cluster import small_model
from tests.support.cluster import IN_THE_CLUSTER, HomeCluster

SETTINGS = ("context=128", "grad_accumulation=8", "learning_rate=1e-3", "eval_every=0")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--short", action="store_true")
    options = parser.parse_args()
    steps, seeds = (20, 1) if options.short else (200, 3)
    with tempfile.TemporaryDirectory() as folder:
        model = small_model(Path(folder))
        with HomeCluster(Path(folder) / "homes", LUTHIER_THREADS="1") as cluster:
            cluster.joins("laptop", [model]).heard(IN_THE_CLUSTER)
            print(f"Evaluation loss after {steps} steps, seeds 0 to {seeds - 1}", flush=True)
            for sends in ("", *SENT):
                found = list(losses(cluster, model, sends, steps, range(seeds)))
                each = " ".join(f"{loss:.5f}" for loss in found)
                print(f"{sends or 'alone':6} mean {fmean(found):.5f}   {each}", flush=True)
                if not sends and seeds > 1:
                    print(f"       of which seeds differ by {stdev(found):.5f} (standard deviation)", flush=True)


def losses(cluster: HomeCluster, model: Path, sends: str, steps: int, seeds: range) -> Iterator[float]:
    """sends: "": by one machine alone."""
    words = ("--cluster", "--cluster-sends", sends) if sends else ()
    for seed in seeds:
        settings = [f"--set={one}" for one in (*SETTINGS, f"max_steps={steps}", f"seed={seed}")]
        run = cluster.home(f"{sends or 'alone'}-{seed}")
        told = cluster.runs(
            "head", "train", "--model", str(model), "--data", str(CHAT.data), "--run", str(run), "--json",
            *words, *settings,
        )  # fmt: skip
        said = json.loads(told.heard('"eval_loss_after"'))
        if told.process.wait():
            raise SystemExit(told.said)
        yield float(said["eval_loss_after"])


if __name__ == "__main__":
    main()
