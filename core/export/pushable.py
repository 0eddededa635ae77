"""Decides which files of a folder or file belong to an export of ours, and so may go to the hub; all others may not."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path

from core.base.errors import Do, LuthierError
from core.export.card.write import CARD, EARLIER_PICTURE, PICTURE, is_our_card, places
from core.export.mmproj import mmproj_beside
from core.gguf.kind import is_adapter_of_ours, made_by
from core.hub.model_card import card_value, restriction

_PEFT = ("adapter_model.safetensors", "adapter_config.json")
_BESIDE = (
    "ollama.json",
    "mmproj.gguf",
    PICTURE,
    EARLIER_PICTURE,
    "Modelfile",
    "tokenizer.json",
    "tokenizer_config.json",
    "special_tokens_map.json",
    "chat_template.jinja",
)
_is_merged = made_by("export")


@dataclass(frozen=True)
class Pushable:
    """The uploadable files of an export. files: name in the repository -> local file. left_out: names in the folder
    that are not of the export.

    licence: from the card, "" if the base's is unknown.
    """

    files: dict[str, Path]
    left_out: list[str]
    licence: str

    @property
    def restriction(self) -> str:
        """Return the licence's restriction, as the end of a sentence."""
        return restriction(self.licence)


def pushable(path: Path) -> Pushable:
    """Return the files of an export that may be uploaded, and its licence. Raises LuthierError `push.not-an-export`."""
    files, left_out = _folder(path) if path.is_dir() else _file(path)
    card = files[CARD]
    return Pushable(files, left_out, card_value(card, "license_name") or card_value(card, "license"))


def own_mmproj(model: Path) -> Path | None:
    """Return the encoder beside a merged file if the same export wrote it."""
    beside, (card, _) = mmproj_beside(model), places(model)
    is_own = _is_here(beside) and _is_merged(model) and is_our_card(card) and _names(card, beside)
    return beside if is_own else None


def _file(path: Path) -> tuple[dict[str, Path], list[str]]:
    card, picture = places(path)
    if not path.exists():
        raise _not_an_export(path, "there is no such file or folder")
    if not path.is_file() or not _is_ours(path):
        raise _not_an_export(path, "it is not a GGUF file that `luthier export` wrote")
    if not is_our_card(card):
        raise _not_an_export(path, f"its model card {card.name} is not beside it")
    files = {path.name: path, CARD: card}
    if beside := own_mmproj(path):
        files[beside.name] = beside
    return files | {one.name: one for one in (picture, picture.with_suffix(".png")) if one.is_file()}, []


def _folder(folder: Path) -> tuple[dict[str, Path], list[str]]:
    if not is_our_card(folder / CARD):
        raise _not_an_export(folder, f"it has no {CARD} of Luthier's")
    names = sorted(file.name for file in folder.iterdir())
    weights = [name for name in names if (folder / name).suffix == ".gguf" and _is_ours(folder / name)]
    weights += [name for name in _PEFT if _is_here(folder / name)]
    if not weights:
        raise _not_an_export(folder, "there is neither a GGUF file of Luthier's nor a PEFT adapter in it")
    beside = [name for name in _BESIDE if _is_here(folder / name)]
    stale = [name for name in beside if name == "mmproj.gguf" and not _names(folder / CARD, folder / name)]
    chosen = [*weights, CARD, *(name for name in beside if name not in stale)]
    return {name: folder / name for name in chosen}, [name for name in names if name not in chosen]


def _names(card: Path, mmproj: Path) -> bool:
    """Return whether the encoder belongs to this export: its card then says how to use it."""
    return f"--mmproj {shlex.quote(mmproj.name)}" in card.read_text(encoding="utf-8", errors="replace")


def _is_here(file: Path) -> bool:
    """Return whether this is a file of the folder itself: links could lead to any file of this machine."""
    return file.is_file() and not file.is_symlink()


def _is_ours(file: Path) -> bool:
    return _is_merged(file) or is_adapter_of_ours(file)


def _not_an_export(path: Path, why: str) -> LuthierError:
    return LuthierError(
        "push.not-an-export",
        f"{path} is not an export of a run: {why}.",
        Do.by("Export the run first; that can be uploaded.", "`luthier export RUN KIND -o OUT`"),
    )
