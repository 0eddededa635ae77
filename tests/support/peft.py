"""What PyTorch, Transformers and PEFT compute with tiny models, and the engine's own steps to compare with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.convert.convert import convert
from core.data.example import Example
from core.data.tokens.pack import pack_rows
from core.engine.ggml.backend import Scratch, Storage
from core.engine.ggml.tensor import read
from core.engine.lora.adapter_file import Factors
from core.engine.model.layers import output_logits
from core.engine.ops.autograd import Tape
from core.engine.train.engine import Engine
from core.engine.train.optimizer import AdamW
from core.engine.train.rows import PackedRow
from core.engine.train.step import train_step
from core.families.graph import EXPERT_STACKS, LINEAR_TENSORS
from core.families.table import ARCHITECTURES
from core.gguf.header import read_header
from core.protocol.config import TrainConfig
from tests.support.checkpoints import quiet
from tests.support.places import FIXTURES


def _targets(truth: Mapping[str, np.ndarray], architecture: str) -> str:
    """The linears that the truth adapts: all, unless stacks of experts have to be named."""
    adapted = {key.split(".", 2)[2].partition(".weight")[0] for key in truth if key.startswith("adapter/")}
    if not any("_exps" in tensor for tensor in adapted):
        return "all-linear"
    of_dense_layers = ((name, LINEAR_TENSORS[name]) for name in EXPERT_STACKS)
    tensors = [*ARCHITECTURES[architecture].linears.items(), *of_dense_layers]
    return ",".join(dict.fromkeys(name for name, tensor in tensors if tensor in adapted))


@dataclass(frozen=True)
class Reference:
    """A tiny model as GGUF, and what PEFT computes with it."""

    model: Path
    truth: Mapping[str, np.ndarray]

    @property
    def config(self) -> TrainConfig:
        truth = self.truth
        return TrainConfig(
            targets=_targets(truth, read_header(self.model).architecture),
            layers=str(truth.get("layers", "all")),
            rank=int(truth["rank"]),
            alpha=float(truth["alpha"]),
            learning_rate=float(truth["lr"]),
            betas=tuple(truth["betas"].tolist()),
            weight_decay=float(truth["weight_decay"]),
            max_grad_norm=float(truth["max_grad_norm"]),
        )

    @property
    def rows(self) -> list[PackedRow]:
        """The segments that PEFT ran one by one, packed by us."""
        truth = self.truth
        return [
            packed(
                [Example(ids[segments == i], labels[segments == i] >= 0) for i in range(segments.max() + 1)], ids.size
            )
            for ids, labels, segments in zip(truth["ids"], truth["labels"], truth["segments"], strict=True)
        ]

    @property
    def sequence(self) -> PackedRow:
        """One plain sequence, nothing supervised."""
        ids = self.truth["sequence_ids"]
        return packed([Example(ids, np.zeros(ids.size, bool))], ids.size)

    def factors(self, prefix: str) -> dict[str, Factors]:
        """(A, B) of every adapted tensor: its values under `adapter` or `adapter_after`, its gradients under `grad`."""
        firsts = [key for key in self.truth if key.startswith(f"{prefix}/") and key.endswith(".lora_a")]
        return {
            key.removeprefix(f"{prefix}/").removesuffix(".lora_a"): (self.truth[key], self.truth[f"{key[:-1]}b"])
            for key in firsts
        }


def of_fixture(name: str, folder: Path) -> Reference:
    """Of the tiny model of that name, converted into a folder in F32."""
    convert(FIXTURES / name, folder / "model.gguf", "f32", quiet)
    with np.load(FIXTURES / name / "truth.npz") as truth:
        return Reference(folder / "model.gguf", dict(truth))


def packed(sequences: list[Example], row_tokens: int) -> PackedRow:
    (row,) = pack_rows(sequences, row_tokens)
    return row


def train(reference: Reference, engine: Engine, rates: list[float]) -> tuple[list[float], list[float]]:
    """One optimizer step per rate, the rows in turn; losses, and gradient norms before clipping."""
    assert engine.adapter is not None
    optimizer = AdamW(engine.loaded.backend, engine.scratch, engine.adapter, reference.config)
    rows = reference.rows
    results = [train_step(engine, optimizer, [rows[i % len(rows)]], rate) for i, rate in enumerate(rates)]
    assert all(result.updated for result in results)
    return [result.loss for result in results], [result.grad_norm for result in results]


def logits(engine: Engine, reference: Reference) -> np.ndarray:
    """The output projection of the tokens that the truth has it of, [n_tokens, n_vocab]."""
    backend, model, row = engine.last.backend, engine.last.model, reference.sequence
    engine.load(row)
    engine.forward()
    stream = engine.output
    storage, tape = Storage(backend), Tape(backend)
    result = storage.new(model.shape.n_vocab, row.tokens.size)
    x = tape.emit("view_3d", stream, stream.shape[0], row.tokens.size, 1, stream.strides[1], stream.strides[2], 0)
    tape.store(output_logits(tape, model, x), result)
    storage.allocate()
    scratch = Scratch(backend)
    scratch.add(tape)
    backend.compute(tape)
    every = read(backend.ggml, result).reshape(row.tokens.size, -1)
    return every[reference.truth.get("logit_positions", slice(None))]


def relative_error(got: np.ndarray, wanted: np.ndarray) -> float:
    return float(np.linalg.norm(got - wanted) / np.linalg.norm(wanted))
