"""Folders as other programs leave them on a disk."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from pathlib import Path

MODEL_LAYER = "application/vnd.ollama.image.model"
LICENCE_LAYER = "application/vnd.ollama.image.license"


def add_blob(models: Path, content: bytes | Path) -> dict[str, object]:
    """Put bytes, or a link to a file, into Ollama's blobs. Returns the layer's digest and size."""
    raw = content.read_bytes() if isinstance(content, Path) else content
    digest = hashlib.sha256(raw).hexdigest()
    blob = models / "blobs" / f"sha256-{digest}"
    blob.parent.mkdir(parents=True, exist_ok=True)
    blob.write_bytes(raw)
    return {"digest": f"sha256:{digest}", "size": len(raw)}


def add_manifest(models: Path, name: str, manifest: object) -> Path:
    """name: host/namespace/model/tag."""
    path = models / "manifests" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(manifest if isinstance(manifest, str) else json.dumps(manifest))
    return path


def add_to_ollama(models: Path, name: str, gguf: Path | bytes, licence: str = "") -> Path:
    """A model as `ollama pull` leaves it. Returns the blob."""
    layers = [{"mediaType": MODEL_LAYER, **add_blob(models, gguf)}]
    if licence:
        layers.append({"mediaType": LICENCE_LAYER, **add_blob(models, licence.encode())})
    add_manifest(models, name, {"schemaVersion": 2, "layers": layers})
    return models / "blobs" / str(layers[0]["digest"]).replace(":", "-")


def add_to_hub_cache(cache: Path, repo: str, files: dict[str, Path], commit: str = "c0ffee") -> Path:
    """A repository as huggingface_hub leaves it: links to blobs. Returns the snapshot."""
    folder = cache / ("models--" + repo.replace("/", "--"))
    snapshot = folder / "snapshots" / commit
    for name, source in files.items():
        blob = folder / "blobs" / hashlib.sha256(source.read_bytes()).hexdigest()
        link = snapshot / name
        for path in (blob, link):
            path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, blob)
        link.symlink_to(os.path.relpath(blob, link.parent))
    (folder / "refs").mkdir(exist_ok=True)
    (folder / "refs" / "main").write_text(commit)
    return snapshot
