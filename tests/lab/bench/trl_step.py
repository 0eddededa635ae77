"""The peer: the processor time of a pair in a DPO step of TRL's, on the CPU.

Random weights in the shape of known models, as peft_step.py has them; prompts and answers of as many tokens each, of
any kind, as bench_pairs.py has them, which runs this. Needs tests/lab/bench/requirements.txt.

    python tests/lab/bench/trl_step.py --shape smollm2-135m --dtype f32

Prints one JSON line: seconds a pair in the fastest step, of the processor and of the clock, with the reference computed
in each step (TRL's default), and with it known from before.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path
from typing import Any

import torch
from datasets import Dataset
from peft_step import DTYPES, SHAPES, build_model
from transformers import AutoTokenizer
from trl import DPOConfig, DPOTrainer

TOKENIZER = Path(__file__).parents[2] / "fixtures" / "llama"  # of no matter: what is measured are tokens already


def main() -> None:
    options = parse_options()
    torch.manual_seed(0)
    torch.set_num_threads(options.threads)
    ways = {"the reference computed": False, "the reference known": True}
    result = {
        "peer": "trl", "shape": options.shape, "dtype": options.dtype, "pairs": options.pairs,
        "threads": options.threads, "seconds": {name: of_step(options, known=known) for name, known in ways.items()},
    }  # fmt: skip
    print(json.dumps(result))


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Time a DPO step of TRL's.")
    parser.add_argument("--shape", choices=SHAPES, default="smollm2-135m")
    parser.add_argument("--dtype", choices=DTYPES, default="f32", help="of the frozen weights; the adapter is F32")
    parser.add_argument("--pairs", type=int, default=4, help="in a step")
    parser.add_argument("--length", type=int, default=128, help="tokens of a prompt, and of an answer")
    parser.add_argument("--rank", type=int, default=16)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--steps", type=int, default=2)
    return parser.parse_args()


def of_step(options: argparse.Namespace, *, known: bool) -> dict[str, float]:
    """Seconds a pair, forward and backward. known: the reference's log-probabilities are."""
    model = build_model(options.shape, DTYPES[options.dtype], options.rank, False)
    rows = Dataset.from_list([{"prompt": "It", "chosen": " was", "rejected": " is"}] * 2)
    config = DPOConfig(
        output_dir=tempfile.mkdtemp(), report_to="none", use_cpu=True, bf16=False, gradient_checkpointing=False,
        max_length=None, disable_tqdm=True,
    )  # fmt: skip
    trainer: Any = DPOTrainer(
        model, args=config, train_dataset=rows, processing_class=AutoTokenizer.from_pretrained(TOKENIZER)
    )
    trainer.precompute_ref_logps = known
    sides, vocab = ("prompt_ids", "chosen_ids", "rejected_ids"), SHAPES[options.shape][-1]
    pairs = [
        {side: torch.randint(5, vocab, (options.length,)).tolist() for side in sides} for _ in range(options.pairs)
    ]
    inputs = trainer.data_collator(pairs)
    if known:
        inputs |= {f"ref_{side}_logps": torch.zeros(options.pairs) for side in ("chosen", "rejected")}
    trainer.model.train()
    clocks = {"processor": time.process_time, "clock": time.perf_counter}
    best = dict.fromkeys(clocks, float("inf"))
    for _ in range(options.steps):
        began = {name: clock() for name, clock in clocks.items()}
        trainer.model.zero_grad()
        trainer.compute_loss(trainer.model, dict(inputs)).backward()
        best = {name: min(best[name], clock() - began[name]) for name, clock in clocks.items()}
    return {name: seconds / options.pairs for name, seconds in best.items()}


if __name__ == "__main__":
    main()
