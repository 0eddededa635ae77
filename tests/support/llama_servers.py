"""llama.cpp's own server, where `make test-llama-server` has built it: started with a model, and asked over HTTP."""

from __future__ import annotations

import os
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest

WAIT = 120  # seconds: far more than needed


def real_llama_server() -> Path:
    """Return the program in the cache, the newest if there are several; skip the test if there is none."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    found = sorted((cache / "luthier" / "llama-server").glob("*/llama-server"), key=lambda path: path.stat().st_mtime)
    if not found:
        pytest.skip("`make test-llama-server` builds it")
    return found[-1]


@contextmanager
def running(model: Path, *options: str | Path) -> Iterator[httpx2.Client]:
    """Start the server with its own ways, on this machine alone."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [real_llama_server(), "-m", model, "--host", "127.0.0.1", "--port", str(port), "-c", "512", "-t", "1"]
    with (
        subprocess.Popen([*command, *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server,
        httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=WAIT) as client,
    ):
        try:
            deadline = time.monotonic() + WAIT
            while not _is_ready(client):
                assert server.poll() is None and time.monotonic() < deadline
            yield client
        finally:
            server.terminate()


def _is_ready(client: httpx2.Client) -> bool:
    try:
        return client.get("/health").status_code == 200
    except httpx2.TransportError:
        return False
