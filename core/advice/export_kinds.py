"""Describes every kind of export.

A new kind is a row of this table and a module in core/jobs/export that writes it, named in its job.py. The command
line, the window, the list of exports a run allows, model cards and the list of exports on the disk read the table;
app/pages/export/texts.py says how the window leads to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from core.base.language import tr


@dataclass(frozen=True)
class ExportKind:
    """A kind of export. key: its name in jobs and `luthier export`, also the folder's name or the file name's ending.

    gives, after: the terminal's lines on the result, and on what to do next. title: in the list of exports on the disk.
    is_whole: the whole model, in some type of weights; else it needs the base. is_gguf: for llama.cpp, which checks it.
    is_file: a single file, not a folder. trains_anew: made from a run's settings and data, not from its adapter.
    own_place: the default destination; "" if one must be named. files: what this or an earlier version writes into its
    folder, beside the model card. The first contains `mark`, which shows that Luthier wrote it.
    """

    key: str
    gives: str
    title: str = ""
    after: str = ""
    is_whole: bool = False
    is_gguf: bool = True
    is_file: bool = False
    trains_anew: bool = False
    own_place: str = ""
    files: tuple[str, ...] = ()
    mark: bytes = b""

    def place_in(self, folder: Path) -> Path:
        """Return its usual path in the folder of a run's exports."""
        return folder / (f"{folder.name}-{self.key}.gguf" if self.is_file else self.key)


EXPORT_KINDS: Mapping[str, ExportKind] = {
    row.key: row
    for row in (
        ExportKind(
            "ollama", "a folder", tr("folder for Ollama"), is_whole=True,
            files=("Modelfile", "ollama.json", "model.gguf", "mmproj.gguf", "adapter.gguf"),
            mark=b"# Made by Luthier from the run ",
        ),
        ExportKind(
            "lmstudio", "into its models; -o is not needed", is_whole=True, own_place=tr("LM Studio's list"),
            after="It is in LM Studio's list of models now.",
        ),
        ExportKind(
            "merged", "the whole model in a file", tr("whole model"), is_whole=True, is_file=True,
            after="Any program that reads GGUF opens it; the README beside it says how in some.",
        ),
        ExportKind("adapter", "a file", tr("adapter"), is_file=True),
        ExportKind(
            "peft", "an adapter's folder for Python", tr("folder for Python"), is_gguf=False,
            after="README.md in it says how to load it in Python.",
            files=("adapter_model.safetensors", "adapter_config.json"), mark=b'"luthier.run"',
        ),
        ExportKind(
            "elsewhere", "a folder that trains the run on a bigger machine", tr("folder for a bigger machine"),
            is_gguf=False, trains_anew=True,
            after="README.md in it says step by step what to do on the other machine, and how to come home.",
            files=(
                "manifest.json", "settings.json", "chat_template.jinja", "data", "start", "axolotl.yaml",
                "requirements-axolotl.txt",
            ),
            mark=b'"luthier"',
        ),
    )
}  # fmt: skip
