"""A small hub on this machine: its interface, its redirects to a second host for large files, and its bad days.

Every request is written down. What downloads are to suffer is queued in `faults`, one for each answer of the second
host; `api_faults` is the same for the interface.
"""

from __future__ import annotations

import hashlib
import json
import re
import select
import threading
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from tests.support.hub_uploads import ACCOUNTS, UploadHandler, Uploads

GOOD_TOKEN = "hf_good"  # of an account that was let in everywhere
OTHER_TOKEN = "hf_other"  # of one that was not
_RESOLVE = re.compile(r"/(?P<repo>[^/]+/[^/]+)/resolve/(?P<commit>[^/]+)/(?P<file>.+)")
_INFO = re.compile(r"/api/models/(?P<repo>[^/]+/[^/]+?)(?:/revision/(?P<revision>.+))?")


@dataclass
class Repo:
    """A repository. Files of more than `large` bytes are kept on the second host, as those in Git LFS are."""

    files: dict[str, bytes]
    gated: bool = False
    private: bool = False
    about: dict[str, Any] = field(default_factory=dict)  # more fields of its description
    large: int = 100
    wrong_digests: bool = False
    claims: dict[str, int] = field(default_factory=dict)  # sizes that are listed instead of the true ones

    @property
    def commit(self) -> str:
        """Changes with the content."""
        names = sorted((name, hashlib.sha1(content).hexdigest()) for name, content in self.files.items())
        return hashlib.sha1(repr(names).encode()).hexdigest()

    def oid(self, name: str, in_lfs: bool) -> str:
        """What the hub calls a file that it has: as `huggingface_hub` compares it."""
        content = self.files[name]
        return (hashlib.sha256(content) if in_lfs else hashlib.sha1(b"blob %d\0" % len(content) + content)).hexdigest()

    def digest(self, name: str) -> str:
        content = self.files[name]
        if self.wrong_digests:
            content += b"!"
        if len(self.files[name]) > self.large:
            return hashlib.sha256(content).hexdigest()
        return hashlib.sha1(b"blob %d\0" % len(self.files[name]) + content).hexdigest()


@dataclass
class Fault:
    """What happens to one answer with a file's bytes."""

    cut: int | None = None  # the connection ends after so many bytes
    stall: int | None = None  # nothing more comes after so many bytes
    drip: bool = False  # a byte now and then
    status: int = 0  # instead of the file
    headers: dict[str, str] = field(default_factory=dict)  # with that status
    ignore_range: bool = False
    body: bytes | None = None  # other bytes than the file's
    chunked: bool = False  # without a Content-Length


@dataclass
class Request:
    host: str  # hub, cdn or proxy
    path: str
    headers: dict[str, str]


class FakeHub:
    """`with FakeHub() as hub:` listens on two ports of this machine."""

    def __init__(self) -> None:
        self.repos: dict[str, Repo] = {}
        self.faults: deque[Fault] = deque()
        self.api_faults: deque[Fault] = deque()
        self.requests: list[Request] = []
        self.uploads = Uploads()
        self.stalled = threading.Semaphore(0)  # one more for each answer that came to a standstill
        self.ended = threading.Event()
        self._servers = [_serve(self, name) for name in ("hub", "cdn")]
        self.endpoint, self.cdn = (f"http://127.0.0.1:{server.server_address[1]}" for server in self._servers)

    def __enter__(self) -> FakeHub:
        return self

    def __exit__(self, *_: object) -> None:
        self.ended.set()
        for server in self._servers:
            server.shutdown()
            server.server_close()

    def add(self, name: str, *, private: bool) -> None:
        """A new repository, as the hub makes it."""
        self.repos[name] = Repo({}, private=private, about={"private": private})

    def asked(self, host: str, part: str = "") -> list[Request]:
        """Requests to a host whose path has that part."""
        return [request for request in self.requests if request.host == host and part in request.path]


def _serve(hub: FakeHub, name: str) -> ThreadingHTTPServer:
    handler = type("Handler", (_Handler,), {"hub": hub, "host": name})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    return server


class _Handler(UploadHandler, BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    hub: FakeHub
    host: str

    def handle(self) -> None:
        """A client that was killed says no goodbye."""
        with suppress(ConnectionResetError):
            super().handle()

    def log_message(self, *_: object) -> None:
        pass

    def note(self) -> None:
        """Write the request down. One that came as to a proxy is answered as if it had come straight."""
        through_proxy = self.path.startswith("http://")
        host = "proxy" if through_proxy else self.host
        self.hub.requests.append(Request(host, self.path, {k.lower(): v for k, v in self.headers.items()}))
        if through_proxy:
            self.path = urlsplit(self.path)._replace(scheme="", netloc="").geturl()

    def do_GET(self) -> None:
        self.note()
        address = urlsplit(self.path)
        try:
            if "of" in (query := parse_qs(address.query)):
                fault = self.hub.faults.popleft() if self.hub.faults else Fault()
                return self._content(address.path.removeprefix("/"), self._named(query["of"][0]), fault)
            if address.path.startswith("/api/") and self.hub.api_faults:
                return self._fault(self.hub.api_faults.popleft())
            if address.path == "/api/whoami-v2":
                return self.whoami()
            if address.path == "/api/models":
                return self._json(self._found(query))
            if match := _INFO.fullmatch(address.path):
                return self._describe(unquote(match["repo"]), match["revision"])
            if match := _RESOLVE.fullmatch(address.path):
                return self._resolve(match["repo"], match["commit"], unquote(match["file"]))
            self._json({"error": "Not Found"}, 404)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def _found(self, query: dict[str, list[str]]) -> list[dict[str, Any]]:
        words = query.get("search", [""])[0].casefold().split()
        listed = []
        for name, repo in self.hub.repos.items():
            tags = set(repo.about.get("tags", []))
            if all(word in name.casefold() for word in words) and tags >= set(query.get("filter", [])):
                listed.append({"id": name, "downloads": repo.about.get("downloads", 0), "tags": sorted(tags)})
        listed.sort(key=lambda model: -model["downloads"])
        return listed[: int(query["limit"][0])]

    def _allowed(self, name: str, to_read: bool) -> bool:
        repo, token = self.hub.repos.get(name), self.headers.get("Authorization", "").removeprefix("Bearer ")
        if token and token not in ACCOUNTS:
            self._json({"error": "Invalid credentials in Authorization header"}, 401)
        elif repo is None or (repo.private and token != GOOD_TOKEN):
            self._json({"error": "Repository not found"}, 404 if token else 401, {"X-Error-Code": "RepoNotFound"})
        elif repo.gated and to_read and token != GOOD_TOKEN:
            self._json({"error": "Access is restricted"}, 403 if token else 401, {"X-Error-Code": "GatedRepo"})
        else:
            return True
        return False

    def _describe(self, name: str, revision: str | None) -> None:
        if not self._allowed(name, to_read=False):
            return
        repo = self.hub.repos[name]
        if revision not in (None, "main", repo.commit):
            return self._json({"error": "Invalid rev id"}, 404, {"X-Error-Code": "RevisionNotFound"})
        siblings = []
        for file, content in repo.files.items():
            sibling: dict[str, Any] = {"rfilename": file, "size": len(content), "blobId": repo.digest(file)}
            if len(content) > repo.large:
                sibling["blobId"] = hashlib.sha1(content).hexdigest()
                size = repo.claims.get(file, len(content))
                sibling["lfs"] = {"sha256": repo.digest(file), "size": size, "pointerSize": 134}
            siblings.append(sibling)
        self._json({"id": name, "sha": repo.commit, "siblings": siblings, "gated": repo.gated, **repo.about})

    def _resolve(self, name: str, commit: str, file: str) -> None:
        if not self._allowed(name, to_read=True):
            return
        repo = self.hub.repos[name]
        if file not in repo.files or commit != repo.commit:
            return self._json({"error": "Entry not found"}, 404, {"X-Error-Code": "EntryNotFound"})
        if len(repo.files[file]) <= repo.large:
            return self._content(repo.digest(file), repo.files[file], Fault())
        self.send_response(302)
        self.send_header("Location", f"{self.hub.cdn}/{repo.digest(file)}?of={name}/{file}&signature=secret")
        self.send_header("X-Repo-Commit", commit)
        self.send_header("X-Linked-Etag", f'"{repo.digest(file)}"')
        self.send_header("X-Linked-Size", str(len(repo.files[file])))
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _named(self, text: str) -> bytes:
        owner, name, file = text.split("/", 2)
        return self.hub.repos[f"{owner}/{name}"].files[file]

    def _content(self, etag: str, content: bytes, fault: Fault) -> None:
        if fault.status:
            return self._fault(fault)
        body = content if fault.body is None else fault.body
        asked = None if fault.ignore_range else re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", ""))
        start = int(asked[1]) if asked else 0
        if start and start >= len(body):
            return self._fault(Fault(status=416, headers={"Content-Range": f"bytes */{len(body)}"}))
        self.send_response(206 if asked else 200)
        if asked:
            self.send_header("Content-Range", f"bytes {start}-{len(body) - 1}/{len(body)}")
        self.send_header("ETag", f'"{etag}"')
        if fault.chunked:
            self.close_connection = True  # the end of the connection is the end of the file
            self.send_header("Connection", "close")
        else:
            self.send_header("Content-Length", str(len(body) - start))
        self.end_headers()
        self._send(body[start:], fault)

    def _send(self, body: bytes, fault: Fault) -> None:
        end = fault.cut if fault.cut is not None else fault.stall
        if fault.drip:
            for byte in body:
                self.wfile.write(bytes([byte]))
                if self._client_left(0.005):
                    return
        self.wfile.write(body[:end])
        if end is None:
            return
        self.close_connection = True
        if fault.stall is not None:
            self.wfile.flush()
            self.hub.stalled.release()
            self._client_left(None)

    def _client_left(self, within: float | None) -> bool:
        return bool(select.select([self.connection], [], [], within)[0])

    def _fault(self, fault: Fault) -> None:
        if fault.stall is not None:
            self.hub.stalled.release()
            self._client_left(None)
            self.close_connection = True
            return
        body = fault.body or b"<html>trouble</html>"
        self.send_response(fault.status or 200)
        for name, value in {"Content-Type": "text/html", "Content-Length": str(len(body)), **fault.headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def _json(self, answer: Any, status: int = 200, headers: dict[str, str] | None = None) -> None:
        body = json.dumps(answer).encode()
        self._fault(Fault(status=status, body=body, headers={"Content-Type": "application/json", **(headers or {})}))
