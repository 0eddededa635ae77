"""Bench: how fast this machine trains models of some sizes, and how much memory that takes."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

from core import protocol as p
from core.advice.machine_speed import keep_speed
from core.advice.monitor import memory_budget
from core.base import paths
from core.base.cores import compute_threads
from core.base.devices import AUTO, CPU
from core.base.errors import LuthierError, in_words
from core.base.settings import device_for
from core.base.systems.machine import processor
from core.engine.ggml.backend import Backend
from core.engine.ggml.devices import DeviceBackend
from core.engine.kernels.library import load
from core.engine.speed.sketch import parameters
from core.engine.speed.speed import ShapeSpeedometer
from core.jobs.context import JobContext, Outcome
from core.jobs.devices.choice import best_card
from core.jobs.devices.list import is_card, tell_of_test, trusted_device, trusted_devices
from core.protocol.config import TrainConfig

LONGEST_PASS = 5.0  # seconds, beyond which a row is measured with fewer tokens
FEWEST_TOKENS = 128


def bench(job: p.BenchJob, context: JobContext) -> Outcome[p.BenchResult]:
    """Measure this computer's speed. Raises LuthierError `files.busy` where another bench goes on, `bench.no-room`,
    `device.*`, `ggml.*`.
    """
    began, folder = time.monotonic(), paths.cache_dir() / "luthier-bench"  # deleted whole
    context.claim(folder)
    context.phase("bench", "Measuring this computer")
    device = _device(job.device, context)
    shutil.rmtree(folder, ignore_errors=True)  # of one that was ended from outside
    try:
        folder.mkdir(parents=True, exist_ok=True)
        bench = _Bench(job, context, folder, device)
        for done, shape in enumerate(job.shapes):
            context.emit(p.Progress(done=done, total=len(job.shapes), unit="sizes"))
            bench.measure(shape)
    except OSError as error:
        raise LuthierError(
            "bench.no-room",
            f"The layers to be measured could not be written to {folder}: {in_words(error)}.",
            "About 1 GB of disk is needed for a minute. Free some, and measure again.",
        ) from error
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    result = bench.result(time.monotonic() - began)
    keep_speed(device_for(job.device or AUTO), result)
    return "done", result


class _Bench:
    """Shape after shape."""

    def __init__(self, job: p.BenchJob, context: JobContext, folder: Path, device: DeviceBackend | None) -> None:
        self._context, self._folder, self._device = context, folder, device
        self._config = TrainConfig(context=job.tokens)
        self._ggml = load()
        self._backend = Backend(self._ggml, compute_threads())  # named: all of them are timed, on a busy machine, too
        self._budget = memory_budget(self._config)
        self._speeds: list[p.ShapeSpeed] = []
        self._busy = False

    def measure(self, shape: p.BenchShape) -> None:
        """Measure the speed of a shape; one that does not fit is only planned."""
        keep_going, file = self._context.control.raise_if_cancelled, self._folder / f"{len(self._speeds)}.gguf"
        meter = ShapeSpeedometer(self._ggml, self._backend, shape, self._config, file, keep_going)
        need, size = meter.plan.memory.total, parameters(shape)
        speed = p.ShapeSpeed(name=shape.name, dtype=shape.dtype, parameters=size, need=need, fits=need <= self._budget)
        if speed.fits:
            meter.tokens = self._tokens_for(meter.share, size)
            self._fill_in(speed, meter)
        self._speeds.append(speed)
        self._context.emit(p.SpeedMeasured(speed=speed))

    def result(self, seconds: float) -> p.BenchResult:
        return p.BenchResult(
            speeds=self._speeds,
            processor=processor(),
            threads=self._backend.threads,
            tokens=self._config.row_tokens,
            budget=self._budget,
            time=time.time(),
            seconds=seconds,
            busy=self._busy,
        )

    def _fill_in(self, speed: p.ShapeSpeed, meter: ShapeSpeedometer) -> None:
        seconds = meter.seconds_here()
        self._busy |= meter.busy
        if self._device is not None:
            speed.cpu_tok_s, there = meter.tokens / seconds, meter.seconds_there(self._device)
            speed.device_tok_s = meter.tokens / there if there else None
            if there and there < seconds:
                seconds, speed.device = there, self._device.device.name
        speed.tok_s, speed.products = meter.tokens / seconds, seconds / meter.seconds_of_products()

    def _tokens_for(self, share: float, size: int) -> int:
        """Return the tokens of a row by what the size before took: a row may not take too long. share: of its layers,
        that are computed.
        """
        tokens, before = self._config.row_tokens, self._speeds[-1] if self._speeds else None
        if before is None or before.tok_s is None:
            return tokens
        a_token = share * size / before.parameters / (before.cpu_tok_s or before.tok_s)
        while tokens > FEWEST_TOKENS and tokens * a_token > LONGEST_PASS:
            tokens //= 2
        return tokens


def _device(wanted: str, context: JobContext) -> DeviceBackend | None:
    """Return the device that a training with that setting would take, except that `auto` tries the best card."""
    name, keep_going, testing = device_for(wanted or AUTO), context.control.raise_if_cancelled, tell_of_test(context)
    if name == CPU:
        return None
    if name != AUTO:
        return trusted_device(name, keep_going, testing).open()
    best = best_card(trusted_devices(keep_going, testing, asked=is_card))
    return best.open() if best else None
