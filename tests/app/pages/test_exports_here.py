"""Which exports are listed, and what goes with one: nothing that a person put beside it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.pages.runs import disk_use
from app.workers.bin import delete_paths
from core.adapters.peft_folder import CONFIG, WEIGHTS
from core.adapters.peft_write import MARK
from core.advice.export_kinds import EXPORT_KINDS
from core.base import settings
from core.export.card import text, write
from core.export.elsewhere import data_files, folder, homecoming
from core.export.elsewhere.settings import SETTINGS
from core.export.ollama import folder as ollama

MARKED = {
    "ollama": ("Modelfile", ollama._MARK.encode() + b"keeper."),
    "peft": ("adapter_model.safetensors", b"........" + json.dumps({"__metadata__": {MARK: "keeper"}}).encode()),
    "elsewhere": (homecoming.MANIFEST, b'{\n "luthier": "0.1.0"}'),
}


@pytest.fixture(params=MARKED)
def export(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    settings.save(settings.Settings(exports_dir=str(tmp_path / "exports")))
    made = tmp_path / "exports" / "keeper" / request.param
    made.mkdir(parents=True)
    name, content = MARKED[request.param]
    (made / name).write_bytes(content)
    (made / "README.md").write_text(text.MARK)
    return made


def test_that_an_export_goes_whole_and_a_persons_files_stay(export: Path) -> None:
    (found,) = disk_use.exports_here()
    assert found.paths == (export,)
    (export / "novel.txt").write_bytes(b"Chapter one")
    (export / "photos").mkdir()
    (found,) = disk_use.exports_here()
    assert sorted(path.name for path in found.paths) == sorted(["README.md", MARKED[export.name][0]])
    assert delete_paths(found.paths).trouble == []
    assert sorted(path.name for path in export.iterdir()) == ["novel.txt", "photos"]
    assert (export / "novel.txt").read_bytes() == b"Chapter one" and disk_use.exports_here() == []


def test_that_a_folder_without_the_mark_is_none(export: Path) -> None:
    (export / MARKED[export.name][0]).write_bytes(b"of a person's own")
    assert disk_use.exports_here() == []


def test_that_the_names_and_marks_are_those_that_exports_write() -> None:
    written = {
        "ollama": {ollama.MODEL, ollama.MMPROJ, ollama.CONTENTS, ollama.MODELFILE, write.CARD},
        "peft": {CONFIG, WEIGHTS, write.CARD, write.PICTURE},
        "elsewhere": {
            data_files.DATA, folder.START, folder.TEMPLATE, folder.README, homecoming.MANIFEST, SETTINGS,
            *(file.name for file in folder.SCRIPTS.iterdir()),
        },
    }  # fmt: skip
    assert written.keys() == {kind.key for kind in EXPORT_KINDS.values() if kind.files}
    for key, names in written.items():
        assert [name for name in names if not disk_use._is_exported(Path(name), EXPORT_KINDS[key])] == []
    assert disk_use._CARD.decode() == text.MARK


def test_that_every_kind_is_found_in_its_usual_place(tmp_path: Path) -> None:
    for kind in (kind for kind in EXPORT_KINDS.values() if not kind.own_place):
        place = kind.place_in(tmp_path / "keeper")
        if not kind.is_file:
            place.mkdir(parents=True)
        assert disk_use._kind_of(place) is kind and kind.title
