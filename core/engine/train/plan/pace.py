"""How long training a token takes, guessed from how long the products with the frozen weights take on this machine."""

from __future__ import annotations

from core.engine.ggml import abi
from core.engine.lora.adapter import trainable_numbers
from core.engine.model.frozen import FrozenLinear, FrozenModel
from core.engine.model.timing import ProductTimes
from core.engine.model.weights import LoadedModel
from core.engine.train.plan.draft import Plan
from core.engine.train.plan.upgrades import routing_of
from core.protocol.config import TrainConfig

# What is not counted below (norms, activations, the optimizer, waiting for memory, other programs) adds to it.
FASTEST, SLOWEST = 1.1, 3.0
PASSES = 3  # over what is not frozen: forward, and backward to the inputs and to the factors
RECOMPUTED_NOT = ("o", "down")  # linears whose outputs backward does not need


def _others(model: FrozenModel, config: TrainConfig) -> float:
    """Multiplications per token with numbers in F32. Of a row's earlier tokens attention sees half, on average."""
    lora = PASSES * trainable_numbers(model, config)
    lowest = model.shape.lowest_trained(config)
    attending = ((PASSES if i >= lowest else 1) * layer.q_width for i, layer in enumerate(model.shape.layers))
    return lora + sum(attending) * config.context


def product_seconds(loaded: LoadedModel, config: TrainConfig, plan: Plan, trained_share: float) -> float:
    """Estimate the seconds on the clock, per token, of all products, forward and backward: with frozen weights, and in
    F32 those of LoRA and attention.

    trained_share: of the tokens, that have a loss; only these are multiplied with the head.
    """
    model, tokens = loaded.model, config.row_tokens
    lowest = model.shape.lowest_trained(config)
    layouts = dict(zip((id(linear) for linear in model.linears), plan.layouts, strict=True))
    with ProductTimes(loaded.backend, tokens) as times:

        def forward(linear: FrozenLinear) -> float:
            kind = layouts[id(linear)].forward
            routing = routing_of(model, linear)
            return times.product(linear.weight.kind if kind is None else kind, linear.d_in, linear.d_out, routing)

        def backward(linear: FrozenLinear) -> float:
            kind, routing = layouts[id(linear)].transposed, routing_of(model, linear)
            if kind is None:
                return times.streamed(linear.weight.kind, linear.d_in, linear.d_out, routing)
            return times.product(kind, linear.d_out, linear.d_in, routing)

        total = 0.0
        for number, layer in enumerate(model.layers):
            is_kept = number >= len(model.layers) - plan.memory.kept_layers
            for name, linear in layer.linears.items():
                again = 0 if is_kept or number < lowest or name in RECOMPUTED_NOT else 1
                total += (1 + again) * forward(linear)
                total += backward(linear) if model.needs_gradient(linear, lowest) else 0.0
        total += trained_share * (forward(model.head) + backward(model.head))
        wide = model.shape.d_model
        total += times.product(abi.F32, wide, wide) * _others(model, config) / wide**2
    return total / tokens / loaded.backend.threads
