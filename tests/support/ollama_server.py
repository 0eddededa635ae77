"""An Ollama on this machine, as far as an export meets it: its API over HTTP. ollama_rules.py has what it does."""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from tests.support.ollama_rules import Model, OllamaRules, RefusedError

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,79}(:[A-Za-z0-9_.-]{1,80})?")


class FakeOllama(OllamaRules):
    """`with FakeOllama(folder, "0.34.4") as server:` listens on a port of this machine."""

    def __init__(self, folder: Path, version: str = "0.34.4") -> None:
        super().__init__(folder, version)
        self.asked: list[tuple[str, str]] = []  # method and path of each request
        self.bodies: list[dict[str, Any]] = []
        self.hanging = threading.Semaphore(0)  # one more for each request that got stuck
        handler = type("Handler", (_Handler,), {"server_of": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self.host = f"127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()

    def __enter__(self) -> FakeOllama:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def _ending(why: str) -> dict[str, Any]:
    return {"done": True, "done_reason": why} if why else {"done": False}


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_of: FakeOllama

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        self._handle()

    def do_HEAD(self) -> None:
        self._handle()

    def do_POST(self) -> None:
        self._handle()

    def do_DELETE(self) -> None:
        self._handle()

    def _handle(self) -> None:
        ollama = self.server_of
        ollama.asked.append((self.command, self.path))
        if ollama.faults.die == self.path:
            ollama.stop()
            self.close_connection = True
            return
        try:
            if self.path == "/api/version":
                version = ollama.version if ollama.faults.version is None else ollama.faults.version
                return self._json({"version": version})
            if self.path.startswith("/api/blobs/"):
                return self._blob(self.path.removeprefix("/api/blobs/"))
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            ollama.bodies.append(request)
            if ollama.faults.hang == self.path:
                return self._hang()
            if not _NAME.fullmatch(request["model"]):
                return self._json({"error": "invalid model name"}, 400)
            if self.path == "/api/create":
                return self._stream(ollama.create(request))
            model = ollama.models.get(request["model"])
            if model is None:
                return self._json({"error": f"model '{request['model']}' not found"}, 404)
            match self.path:
                case "/api/show":
                    self._json(ollama.shows(model))
                case "/api/delete":
                    del ollama.models[request["model"]]
                    self._json(None)
                case "/api/chat":
                    think = request.get("think")
                    self._write(request, model, ollama.prompt(model, request["messages"], think), chat=True)
                case "/api/generate":
                    messages = [{"role": "user", "content": request["prompt"]}]
                    prompt = request["prompt"] if request.get("raw") else ollama.prompt(model, messages)
                    self._write(request, model, prompt, chat=False)
                case _:
                    self._json({"error": "not found"}, 404)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def _hang(self) -> None:
        """Until the other side hangs up."""
        self.server_of.hanging.release()
        while self.rfile.read1(1 << 20):
            pass
        self.close_connection = True

    def _blob(self, digest: str) -> None:
        ollama = self.server_of
        file = ollama.blob(digest)
        if self.command == "HEAD":
            return self._json(None, 200 if file.exists() else 404)
        if ollama.faults.hang == "upload":
            return self._hang()
        size = int(self.headers["Content-Length"])
        for fault in (ollama.faults.upload, ollama.faults.full):
            if fault is not None:
                self.rfile.read(min(fault, size))
                if ollama.faults.dies:
                    ollama.stop()
                if fault == ollama.faults.full:
                    self._json({"error": f"write {file}: no space left on device"}, 500)
                self.close_connection = True
                return
        body = self.rfile.read(size)
        if len(body) < size:  # the other side has hung up
            self.close_connection = True
            return
        got = f"sha256:{hashlib.sha256(body).hexdigest()}"
        if got != digest:
            return self._json({"error": f'digest mismatch, expected "{digest}", got "{got}"'}, 400)
        file.write_bytes(body)
        self._json(None, 201)

    def _write(self, request: dict[str, Any], model: Model, prompt: str, *, chat: bool) -> None:
        ollama = self.server_of
        if request.get("_debug_render_only") and not ollama.faults.silent:
            return self._json({"model": request["model"], "_debug_info": {"rendered_template": prompt}})
        if error := ollama.faults.answer_error or (chat and ollama.faults.chat_error):
            return self._json({"error": error}, 500)

        def records() -> Iterator[dict[str, Any]]:
            said = iter([(ollama.faults.answer, "stop")]) if ollama.faults.answer else None
            pieces = said or ollama.answer(model, prompt, request.get("options") or {})
            if not chat:
                for text, why in pieces:
                    yield {"response": text} | _ending(why)
                return
            for message in ollama.told_apart(model, prompt, pieces):
                why = message.pop("why")
                yield {"message": {"role": "assistant", **message}} | _ending(why)

        self._stream(records())

    def _stream(self, records: Iterator[dict[str, Any]]) -> None:
        """As streamResponse: an error before anything was written is a status, after that a line."""
        lines = 0
        while True:
            try:
                record = next(records, None)
            except RefusedError as error:
                status, said = error.args
                if not lines:
                    return self._json({"error": said}, status)
                record, records = {"error": said}, iter(())
            if record is None:
                break
            if not lines:
                self.send_response(200)
                self.send_header("Content-Type", "application/x-ndjson")
                self.send_header("Transfer-Encoding", "chunked")
                self.end_headers()
            lines += 1
            line = json.dumps(record).encode() + b"\n"
            self.wfile.write(b"%x\r\n%s\r\n" % (len(line), line))
        self.wfile.write(b"0\r\n\r\n")

    def _json(self, answer: Any, status: int = 200) -> None:
        body = b"" if answer is None else json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
