"""What share of a training's memory AdamW's state takes, and what 8-bit state would save.

    python -m tests.lab.bench.optimizer_share [--short]

Plans a rank-16 adapter on every linear at 512 tokens for three model shapes. The files are hollow: planning reads no
weight.
"""

from __future__ import annotations

from core.engine.ggml import abi
from core.engine.ggml.lib import Ggml
from core.engine.kernels.library import load
from core.engine.lora.adapter import trainable_numbers
from core.engine.model.frozen import FrozenModel
from core.engine.model.weight_layouts import Layout, copies_bytes
from core.engine.model.weights import load_model
from core.engine.train.plan.placement import model_sizes, streaming_bytes
from core.memory.estimate import Held, memory_plan
from core.protocol.config import TrainConfig
from tests.lab.bench.environments import Options
from tests.lab.bench.make_model import random_model

MODELS = (("smollm2-135m", "q8_0"), ("llama-3.2-1b", "q4_k_m"), ("llama-3.1-8b", "q4_k_m"))
TOKENS = 512
EIGHT_BIT = 2 * (1 + 4 / 256)  # bytes a value: two moments, each with an F32 scale a block of 256


def main() -> None:
    models, ggml = [("tiny", "q4_k_m")] if Options(__doc__).parsed().short else MODELS, load()
    print("model          values   AdamW state   of leanest plan   of roomy plan   8-bit would save")
    for name, quant in models:
        file = random_model(name, quant, hollow=True)
        model = load_model(ggml, file)
        config = TrainConfig(rank=16)
        values = trainable_numbers(model, config)
        state = 2 * 4 * values
        least, roomy = plans(ggml, model, config)
        saved = state - EIGHT_BIT * values
        print(
            f"{name:13} {values / 1e6:5.1f} M {state / 2**20:10.0f} MB {state / least:17.1%} {state / roomy:15.1%}"
            f" {saved / 2**20:15.0f} MB"
        )
        file.unlink()


def plans(ggml: Ggml, model: FrozenModel, config: TrainConfig) -> tuple[int, int]:
    """Bytes of the leanest plan, and of one with Q8_0 transposed copies in which all layers keep their results."""
    sizes, layout = model_sizes(model, config, TOKENS), Layout(transposed=abi.Q8_0)
    copies = sum(copies_bytes(ggml, w, layout)[1] for w in model.linears if model.needs_gradient(w))
    streaming = streaming_bytes(model, filter(model.needs_gradient, model.linears))
    lean = Held(model.file.size, 0, 0, "streamed", saved_layers=0, streaming=streaming)
    roomy = Held(model.file.size, 0, copies, "cached", saved_layers=len(model.layers), streaming=0)
    least, most = (memory_plan(sizes, TOKENS, held).total for held in (lean, roomy))
    return least, most


if __name__ == "__main__":
    main()
