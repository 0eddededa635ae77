"""What the page's button would have done: the job that the run, the form and what was made already come to."""

from __future__ import annotations

from pathlib import Path

from msgspec import UnsetType

from app.pages.export.form import Form
from app.pages.export.made import Made, Wish
from app.pages.export.run_choice import RunChoice
from core.shared import protocol as p


class Orders:
    """Reads these three."""

    def __init__(self, choice: RunChoice, form: Form, made: Made) -> None:
        self._choice, self._form, self._made = choice, form, made

    @property
    def wish(self) -> Wish:
        """What is asked for now."""
        form = self._form
        checkpoint = "" if form.kind == "elsewhere" else self._choice.checkpoint
        return Wish(self._choice.run, checkpoint, form.way.key, form.kind, form.dtype, form.with_matrix)

    @property
    def brings(self) -> bool:
        """Whether the files are made, and Ollama runs that could take them."""
        done = self._made.of(self.wish)
        waits = done is not None and isinstance(done.ollama, UnsetType)
        return self._form.way.key == "ollama" and waits and self._form.ollama.runs

    @property
    def uploads(self) -> bool:
        """Whether the files are made that the hub is to have."""
        return self._form.way.key == "hub" and self._made.of(self.wish) is not None

    @property
    def action(self) -> tuple[str, str]:
        """What the button says, and its icon."""
        if self.brings:
            return "Br&ing it into Ollama", "mdi6.export-variant"
        if self.uploads:
            return "Uploa&d", "mdi6.cloud-upload-outline"
        waits = self._form.way.key == "ollama" and not self._form.ollama.runs
        return "&Export the folder" if waits else self._form.way.action, "mdi6.export-variant"

    @property
    def target(self) -> Path | None:
        """What would be replaced, as far as that can be seen; None where there is nothing yet."""
        if self.brings or self.uploads:
            return None
        place = self._form.place
        if self._form.kind == "lmstudio":  # it gets a file of its own there
            return Path(place.output) if place.is_there else None
        output = Path(place.output)
        is_empty = output.is_dir() and not any(output.iterdir())
        return output if output.exists() and not is_empty else None

    def job(self, force: bool) -> p.Job:
        """force: replace what is there, whoever made it."""
        wish, form = self.wish, self._form
        done, name = self._made.of(wish), form.ollama.name.text().strip()
        if done is not None and self.brings:
            return p.OllamaJob(folder=done.path, name=name, run=wish.run, force=force)
        if done is not None and self.uploads:
            return p.PushJob(path=done.path, repo=form.hub.repo.text().strip(), public=not form.hub.private.isChecked())
        create = wish.way == "ollama" and form.ollama.runs
        return p.ExportJob(
            run=wish.run,
            kind=wish.kind,
            output=form.place.output,
            checkpoint=wish.checkpoint,
            dtype=wish.dtype or None,
            imatrix=wish.matrix,
            force=force,
            create=create,
            name=name if wish.way == "ollama" else "",
        )
