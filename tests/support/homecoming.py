"""What comes home from a bigger machine, without one: this machine's own training in its role."""

from __future__ import annotations

import json
from pathlib import Path

from core import protocol as p
from core.export.elsewhere.data_files import TRAINED_ON
from core.export.elsewhere.homecoming import sha256
from core.runs import run as runs
from tests.support.export_runs import exported


def came_back(trained: runs.Run, out: Path) -> Path:
    """The adapter's folder as the scripts leave it: PEFT's files, and a report with the folder's manifest."""
    exported(trained, out / "folder", "elsewhere")
    exported(trained, out / "adapter", "peft")
    events = list(trained.events())
    report = {
        "manifest": json.loads((out / "folder" / "manifest.json").read_text()),
        "trained_on": {name: sha256(out / "folder" / "data" / name) for name in TRAINED_ON},
        "script": "train_peft.py",
        "base": "ann/story",
        "seconds": 2.0,
        "steps": [
            {"step": e.step, "loss": e.loss, "learning_rate": e.learning_rate, "grad_norm": e.grad_norm}
            for e in events
            if isinstance(e, p.Step)
        ],
        "evaluations": [
            {"step": e.step, "loss": e.loss, "tokens": e.tokens} for e in events if isinstance(e, p.Evaluation)
        ],
    }
    (out / "adapter" / "luthier.json").write_text(json.dumps(report))
    return out / "adapter"
