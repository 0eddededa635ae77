"""The part of the hub of hub_server.py that takes files: who asks, new repositories, large files apart, commits."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections import deque
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any

ACCOUNTS: dict[str, dict[str, Any]] = {  # by token: what /api/whoami-v2 says
    "hf_good": {"name": "ann", "auth": {"accessToken": {"role": "write"}}},
    "hf_other": {"name": "bob", "auth": {"accessToken": {"role": "read"}}},
    "hf_fine": {
        "name": "ann",
        "auth": {
            "accessToken": {
                "role": "fineGrained",
                "fineGrained": {"scoped": [{"entity": {"name": "guild"}, "permissions": ["repo.write"]}]},
            }
        },
    },
}
_ORGANISATIONS = [{"name": "guild", "roleInOrg": "write"}, {"name": "museum", "roleInOrg": "read"}]
_ROUTES = (
    ("POST", re.compile(r"/api/repos/create"), "create"),
    ("POST", re.compile(r"/api/validate-yaml"), "validate"),
    ("POST", re.compile(r"/api/models/(?P<repo>[^/]+/[^/]+)/preupload/main"), "preupload"),
    ("POST", re.compile(r"/api/models/(?P<repo>[^/]+/[^/]+)/commit/main"), "commit"),
    ("POST", re.compile(r"/(?P<repo>[^/]+/[^/]+)\.git/info/lfs/objects/batch"), "batch"),
    ("POST", re.compile(r"/parts-done/(?P<oid>\w+)"), "join"),
    ("PUT", re.compile(r"/large/(?P<oid>\w+)(?:/(?P<part>\d+))?"), "store"),
)


@dataclass
class Uploads:
    """What was sent, and what is to go wrong. A fault is a status, or the bytes after which the connection ends."""

    large: dict[str, bytes] = field(default_factory=dict)  # by SHA-256
    parts: dict[tuple[str, int], bytes] = field(default_factory=dict)
    commits: list[tuple[str, str]] = field(default_factory=list)  # repository and message
    part_size: int = 0  # bytes; 0: large files come in one piece
    cuts: deque[int | None] = field(default_factory=deque)  # for each file that is sent: bytes after which it is cut
    hang: int | None = None  # of every file only so many bytes are taken
    refuse_commit: int = 0  # a status


class UploadHandler(BaseHTTPRequestHandler):
    """Mixed into the handler of hub_server.py."""

    hub: Any

    def do_POST(self) -> None:
        self._route("POST")

    def do_PUT(self) -> None:
        self._route("PUT")

    def whoami(self) -> None:
        """GET /api/whoami-v2."""
        account = ACCOUNTS.get(self.headers.get("Authorization", "").removeprefix("Bearer "))
        if account is None:
            return self._json({"error": "Invalid user token."}, 401)
        self._json({"type": "user", **account, "orgs": _ORGANISATIONS if account["name"] == "ann" else []})

    def _route(self, method: str) -> None:
        self.note()
        for wanted, pattern, name in _ROUTES:
            if method == wanted and (match := pattern.fullmatch(self.path)):
                try:
                    return getattr(self, f"_{name}")(**match.groupdict())
                except (BrokenPipeError, ConnectionResetError):
                    self.close_connection = True
                    return None
        return self._json({"error": "Not Found"}, 404)

    def _body(self) -> bytes:
        return self.rfile.read(int(self.headers["Content-Length"]))

    def _may_write(self, repo: str) -> bool:
        if self.headers.get("Authorization") == "Bearer hf_good" and repo.partition("/")[0] in ("ann", "guild"):
            return True
        self._json({"error": "You don't have the rights to do this"}, 403)
        return False

    def _create(self) -> None:
        asked = json.loads(self._body())
        repo = f"{asked['organization']}/{asked['name']}"
        if self._may_write(repo):
            if repo in self.hub.repos:
                return self._json({"error": "You already created this model repo"}, 409)
            self.hub.add(repo, private=asked["visibility"] == "private")
            self._json({"url": f"{self.hub.endpoint}/{repo}"})

    def _validate(self) -> None:
        content = json.loads(self._body())["content"]
        good = content.startswith("---\n") and "\n---\n" in content
        self._json({} if good else {"errors": [{"message": "no front matter"}]}, 200 if good else 400)

    def _preupload(self, repo: str) -> None:
        asked = json.loads(self._body())["files"]
        known, large = self.hub.repos[repo], self.hub.repos[repo].large
        files = []
        for file in asked:
            mode = "lfs" if file["size"] > large and not file["path"].endswith((".md", "Modelfile")) else "regular"
            oid = known.oid(file["path"], mode == "lfs") if file["path"] in known.files else None
            files.append({"path": file["path"], "uploadMode": mode, "shouldIgnore": False, "oid": oid})
        self._json({"files": files})

    def _batch(self, repo: str) -> None:
        objects = []
        for asked in json.loads(self._body())["objects"]:
            entry: dict[str, Any] = dict(asked)
            if self._may_write(repo) and asked["oid"] not in self.hub.uploads.large:
                entry["actions"] = {"upload": self._place(asked["oid"], asked["size"])}
            objects.append(entry)
        self._json({"transfer": "basic", "objects": objects})

    def _place(self, oid: str, size: int) -> dict[str, Any]:
        there, part = f"{self.hub.cdn}/large/{oid}", self.hub.uploads.part_size
        if not part:
            return {"href": there, "header": {}}
        header = {str(i + 1): f"{there}/{i + 1}" for i in range(-(-size // part))}
        return {"href": f"{self.hub.endpoint}/parts-done/{oid}", "header": {"chunk_size": str(part), **header}}

    def _store(self, oid: str, part: str | None) -> None:
        uploads = self.hub.uploads
        cut = uploads.cuts.popleft() if uploads.cuts else None
        if cut is not None or uploads.hang is not None:
            self.rfile.read(cut if cut is not None else uploads.hang)
            self.close_connection = True
            if cut is None:
                self.hub.stalled.release()
                self.hub.ended.wait()
            return
        body = self._body()
        if part:
            uploads.parts[oid, int(part)] = body
        elif hashlib.sha256(body).hexdigest() != oid:
            return self._json({"error": "wrong checksum"}, 400)
        else:
            uploads.large[oid] = body
        self._json({}, headers={"ETag": f'"{hashlib.md5(body).hexdigest()}"'})

    def _join(self, oid: str) -> None:
        uploads = self.hub.uploads
        wanted = json.loads(self._body())["parts"]
        whole = b"".join(uploads.parts[oid, part["partNumber"]] for part in wanted)
        assert hashlib.sha256(whole).hexdigest() == oid
        uploads.large[oid] = whole
        self._json({})

    def _commit(self, repo: str) -> None:
        lines = [json.loads(line) for line in self._body().splitlines()]
        if status := self.hub.uploads.refuse_commit:
            return self._json({"error": "Private storage limit reached"}, status)
        if not self._may_write(repo):
            return None
        files = self.hub.repos[repo].files
        for line in lines:
            value = line["value"]
            if line["key"] == "file":
                files[value["path"]] = base64.b64decode(value["content"])
            elif line["key"] == "lfsFile":
                files[value["path"]] = self.hub.uploads.large[value["oid"]]
        self.hub.uploads.commits.append((repo, lines[0]["value"]["summary"]))
        commit = self.hub.repos[repo].commit
        self._json({"commitUrl": f"{self.hub.endpoint}/{repo}/commit/{commit}", "commitOid": commit})

    def note(self) -> None:
        raise NotImplementedError

    def _json(self, answer: Any, status: int = 200, headers: dict[str, str] | None = None) -> None:
        raise NotImplementedError
