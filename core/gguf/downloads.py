"""Where downloaded models are stored: downloads/<owner>/<repository>/<file>, and which are complete.

An unfinished file is `<file>.part`; `<file>.part.json` beside it describes the whole. While that exists, nothing in its
folder counts as a model. The downloading process holds `<file>.part.lock`.

Also the hub's facts about a model from the time of its download, stored beside its file as `<file>.hub.json`.

Most GGUF files name no licence, and the model card that does stays on the hub. Files made from such a file keep it.
"""

from __future__ import annotations

import contextlib
import re
from functools import partial
from pathlib import Path, PurePosixPath
from typing import NamedTuple

import msgspec

from core.base import settings
from core.base.bounded_file import from_json
from core.base.errors import Do, LuthierError
from core.base.files import cannot_write, told_of, written_whole
from core.base.owned_lock import OwnedLock
from core.base.paths import is_device
from core.gguf.part_names import all_parts, language_models

PARTIAL, SIDECAR, LOCK = ".part", ".part.json", ".part.lock"
_WORD = r"[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,94}[A-Za-z0-9_])?"
_REFERENCE = re.compile(rf"(?P<repo>{_WORD}/{_WORD})(?::(?P<file>[^:]+))?")
_QUANTIZATION = r"(?<![A-Za-z0-9]){}(?![A-Za-z0-9_])"

SUFFIX = ".hub.json"
_MOST_BYTES = 64 << 10


class Unfinished(NamedTuple):
    """A download to resume: its repository, the files still expected, and their bytes on disk and in all."""

    repo: str
    files: list[str]
    done: int
    total: int


class _Expected(msgspec.Struct):
    size: int


class Reference(NamedTuple):
    """A model on the hub: owner/name, and a file in it or ""."""

    repo: str
    file: str


def parse(text: str) -> Reference | None:
    """Parse OWNER/NAME or OWNER/NAME:FILE; None for any other text."""
    match = _REFERENCE.fullmatch(text)
    return Reference(match["repo"], match["file"] or "") if match and ".." not in match["repo"] else None


def folder_of(repo: str) -> Path:
    """Return the folder of a repository's downloads."""
    return settings.load().downloads.joinpath(*repo.split("/"))


def repository_folder(place: Path) -> Path | None:
    """Return the folder of the repository that a path was downloaded from; None for a path outside the downloads."""
    base, place = settings.load().downloads.absolute(), place.absolute()
    parts = place.relative_to(base).parts if place.is_relative_to(base) else ()
    return base.joinpath(*parts[:2]) if len(parts) >= 2 else None


def sidecar_of(file: Path) -> Path:
    """Return the path of the file that marks another as incomplete."""
    return file.with_name(file.name + SIDECAR)


def partial_file_of(file: Path) -> Path:
    """Return the path of a file's downloaded part."""
    return file.with_name(file.name + PARTIAL)


def lock_of(file: Path) -> OwnedLock:
    """Return the lock that a process holds while it writes to the part."""
    return OwnedLock(file.with_name(file.name + LOCK))


def unfinished() -> list[Unfinished]:
    """Return interrupted downloads, and those in progress in another process. Skips unreadable ones."""
    base = settings.load().downloads
    found: dict[str, Unfinished] = {}
    for sidecar in sorted(base.glob("*/*/**/*" + SIDECAR)):
        owner, name, *inside = sidecar.relative_to(base).parts
        file = sidecar.with_name(sidecar.name.removesuffix(SIDECAR))
        with contextlib.suppress(OSError, msgspec.DecodeError, UnicodeDecodeError):
            total = from_json(sidecar.read_bytes(), type=_Expected).size
            done = partial_file_of(file).stat().st_size if partial_file_of(file).exists() else 0
            before = found.get(f"{owner}/{name}", Unfinished(f"{owner}/{name}", [], 0, 0))
            files = [*before.files, "/".join([*inside[:-1], file.name])]
            found[before.repo] = Unfinished(before.repo, files, before.done + done, before.total + total)
    return list(found.values())


def discard(download: Unfinished) -> None:
    """Delete a download's parts; the sidecars go last. Raises LuthierError `hub.busy` if a process is downloading it,
    `files.cannot-write`.
    """
    folder = folder_of(download.repo)
    try:
        for name in download.files:
            if not (folder / name).parent.is_dir():
                continue
            with lock_of(folder / name).held(partial(_busy, name)):
                partial_file_of(folder / name).unlink(missing_ok=True)
                sidecar_of(folder / name).unlink(missing_ok=True)
    except OSError as error:
        raise cannot_write(folder, error) from error
    with contextlib.suppress(OSError):  # it has complete files
        folder.rmdir()
        folder.parent.rmdir()


def _busy(name: str, holder: str) -> LuthierError:
    return LuthierError("hub.busy", f"{name} is being downloaded by {holder}.", "Stop that download first.")


def require_whole(path: Path) -> None:
    """Require that a model's folder, file, or one of its files is complete. Raises LuthierError `model.unfinished`
    during a download into it.
    """
    sidecars = sorted(path.glob("*" + SIDECAR)) if path.is_dir() else map(sidecar_of, all_parts(path))
    missing = [sidecar.name.removesuffix(SIDECAR) for sidecar in sidecars if sidecar.exists()]
    if missing:
        raise LuthierError(
            "model.unfinished",
            f"The download of {path} is not finished: {', '.join(missing)}.",
            Do.open("models fetch", "The same `luthier models fetch` goes on where it stopped."),
        )


def find(reference: Reference) -> Path:
    """Find a downloaded model, without network access: a GGUF file, of a split one the first, or a folder with
    safetensors.

    Raises LuthierError `model.not-downloaded`, `model.unfinished` or `model.which-file`.
    """
    folder = folder_of(reference.repo)
    names = [path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*.gguf"))]
    if not reference.file and (folder / "config.json").exists() and any(folder.glob("*.safetensors")):
        require_whole(folder)
        return folder
    chosen = language_models(matching(names, reference.file) if reference.file else names)
    if len(chosen) > 1:
        raise which_file(reference.repo, chosen)
    if not chosen:
        wanted = f"{reference.repo}:{reference.file}" if reference.file else reference.repo
        if folder.is_dir() and not reference.file:
            require_whole(folder)
        raise LuthierError(
            "model.not-downloaded",
            f"{wanted} is neither a file or folder here, nor a model that was downloaded.",
            Do.open("models fetch", f"`luthier models fetch {wanted}` downloads it from the hub."),
        )
    require_whole(folder / chosen[0])
    return folder / chosen[0]


def matching(names: list[str], wanted: str) -> list[str]:
    """Return the names that equal `wanted`, match it as a pattern with *, or are GGUF files of that quantization."""
    if wanted in names:
        return [wanted]
    if "*" in wanted:
        return [name for name in names if PurePosixPath(name).match(wanted)]
    word = re.compile(_QUANTIZATION.format(re.escape(wanted)), re.IGNORECASE)
    return [name for name in names if name.endswith(".gguf") and word.search(name.removesuffix(".gguf"))]


def which_file(repo: str, names: list[str]) -> LuthierError:
    """Return the error for a repository with several files that asks for one of their names."""
    shown = ", ".join(names[:20]) + (" …" if len(names) > 20 else "")
    return LuthierError(
        "model.which-file", f"{repo} has several GGUF files: {shown}.", f"Name one: {repo}:FILE, or {repo}:Q4_K_M."
    )


def safe_name(name: str) -> bool:
    """Return whether a name from a server is safe as a file name below a folder, on any system."""
    parts = name.split("/")
    return (
        name.isprintable()
        and not any(character in name for character in '\\:*?"<>|')
        and not name.endswith((PARTIAL, SIDECAR, LOCK))
        and all(part and not part.startswith("..") and not part.endswith((".", " ")) for part in parts)
        and all(len(part.encode()) <= 200 and not is_device(part) for part in parts)
    )


class Origin(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A model's origin. repo: owner/name. licence: as named on the hub's page. licence_link: its text."""

    repo: str = ""
    licence: str = ""
    licence_link: str = ""


def origin_file(model: Path) -> Path:
    """Return the file that stores a GGUF file's origin; for a split model it is beside the first part."""
    return model.with_name(model.name + SUFFIX)


def origin_of(model: Path) -> Origin:
    """Return a model's origin; empty if unknown."""
    try:
        with origin_file(model).open("rb") as stream:
            return from_json(stream.read(_MOST_BYTES), type=Origin)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return Origin()


def keep_origin(model: Path, origin: Origin) -> None:
    """Store the origin if it has a licence, and delete that of another file of this name.

    Raises LuthierError `files.cannot-write`.
    """
    file = origin_file(model)
    if origin.licence:
        with written_whole(file) as partial:
            partial.write_bytes(msgspec.json.encode(origin))
    else:
        with told_of(file):
            file.unlink(missing_ok=True)
