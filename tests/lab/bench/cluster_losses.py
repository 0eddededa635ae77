"""What rounding what travels does to learning: whole trainings of the bundled model by two machines.

    .venv/bin/python -m tests.lab.bench.cluster_losses             three seeds each
    .venv/bin/python -m tests.lab.bench.cluster_losses --steps 20 --seeds 1     under a minute (--short: 2 steps)

By how much seeds differ is what all other differences are to be compared with.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean, stdev

from core.advice.picks import CHAT
from core.protocol import SENT
from tests.lab.bench.environments import Options
from tests.lab.bench.make_model import bundled_model
from tests.support.cluster import IN_THE_CLUSTER, HomeCluster

SETTINGS = ("context=128", "grad_accumulation=8", "learning_rate=1e-3", "eval_every=0")


def main() -> None:
    parser = Options(__doc__, steps=2, seeds=1, sends=["int8"])
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--sends", nargs="*", choices=SENT, default=SENT)
    options = parser.parsed()
    steps, seeds, model = options.steps, options.seeds, bundled_model()
    with (
        tempfile.TemporaryDirectory() as folder,
        HomeCluster(Path(folder) / "homes", LUTHIER_THREADS="1") as cluster,
    ):
        cluster.joins("laptop", [model]).heard(IN_THE_CLUSTER)
        print(f"Evaluation loss after {steps} steps, seeds 0 to {seeds - 1}", flush=True)
        for sends in ("", *options.sends):
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
