"""Every upgrade of the leanest plan, with its price in memory and the time it saves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from core.engine.model.frozen import FrozenLinear, FrozenModel, Layer
from core.engine.model.timing import DENSE, ProductTimes, Routing
from core.engine.model.weight_layouts import Layout, forward_bytes, forward_kinds, transposed_bytes, transposed_kinds
from core.engine.model.weights import LoadedModel
from core.engine.ops.frozen_product import takes_label_apart
from core.engine.train.plan.placement import DevicePlan
from core.protocol.config import TrainConfig

MIN_SAVING = 0.1  # the share of a product's time that a larger copy must save
MIN_COST = 16  # a copy in place of the file's tensor counts for at least 1/16 of its size


@dataclass(frozen=True)
class ForwardCopy:
    """A copy of a weight in a type with a faster product. linear: its number among the model's linears.

    before, after: the copy's type until now (None: no copy) and then.
    """

    linear: int
    before: int | None
    after: int


@dataclass(frozen=True)
class TransposedCopy:
    """A copy of a weight for backward; without one, its gradient is streamed. Fields as in ForwardCopy."""

    linear: int
    before: int | None
    after: int


@dataclass(frozen=True)
class SavedLayer:
    """One more layer saves its activations for backward, which would else recompute them."""


Upgrade = ForwardCopy | TransposedCopy | SavedLayer


class Offer(NamedTuple):
    """An upgrade and its price. worth: seconds saved per byte."""

    upgrade: Upgrade
    bytes: int
    worth: float


def offers(
    loaded: LoadedModel,
    config: TrainConfig,
    saved_layer_bytes: int,
    times: ProductTimes,
    device: DevicePlan | None = None,
) -> list[Offer]:
    """Return all offers. saved_layer_bytes: what saving one layer's activations takes. device: computes the rest."""
    model = loaded.model
    here = [i for i, linear in enumerate(model.linears) if device is None or not device.has(linear)]
    copies = (offer for i in here for offer in _copies(loaded, config, i, times))
    passed = model.layers[model.shape.lowest_trained(config) : device.first_layer if device else None]
    return [*copies, *(_saved_layer(model, layer, saved_layer_bytes, times) for layer in passed)]


def reads_file(model: FrozenModel, config: TrainConfig, linear: FrozenLinear, layout: Layout) -> bool:
    """Return whether anything reads the file's own tensor.

    It is unused once each computed direction has a copy, unless tokens are embedded, DoRA measures rows, or the loss's
    gradient takes the labels' rows.
    """
    back = model.needs_gradient(linear, model.shape.lowest_trained(config)) and layout.transposed is None
    back = back or (linear is model.head and takes_label_apart(layout.transposed))
    return layout.forward is None or back or config.dora or linear.weight is model.embedding


def _copies(loaded: LoadedModel, config: TrainConfig, index: int, times: ProductTimes) -> Iterator[Offer]:
    """Yield the offers of copies of one linear."""
    ggml, model = loaded.ggml, loaded.model
    linear = model.linears[index]
    kind, d_in, d_out, routing = linear.weight.kind, linear.d_in, linear.d_out, routing_of(model, linear)
    as_is = times.product(kind, d_in, d_out, routing)
    products = {other: times.product(other, d_in, d_out, routing) for other in forward_kinds(ggml, linear)}
    forward = list(_steps(partial(ForwardCopy, index), as_is, products, partial(forward_bytes, ggml, linear)))
    lowest = model.shape.lowest_trained(config)
    if not model.needs_gradient(linear, lowest):
        if forward and not reads_file(model, config, linear, Layout(forward=kind)):
            forward[0] = _in_place_of_the_file(forward[0], linear.bytes)
    elif config.backward != "streamed":
        kinds = transposed_kinds(ggml, linear, is_head=linear is model.head)
        products = {other: times.product(other, d_out, d_in, routing) for other in kinds}
        # At least one product's time and a bit more: streaming is slowest, even if a disturbed measurement denies it.
        streamed = max(times.streamed(kind, d_in, d_out, routing), (1 + 2 * MIN_SAVING) * max(products.values()))
        size_of = partial(transposed_bytes, ggml, linear)
        transposed = list(_steps(partial(TransposedCopy, index), streamed, products, size_of))
        if forward and not reads_file(model, config, linear, Layout(forward=kind, transposed=kind)):
            forward[0] = _in_place_of_the_file(forward[0], linear.bytes, after=transposed[0])
        yield from transposed
    yield from forward


def _in_place_of_the_file(forward: Offer, file: int, after: Offer | None = None) -> Offer:
    """Return a first forward copy, which costs only its excess over the file's tensor, because that is no longer read.

    Holds if no gradient passes, or beside a transposed copy (`after`), so it comes after that one. file: the tensor's
    bytes.
    """
    cost = max(forward.bytes - file, forward.bytes // MIN_COST)
    worth = forward.worth * forward.bytes / cost
    return forward._replace(worth=min(worth, after.worth * (1 - 1e-6)) if after else worth)


def _saved_layer(model: FrozenModel, layer: Layer, size: int, times: ProductTimes) -> Offer:
    again = (layer.linears[name] for name in layer.linears if name not in ("o", "down"))
    seconds = sum(
        times.product(linear.weight.kind, linear.d_in, linear.d_out, routing_of(model, linear)) for linear in again
    )
    return Offer(SavedLayer(), size, seconds / size)


def routing_of(model: FrozenModel, linear: FrozenLinear) -> Routing:
    """Return a linear's number of experts, and the number of them that a token uses."""
    return Routing(linear.n_experts, model.shape.n_expert_used) if linear.n_experts > 1 else DENSE


def _steps(
    copy: Callable[[int | None, int], Upgrade],
    seconds: float,
    options: Mapping[int, float],
    size_of: Callable[[int], int],
) -> Iterator[Offer]:
    """Yield the steps from no copy, which takes `seconds`, to the fastest type; each step is the one that saves most
    per byte.

    copy: makes the upgrade from one type to the next. options: seconds by type. size_of: bytes of a copy of a type.
    """
    before, held = None, 0
    while True:
        better = {
            kind: Offer(copy(before, kind), size - held, (seconds - faster) / (size - held))
            for kind, faster in options.items()
            if (size := size_of(kind)) > held and faster < seconds * (1 - MIN_SAVING)
        }
        if not better:
            return
        after = max(better, key=lambda kind: better[kind].worth)
        yield better[after]
        before, held, seconds = after, held + better[after].bytes, options[after]
