"""A training step of ours against Transformers + PEFT, in turn, on this machine: speed, memory, and where time goes.

    make bench                                     every row; about half an hour on two cores
    make bench ONLY=smollm2-135m                   rows of one shape
    make bench ARGS='--isa avx2'                   rows of one instruction set: both sides take nothing newer
    make bench ARGS=--profile                      where a step's time goes, of ours alone (step_table.py)
    make bench ARGS='--turns 3'                    the fastest of three turns: other machines may share the cores
    make bench ARGS=--short                        does it work? With llama.cpp as set-up builds it

Random weights in the shape of known models, every token supervised, rank 16 on all linears; rows of instruction sets
that this processor lacks, or has as its newest, are left out unless they are asked for. Prints a table and writes
build/bench.json. The peer's packages, and llama.cpp built for laptops, are installed below build/ when first needed.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from core.engine.kernels.interface import INT8
from core.engine.kernels.library import load_kernels
from tests.lab.bench import step_table
from tests.lab.bench.environments import BUILD, LAPTOPS, ROOT, Options, llama_folder, peer_python, run
from tests.lab.bench.make_model import SHAPES, random_model
from tests.lab.bench.our_step import HELD_TO

RANK = 16
MEMORY_SHARE = 0.34  # of what the peer takes in F32: ours has to plan inside that
# How the peer is held to an instruction set; MKL and ATen know none between AVX2 and AVX-512.
PEER_AVX2 = {"ATEN_CPU_CAPABILITY": "avx2", "MKL_ENABLE_INSTRUCTIONS": "AVX2", "ONEDNN_MAX_CPU_ISA": "AVX2"}
PEER_ISA = {
    "native": {},
    "avx512": {"ONEDNN_MAX_CPU_ISA": "AVX512_CORE_BF16"},
    "avxvnni": PEER_AVX2 | {"ONEDNN_MAX_CPU_ISA": "AVX2_VNNI"},
    "avx2": PEER_AVX2,
}


@dataclass(frozen=True)
class Row:
    """One line of the table. peer: the type of its weights, or none."""

    shape: str
    quant: str
    tokens: int = 512
    isa: str = "native"
    peer: str | None = "f32"


ROWS = [
    Row("smollm2-135m", "q8_0"),
    Row("smollm2-135m", "q8_0", peer="bf16"),
    Row("qwen2.5-0.5b", "q8_0"),
    Row("qwen2.5-0.5b", "q4_k_m"),
    Row("llama-3.2-1b", "q4_k_m"),
    Row("llama-3.2-1b", "q4_k_m", peer="bf16"),
    Row("smollm2-135m", "q8_0", 2048, peer=None),
    Row("qwen2.5-0.5b", "q8_0", 2048, peer=None),
    Row("qwen2.5-0.5b", "q4_k_m", 2048, peer=None),
    Row("llama-3.2-1b", "q4_k_m", 2048, peer=None),
    *(
        Row(shape, quant, isa=isa, peer=peer)
        for isa in ("avx512", "avxvnni", "avx2")
        for shape, quant in (("smollm2-135m", "q8_0"), ("qwen2.5-0.5b", "q8_0"), ("llama-3.2-1b", "q4_k_m"))
        for peer in ("f32", *(["bf16"] if isa == "avx512" else []))  # with AVX2 the peer emulates it, 25 times slower
    ),
]
SHORT = [Row("tiny", "q8_0", 64, isa) for isa in ("native", "avx2")]


def main() -> None:
    parser = Options(__doc__)
    parser.add_argument("--only", choices=SHAPES, default=os.environ.get("ONLY") or None, help="rows of this shape")
    parser.add_argument("--isa", choices=PEER_ISA)
    parser.add_argument("--profile", action="store_true", help="a table of a step by kinds of work")
    parser.add_argument("--turns", type=int, default=1, help="how often ours and the peer are measured, in turn")
    options = parser.parsed()
    here = instruction_sets(fastest=options.isa is not None or options.short)
    if options.profile:
        step_table.show(options.only, [isa for isa in PEER_ISA if isa in here], options.short)
        return
    rows = [row for row in (SHORT if options.short else ROWS) if row.isa in here]
    rows = [row for row in rows if options.only in (None, row.shape) and options.isa in (None, row.isa)]
    if options.short and not peer_python(is_short=True):
        rows = [replace(row, peer=None) for row in rows]
    if not rows:
        sys.exit(f"No row is left: this processor has {', '.join(sorted(here))}.")
    print(
        f"{'shape':14}{'quant':8}{'tokens':>7} {'isa':7}{'ours':>10}{'peer':>17}{'ratio':>8}{'memory':>10}{'ratio':>8}"
    )
    results = []
    for row in rows:
        results.append(measure(row, options.turns, options.short))
        print(line(results[-1]), flush=True)
        (BUILD / "bench.json").write_text(json.dumps(results, indent=2) + "\n")
    print(f"\n{BUILD / 'bench.json'}")


def instruction_sets(*, fastest: bool) -> set[str]:
    """Return native, and those of this processor behind its fastest. fastest: with that one, which native is, too."""
    names = [kernels.name(INT8) for choice in range(4) if INT8 in (kernels := load_kernels(choice))]
    names = names[0 if fastest else 1 :]
    return {"native"} | {isa for isa, (title, _) in HELD_TO.items() if any(title in name for name in names)}


def measure(row: Row, turns: int, is_short: bool) -> dict[str, Any]:
    """Return what goes into the file for one row: the fastest turn of ours, and of the peer."""
    model, steps, llama = random_model(row.shape, row.quant), 1 if is_short else 4, ""
    if row.isa in LAPTOPS:
        llama = str(llama_folder("short" if is_short else row.isa, "" if is_short else LAPTOPS[row.isa]))
    result: dict[str, Any] = {"shape": row.shape, "quant": row.quant, "tokens": row.tokens, "isa": row.isa}
    ours, theirs = [], []
    for turn in range(turns):
        f32 = peers(row.shape, row.tokens, row.isa, "f32", steps, turn)["peak_rss_bytes"] if row.peer else 0
        ours.append(our(model, row.tokens, row.isa, round(MEMORY_SHARE * f32 / 2**30, 2), steps, llama, turn))
        if row.peer:
            theirs.append(peers(row.shape, row.tokens, row.isa, row.peer, steps, turn))
    result |= fastest(ours)
    if theirs:
        peer = fastest(theirs)
        result |= {
            "peer": f"peft {row.peer}",
            "peer_tok_s": peer["tok_s"],
            "peer_peak_rss_bytes": peer["peak_rss_bytes"],
            "ratio_speed": round(result["tok_s"] / peer["tok_s"], 2),
            "ratio_memory": round(result["peak_rss_bytes"] / peer["peak_rss_bytes"], 2),
        }
    return result


def fastest(turns: list[dict[str, Any]]) -> dict[str, Any]:
    return max(turns, key=lambda turn: turn["tok_s"])


@cache
def our(model: Path, tokens: int, isa: str, budget: float, steps: int, llama: str, turn: int) -> dict[str, Any]:  # noqa: ARG001
    """Speed and memory from one process; phases from another, whose threads never sleep between two nodes.

    budget: GiB; 0: what the machine has free. llama: a folder with another llama.cpp, or "".
    """
    path = os.pathsep.join(filter(None, (llama, str(ROOT))))
    settings = ("--tokens", tokens, "--rank", RANK, "--budget", budget, "--isa", isa)
    command = [sys.executable, "-m", "tests.lab.bench.our_step", model, *settings]
    found = run([*command, "--steps", steps], {"PYTHONPATH": path})
    busy = run([*command, "--steps", min(steps, 2), "--phases"], {"PYTHONPATH": path, "GOMP_SPINCOUNT": "10000000000"})
    share = found["step_seconds"] / busy["step_seconds"]
    phases = {name: spent for name, spent in busy.items() if name.endswith("_seconds") and name not in found}
    return found | {name: round(spent * share, 3) for name, spent in phases.items()}


@cache
def peers(shape: str, tokens: int, isa: str, dtype: str, steps: int, turn: int) -> dict[str, Any]:  # noqa: ARG001
    """The peer without activation checkpointing, which is how it is fastest."""
    command = [peer_python(), "tests/lab/bench/peft_step.py", "--shape", shape, "--tokens", tokens, "--dtype", dtype]
    return run([*command, "--rank", RANK, "--steps", steps], PEER_ISA[isa])


def line(found: Mapping[str, Any]) -> str:
    start = f"{found['shape']:14}{found['quant']:8}{found['tokens']:7} {found['isa']:7}{found['tok_s']:10.1f}"
    memory = f"{found['peak_rss_bytes'] / 2**30:8.2f} G"
    if "peer" not in found:
        return f"{start}{'':25}{memory}"
    peer = f"{found['peer_tok_s']:7.1f} {found['peer']}"
    return f"{start}{peer:>17}{found['ratio_speed']:7.2f}x{memory}{found['ratio_memory']:7.2f}x"


if __name__ == "__main__":
    main()
