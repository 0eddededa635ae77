"""A model card onto the disk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from core import protocol as p
from core.base.callbacks import Notify
from core.base.errors import LuthierError
from core.base.files import require_replaceable, written_whole
from core.data.example import Example
from core.export.card import plot
from core.export.card.facts import gather
from core.export.card.text import MARK, card_text
from core.gguf.header import Header
from core.runs.run import Run

CARD, PICTURE = "README.md", "loss.png"
_LOOKED_AT = 4096  # bytes in which the mark of a picture stands


def write_card(
    run: Run,
    base: Header,
    held_out: Sequence[Example],
    result: p.ExportResult,
    *,
    step: int,
    force: bool,
    notify: Notify,
) -> list[Path]:
    """Write README.md and loss.png into the folder of an export, or beside its only file by its name; they are
    replaced together with what they are about. Returns those written.

    base, held_out: of the run. step: after which the adapter was saved.
    What is there and is not ours stays, and a notice says so; force replaces it.
    Raises LuthierError `files.cannot-write`.
    """
    card, picture = places(Path(result.path))
    if not (_is_free(card, is_our_card, force, notify) and _is_free(picture, _is_our_picture, force, notify)):
        return []
    facts = gather(run, base, held_out, result, step)
    if has_picture := plot.can_be_drawn(facts.history):
        with written_whole(picture) as partial:
            plot.draw_losses(facts.history, run.title, partial)
        facts = replace(facts, picture=picture.name)
    with written_whole(card) as partial:
        partial.write_text(card_text(facts), encoding="utf-8", newline="\n")
    return [card, picture] if has_picture else [card]


def places(export: Path) -> tuple[Path, Path]:
    """Return the places of an export's card and picture: in a folder, or beside a file."""
    if export.is_dir():
        return export / CARD, export / PICTURE
    return export.with_name(f"{export.stem}.{CARD}"), export.with_name(f"{export.stem}.{PICTURE}")


def is_our_card(path: Path) -> bool:
    """Whether Luthier wrote it."""
    try:
        return MARK in path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return False


def _is_our_picture(path: Path) -> bool:
    try:
        with path.open("rb") as stream:
            return plot.MARK in stream.read(_LOOKED_AT)
    except OSError:
        return False


def _is_free(path: Path, is_ours: Callable[[Path], bool], force: bool, notify: Notify) -> bool:
    try:
        require_replaceable(path, force=force, is_ours=is_ours)
    except LuthierError as error:
        if error.code != "files.would-overwrite":
            raise
        notify("export.card-kept", f"{error.message} So no model card was written.", error.hint)
        return False
    return True
