"""What the page finds again at the next start: what was chosen, and what was made of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from app.pages.export.form import Form
from app.pages.export.made import Made
from app.pages.export.run_choice import RunChoice
from app.pages.export.way_list import WayList


class Wanted(NamedTuple):
    """The run to show, and its checkpoint; "" for what comes first."""

    run: str = ""
    checkpoint: str = ""


def state_of(choice: RunChoice, form: Form, made: Made) -> dict[str, Any]:
    """In values that JSON has."""
    return {
        "run": choice.run,
        "checkpoint": choice.picked,
        "way": form.way.key,
        "type": form.types.dtype,
        "matrix": form.types.imatrix.isChecked(),
        "places": dict(form.place.chosen),
        "repo": form.hub.repo.text(),
        "made": made.to_json(),
    }


def restore(state: dict[str, Any], ways: WayList, form: Form, made: Made) -> Wanted:
    """Fill in all but the run, which has to be asked for. What is old or wrong is passed over."""
    said = {key: value for key, value in state.items() if isinstance(value, str)}
    if (way := said.get("way")) in ways.cards:
        ways.choose(way)
    form.types.choose(said.get("type", ""))
    form.types.imatrix.setChecked(state.get("matrix") is True)
    places = state.get("places")
    if isinstance(places, dict) and all(isinstance(value, str) for value in places.values()):
        form.place.chosen |= places
    form.hub.repo.setText(said.get("repo", ""))
    made.restore(state.get("made"))
    run = said.get("run", "")
    return Wanted(run, said.get("checkpoint", "")) if run and (Path(run) / "run.json").is_file() else Wanted()
