"""What the engine and llama.cpp compute of a converted checkpoint."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.adapters.layout import places
from core.adapters.peft_write import write_peft_folder
from core.data.example import Example
from core.data.tokenizer import Tokenizer
from core.data.tokens.pack import pack_rows
from core.engine.lora.adapter import LoraAdapter
from core.engine.lora.adapter_file import Adapter, Factors, write_adapter
from core.engine.model.weights import LoadedModel, load_for_engine
from core.engine.train.engine import Engine
from core.gguf.header import Header
from core.protocol.config import TrainConfig
from tests.support.adapter_gradients import factor_gradients
from tests.support.checkpoints import quiet
from tests.support.logits import our_logits, their_logits

CONFIG = TrainConfig(rank=8, alpha=16.0)  # all-linear: what a training adapts unless it is told otherwise
STEP_SEQUENCES = 2  # that are packed into the step's row


@dataclass(frozen=True)
class Texts:
    """tokens: of the whole texts. sequences: their beginnings, which are computed; the step's come first."""

    tokens: list[list[int]]
    sequences: list[list[int]]
    adds_bos: bool

    @property
    def examples(self) -> list[Example]:
        """The last two thirds of each of the step's sequences are learnt."""
        chosen = [np.array(ids, np.int32) for ids in self.sequences[:STEP_SEQUENCES]]
        return [Example(ids, np.arange(ids.size) >= max(1, ids.size // 3)) for ids in chosen]

    @property
    def targets(self) -> list[list[int]]:
        """What each position of the step has to predict, -100 for nothing."""
        return [
            [int(ids) if learnt else -100 for ids, learnt in zip(one.tokens[1:], one.supervised[1:], strict=True)]
            + [-100]
            for one in self.examples
        ]


def read_texts(model: Path, texts: tuple[str, ...], n_tokens: int) -> Texts:
    with Tokenizer(model) as tokenizer:
        tokens = [tokenizer.encode(text) for text in texts]
        start = [tokenizer.bos] if tokenizer.add_bos and tokenizer.bos is not None else []
    return Texts(tokens, [[*start, *ids][:n_tokens] for ids in tokens], bool(start))


class Ours:
    """A model that is loaded, and an adapter with random values that is felt in every linear, but for those that PEFT
    has no equal of (`left_out`), where it is zero.
    """

    def __init__(self, model: Header, texts: Texts) -> None:
        self.loaded: LoadedModel = load_for_engine(model)
        self.texts, self.model = texts, model
        self.adapter = LoraAdapter(self.loaded.backend, self.loaded.model, CONFIG)
        self._places = known = places(model)
        everywhere = self.adapter.factors()
        self.left_out = [name for name in everywhere if name not in known or not known[name].in_peft]
        rng = np.random.default_rng(17)
        drawn = {
            name: (
                (rng.normal(size=a.shape) / np.sqrt(a.shape[-1])).astype(np.float32),
                (0.02 * rng.normal(size=b.shape)).astype(np.float32),
            )
            for name, (a, b) in sorted(everywhere.items())
        }
        self._factors = {name: factors for name, factors in drawn.items() if name not in self.left_out}
        self.adapter.load_factors({name: (a, np.zeros_like(b)) for name, (a, b) in drawn.items()} | self._factors)

    def write_adapter(self, folder: Path, file: Path) -> None:
        """For PEFT, and for llama.cpp."""
        adapter = Adapter(self.model.architecture, CONFIG.alpha, self._factors)
        write_peft_folder(folder, adapter, self.model, base=None)
        write_adapter(file, self.model.architecture, self._factors, CONFIG.alpha)

    def logits(self, adapted: bool) -> list[np.ndarray]:
        adapter = self.adapter if adapted else None
        return [our_logits(self.loaded, adapter, np.array(ids)) for ids in self.texts.sequences]

    def step(self) -> tuple[float, dict[str, Factors]]:
        """Loss and gradients of one packed row, without those of linears that PEFT has in one with another."""
        examples = self.texts.examples
        (row,) = pack_rows(examples, sum(one.tokens.size for one in examples))
        engine = Engine(self.loaded, self.adapter, row.tokens.size)
        loss = engine.evaluate([row], quiet).loss
        engine.load(row)
        engine.forward()
        engine.loss(weight=1 / row.n_supervised)
        engine.backward()
        gradients = factor_gradients(self.loaded.ggml, self.adapter)
        return loss, {name: gradients[name] for name in self._factors if not self._places[name].joined}


def llama_cpp_logits(model: Path, adapter: Path | None, texts: Texts) -> list[np.ndarray]:
    return [their_logits(model, adapter, np.array(ids)) for ids in texts.sequences]
