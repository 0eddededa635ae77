"""Finds Ollama's models on this disk.

manifests/<host>/<namespace>/<model>/<tag> is JSON that lists layers by digest; blobs/sha256-<digest> are the layers.
The layer of media type `…image.model` is a GGUF file.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.base.errors import Do, LuthierError, in_words
from core.base.systems.places import service_folders

PREFIX = "ollama:"
SERVICE_FOLDER = Path("/usr/share/ollama/.ollama/models")  # of the service that Ollama's Linux installer sets up
_HOST, _NAMESPACE, _TAG = "registry.ollama.ai", "library", "latest"
_LARGEST_MANIFEST = _LARGEST_LICENCE = 1 << 20  # bytes
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
_LAYER = "application/vnd.ollama.image."
_AGAIN = "Run `ollama pull {}` to get it again."


@dataclass(frozen=True)
class OllamaModel:
    """A model of Ollama's. name: as Ollama shows it, with the tag. blob: the GGUF file. licence: the first line of its
    text, "" if none.

    projector: its image encoder; None if it has none or the file is missing. error: why it cannot be used; then blob is
    the manifest.
    """

    name: str
    blob: Path
    licence: str = ""
    projector: Path | None = None
    error: LuthierError | None = None


def ollama_folders() -> list[Path]:
    """Return the existing model folders: $OLLAMA_MODELS or the user's, and the service's."""
    own = os.environ.get("OLLAMA_MODELS")
    folders = [Path(own).expanduser() if own else Path.home() / ".ollama" / "models", *service_folders(SERVICE_FOLDER)]
    return [folder for folder in folders if folder.is_dir()]


def ollama_models(folder: Path) -> Iterator[OllamaModel]:
    """Yield every model with a manifest in an Ollama folder, by name. Raises OSError if the folder cannot be listed."""
    manifests = folder / "manifests"
    if not manifests.is_dir():
        return
    os.listdir(manifests)  # noqa: PTH208 - glob would hide that it cannot
    for manifest in sorted(manifests.glob("*/*/*/*")):
        if manifest.is_file() and not manifest.name.startswith("."):
            yield _read(folder, manifest)


def find_ollama(text: str) -> OllamaModel:
    """Find the model called NAME or NAME:TAG, with or without the prefix `ollama:`, upper or lower case.

    Raises LuthierError `ollama.unknown`, listing the known models, or what is wrong with the model.
    """
    wanted = _full_name(text.removeprefix(PREFIX))
    known = []
    for folder in ollama_folders():
        try:
            models = list(ollama_models(folder))
        except OSError as error:
            raise LuthierError(
                "ollama.unreadable",
                f"{folder} cannot be listed: {error.strerror or error}.",
                Do.by("Its models belong to another user, or lie elsewhere.", "set OLLAMA_MODELS"),
            ) from error
        for model in models:
            if _full_name(model.name) == wanted:
                if model.error is not None:
                    raise model.error
                return model
            known.append(model.name)
    raise LuthierError(
        "ollama.unknown",
        f"Ollama has no model {text.removeprefix(PREFIX)} on this disk.",
        f"It has: {', '.join(known)}."
        if known
        else Do.by("It has none at all.", "set OLLAMA_MODELS if they lie elsewhere"),
    )


def _full_name(name: str) -> tuple[str, ...]:
    """Return host, namespace, model and tag in lower case, with Ollama's defaults for missing parts."""
    *folders, last = name.lower().strip().split("/")
    model, _, tag = last.partition(":")
    parts = [*folders, model, tag or _TAG]
    return tuple([_HOST, _NAMESPACE][: max(0, 4 - len(parts))] + parts)


def _shown_name(host: str, namespace: str, model: str, tag: str) -> str:
    parts = [host, namespace, model]
    if host == _HOST:
        parts = [model] if namespace == _NAMESPACE else [namespace, model]
    return f"{'/'.join(parts)}:{tag}"


def _read(folder: Path, manifest: Path) -> OllamaModel:
    host, namespace, model, tag = manifest.relative_to(folder / "manifests").parts
    name = _shown_name(host, namespace, model, tag)
    try:
        layers = _layers(manifest, name)
        blob = _model_blob(folder, manifest, layers, name)
        return OllamaModel(name, blob, _licence(folder, layers), _projector(folder, layers))
    except LuthierError as error:
        return OllamaModel(name, manifest, error=error)
    except OSError as error:
        return OllamaModel(name, manifest, error=_broken(manifest, f"leads nowhere ({in_words(error)})", name))


def _layers(manifest: Path, name: str) -> list[dict[str, Any]]:
    try:
        if manifest.stat().st_size > _LARGEST_MANIFEST:
            raise ValueError(f"it has {manifest.stat().st_size:,} bytes")
        layers = json.loads(manifest.read_bytes())["layers"]
        if not isinstance(layers, list) or not all(isinstance(layer, dict) for layer in layers):
            raise ValueError("its layers are not a list of objects")
        return layers
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise _broken(manifest, f"cannot be read ({in_words(error)})", name) from error


def _model_blob(folder: Path, manifest: Path, layers: list[dict[str, Any]], name: str) -> Path:
    kinds = [str(layer.get("mediaType", "")).removeprefix(_LAYER).split(";")[0] for layer in layers]
    if "adapter" in kinds:
        raise LuthierError(
            "ollama.adapter",
            f"Ollama's {name} is a model with an adapter on it, in two files.",
            "Choose the model it was made from.",
        )
    if kinds.count("model") != 1:
        what = "weights in single tensors" if "tensor" in kinds else f"{kinds.count('model')} GGUF files"
        raise LuthierError(
            "ollama.no-gguf",
            f"Ollama's {name} consists of {what}, which Luthier does not read; it needs one GGUF file.",
            "Choose another version of it, or download the model from the hub.",
        )
    layer = layers[kinds.index("model")]
    blob, size = _blob(folder, layer), layer.get("size")
    if blob is None:
        raise _broken(manifest, f"names its weights by {layer.get('digest')!r}, which is not a SHA-256 digest", name)
    if not blob.is_file():
        raise _broken(manifest, f"names {blob.name}, which is not in {blob.parent}", name)
    if isinstance(size, int) and blob.stat().st_size != size:
        raise _broken(manifest, f"gives {blob.name} {size:,} bytes, and it has {blob.stat().st_size:,}", name)
    return blob


def _blob(folder: Path, layer: dict[str, Any]) -> Path | None:
    """Return a layer's file. Only digests are accepted, since they cannot lead out of the folder."""
    digest = layer.get("digest")
    if not isinstance(digest, str) or not _DIGEST.fullmatch(digest):
        return None
    return folder / "blobs" / digest.replace(":", "-")


def _licence(folder: Path, layers: list[dict[str, Any]]) -> str:
    """Return the first line of the licence's text."""
    for layer in layers:
        blob = _blob(folder, layer)
        if str(layer.get("mediaType", "")).startswith(_LAYER + "license") and blob is not None and blob.is_file():
            with blob.open("rb") as stream:
                lines = stream.read(_LARGEST_LICENCE).decode("utf-8", "replace").split("\n")
            return next((line.strip() for line in lines if line.strip()), "")
    return ""


def _projector(folder: Path, layers: list[dict[str, Any]]) -> Path | None:
    found = [layer for layer in layers if str(layer.get("mediaType", "")).startswith(_LAYER + "projector")]
    blob = _blob(folder, found[0]) if found else None
    return blob if blob is not None and blob.is_file() else None


def _broken(manifest: Path, what: str, name: str) -> LuthierError:
    return LuthierError("ollama.broken", f"{manifest} {what}.", _AGAIN.format(name))
