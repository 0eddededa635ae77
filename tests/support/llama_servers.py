"""llama-servers for tests: the real one, where `make test-llama-server` has built it, and a small one of our own.

The small one speaks as much of its interface as is used, and answers by llama.cpp. As a program it takes the options
that Luthier gives: `python -m tests.support.llama_servers -m MODEL --lora ADAPTER --host … --port …`.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from core.data.tokenizer import Tokenizer
from core.engine.llama_cpp.model import open_in_llama_cpp
from core.export.check.greedy import greedy
from core.gguf.header import read_header
from tests.support.places import ROOT


def real_llama_server() -> Path | None:
    """The program in the cache, the newest if there are several."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    found = sorted((cache / "luthier" / "llama-server").glob("*/llama-server"), key=lambda path: path.stat().st_mtime)
    return found[-1] if found else None


def small_llama_server(folder: Path, *more: str) -> Path:
    """A program in `folder` that is the small server. more: options of it."""
    program = folder / "llama-server"
    command = f'exec "{sys.executable}" -m tests.support.llama_servers {" ".join(more)} "$@"'
    program.write_text(f'#!/bin/sh\ncd "{ROOT}"\n{command}\n')
    program.chmod(0o755)
    return program


class SmallServer:
    """`with SmallServer(model, adapters) as server:` listens at `server.address`."""

    def __init__(self, model: Path, adapters: Sequence[Path], port: int = 0) -> None:
        self.model, self.header = model, read_header(model)
        self.adapters = [{"id": i, "path": str(path), "scale": 1.0} for i, path in enumerate(adapters)]
        self.paths: list[str] = []  # of all requests
        self.bad_template = False
        self.deaf = False  # to the strengths that it is told
        self.leaves_after: int | None = None  # answers, after which connections end
        self._lock = threading.Lock()  # llama.cpp's log has one listener
        handler = type("Handler", (_Handler,), {"server_": self})
        self._http = ThreadingHTTPServer(("127.0.0.1", port), handler)
        self._http.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._http.server_address[1]}"

    def __enter__(self) -> SmallServer:
        threading.Thread(target=self.serve, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._http.server_close()

    def serve(self) -> None:
        self._http.serve_forever(poll_interval=0.01)

    def answer(self, method: str, path: str, body: Any) -> Any:
        """What it says; None for an address that it does not know."""
        match method, path:
            case "GET", "/health":
                return {"status": "ok"}
            case "GET", "/props":
                return {"model_path": str(self.model), "build_info": "small"}
            case "GET", "/v1/models":
                tensors = self.header.tensors.values()
                n_vocab = self.header.arrays["tokenizer.ggml.tokens"].length
                meta = {"n_vocab": n_vocab, "n_params": sum(tensor.elements for tensor in tensors)}
                return {"data": [{"id": "m", "meta": meta}]}
            case "GET", "/lora-adapters":
                return self.adapters
            case "POST", "/lora-adapters":
                scales = {one["id"]: one["scale"] for one in body}
                for adapter in self.adapters:
                    adapter["scale"] = adapter["scale"] if self.deaf else scales.get(adapter["id"], 0.0)
                return {"success": True}
            case "POST", "/apply-template":
                return {"prompt": self._rendered(body["messages"])}
            case "POST", "/completion":
                return self._completion(body["prompt"], body["n_predict"])
        return None

    def _rendered(self, messages: list[dict[str, str]]) -> str:
        """In ChatML, as the bundled model's template has it."""
        texts = [f"<|im_start|>{one['role']}\n{one['content']}<|im_end|>\n" for one in messages]
        return "".join(texts) + ("" if self.bad_template else "<|im_start|>assistant\n")

    def _completion(self, prompt: list[int], limit: int) -> dict[str, Any]:
        used = [Path(one["path"]) for one in self.adapters if one["scale"] == 1.0]
        tokens, ended = [], False
        with (
            self._lock,
            open_in_llama_cpp(self.model) as opened,
            opened.context(len(prompt) + limit, used[0] if used else None) as context,
        ):
            for token, _ in greedy(context, prompt, limit):
                tokens.append(token)
                if ended := opened.vocabulary.ends_generation(token):
                    break
        with Tokenizer(self.model) as tokenizer:
            pieces = [b"" if ended and i == len(tokens) - 1 else tokenizer.piece(t) for i, t in enumerate(tokens)]
        return {
            "content": b"".join(pieces).decode("utf-8", "replace"),
            "stop_type": "eos" if ended else "limit",
        }


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_: SmallServer

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        self._answer("GET", None)

    def do_POST(self) -> None:
        self._answer("POST", json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

    def _answer(self, method: str, body: Any) -> None:
        server = self.server_
        server.paths.append(self.path)
        if server.leaves_after is not None and server.paths.count("/completion") > server.leaves_after:
            self.close_connection = True
            return
        said = server.answer(method, self.path, body)
        content = json.dumps({"error": {"message": "Not Found"}} if said is None else said).encode()
        self.send_response(404 if said is None else 200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("-m", type=Path, required=True)
    parser.add_argument("--lora", type=Path, action="append", default=[])
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--fail", action="store_true", help="Say something and end.")
    options, _ = parser.parse_known_args()
    if options.fail:
        sys.exit("error: unknown model architecture: 'story'")
    SmallServer(options.m, options.lora, options.port).serve()


if __name__ == "__main__":
    main()
