"""What a job is told of this machine, its folders and graphics cards, and how fast it trains."""

from __future__ import annotations

import msgspec

from core.base.devices import DeviceReport
from core.protocol.event import JobOf


class MoveFolderResult(msgspec.Struct, kw_only=True):
    """folder: where it is now. changed_runs: those that named a model or an adapter in it. left: the old folder, where
    not all of it could be deleted; else ""."""

    folder: str
    bytes: int
    changed_runs: int
    left: str = ""


class MoveFolderJob(JobOf[MoveFolderResult], tag="move-folder"):
    """Move the folder of models, runs or exports with all that is in it, and keep its new place in the settings.

    setting: models_dir, runs_dir or exports_dir. to: a folder; one that holds anything gets a new one in it.
    """

    setting: str
    to: str


class DevicesResult(msgspec.Struct, kw_only=True):
    """The devices of this machine, and whether they compute right.

    In the backends' order, without the processor; none where nothing but the processor can compute.
    """

    devices: list[DeviceReport]


class ListDevicesJob(JobOf[DevicesResult], tag="devices"):
    """List the graphics cards that could compute, with what is known of each.

    test: those without a verdict of this driver and version are tested, a second each. again: the others, too.
    """

    test: bool = True
    again: bool = False


class BenchShape(msgspec.Struct, frozen=True, kw_only=True):
    """Sizes of a model, as its config.json has them. name: as people call its size. dtype: of its weights."""

    name: str
    dtype: str
    hidden: int
    layers: int
    heads: int
    kv_heads: int
    feed_forward: int
    vocab: int
    tied: bool = True  # the head is the embedding


USUAL_SHAPES = (  # SmolLM2 135M, Llama 3.2 1B and 3B, Llama 3.1 8B
    BenchShape(
        name="135M", dtype="q8_0", hidden=576, layers=30, heads=9, kv_heads=3, feed_forward=1536, vocab=49152
    ),
    BenchShape(
        name="1B", dtype="q4_k_m", hidden=2048, layers=16, heads=32, kv_heads=8, feed_forward=8192, vocab=128256
    ),
    BenchShape(
        name="3B", dtype="q4_k_m", hidden=3072, layers=28, heads=24, kv_heads=8, feed_forward=8192, vocab=128256
    ),
    BenchShape(
        name="8B", dtype="q4_k_m", hidden=4096, layers=32, heads=32, kv_heads=8, feed_forward=14336, vocab=128256,
        tied=False,
    ),
)  # fmt: skip


class ShapeSpeed(msgspec.Struct, kw_only=True):
    """Training such a model with the usual settings, of this machine.

    tok_s: tokens a second; None: it was not measured, as it does not fit. need: bytes of memory, as planned, not
    measured. products: how many times as long a step took as its products alone, by the processor, would.
    """

    name: str
    dtype: str
    parameters: int
    tok_s: float | None = None
    need: int = 0
    fits: bool = False
    products: float = 0.0
    device: str = "cpu"  # that computes it
    cpu_tok_s: float | None = None  # the processor's, where a graphics card was measured, too
    device_tok_s: float | None = None


class BenchResult(msgspec.Struct, kw_only=True):
    """speeds: from the smallest. budget: bytes of memory that training could take then. threads: that computed.

    time: when, in seconds since 1970. busy: other programs took much of the processor meanwhile, and it is
    told how fast it would be without them. tokens: in a row.
    """

    speeds: list[ShapeSpeed]
    processor: str
    threads: int
    tokens: int
    budget: int
    time: float
    seconds: float
    busy: bool = False


class BenchJob(JobOf[BenchResult], tag="bench"):
    """Measure how fast this machine trains models of these shapes. Nothing is kept but the result.

    tokens: in a row. device: as a run's; "": as the settings say.
    """

    shapes: list[BenchShape] = msgspec.field(default_factory=lambda: list(USUAL_SHAPES))
    tokens: int = 512
    device: str = ""
