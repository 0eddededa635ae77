"""What the plan says of a device's memory, against what is allocated there; no device is needed, nothing is computed.

python -m tests.lab.bench.device_memory [--short]
"""

from __future__ import annotations

import msgspec

from core.base.callbacks import ReportProgress
from core.engine.ggml.backend import Backend
from core.engine.ggml.lib import load as load_plain
from core.engine.kernels.library import load
from core.engine.lora.adapter import LoraAdapter
from core.engine.model.layers import saved_bytes
from core.engine.model.on_device import ModelOnDevice
from core.engine.model.weights import LoadedModel, load_model
from core.engine.train.engine import Engine
from core.engine.train.plan.placement import OVERHEAD_BYTES, DevicePlan, plan_device
from core.protocol.config import TrainConfig
from tests.lab.bench.environments import Options
from tests.lab.bench.make_model import random_model

MODELS = (("smollm2-135m", "q8_0"), ("llama-3.2-1b", "q4_k_m"))
LENGTHS = (512, 2048)  # tokens
MB = 1e6


class Device(Backend):
    """Computes as a device would, in this computer's memory."""

    name, halves_products = "device", True


class Empty(ModelOnDevice):
    """With memory for its weights, and nothing in it."""

    def _fill(self, progress: ReportProgress) -> None:
        pass


def main() -> None:
    is_short = Options(__doc__).parsed().short
    print("model         tokens  layers saved  planned MB  allocated MB")
    for shape, quant in [("tiny", "q8_0")] if is_short else MODELS:
        ggml = load()
        loaded = LoadedModel(ggml, Backend(ggml, 1), load_model(ggml, random_model(shape, quant, hollow=True)))
        for tokens in LENGTHS[:1] if is_short else LENGTHS:
            config, device = TrainConfig(context=tokens), Device(load_plain(), 1)
            roomy = plan_device(device, loaded.model, config, tokens, 1 << 50)
            assert roomy is not None
            kept = roomy.saved_layers * layer_bytes(loaded, tokens)
            for plan in (roomy, msgspec.structs.replace(roomy, saved_layers=0, bytes=roomy.bytes - kept)):
                planned, taken = plan.bytes - OVERHEAD_BYTES, allocated(loaded, device, plan, config)
                print(f"{shape:14}{tokens:6}{plan.saved_layers:14}{planned / MB:12,.0f}{taken / MB:14,.0f}")


def layer_bytes(loaded: LoadedModel, tokens: int) -> int:
    """Of a layer's saved activations."""
    shape = loaded.model.shape
    return tokens * saved_bytes(shape, shape.layers[-1])


def allocated(loaded: LoadedModel, device: Device, plan: DevicePlan, config: TrainConfig) -> int:
    """Bytes of weights, activations, compute buffer, inputs and mirror."""
    there = Empty(device, loaded.model, plan.first_layer, plan.transposed)
    adapter = LoraAdapter(loaded.backend, loaded.model, config)
    engine = Engine(loaded, adapter, config.context, config=config, there=there, saved_there=plan.saved_layers)
    graphs = engine._graphs(config.context)[-1]
    engine._loss_graphs(with_gradient=True)
    parts = (there, engine.last.activations, engine.last.scratch, graphs, adapter._mirrors[0])
    return sum(part.bytes for part in parts)


if __name__ == "__main__":
    main()
