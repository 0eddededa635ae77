"""Runs asynchronous work while polling."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")
POLL_INTERVAL = 0.1  # seconds


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run asynchronous work in this thread.

    Unlike asyncio.run it does not wait for an abandoned name lookup: without a network that takes a minute.
    """
    loop = asyncio.new_event_loop()
    try:
        return loop.run_until_complete(work)
    finally:
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()


async def polled(work: Coroutine[Any, Any, T], poll: Callable[[], None]) -> T:
    """Await the work, calling `poll` ten times a second and once at its end; an exception from `poll` ends the work."""
    task = asyncio.create_task(work)
    try:
        while not task.done():
            await asyncio.wait({task}, timeout=POLL_INTERVAL)
            poll()
        return task.result()
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
