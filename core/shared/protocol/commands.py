"""Commands: what the window tells a worker."""

from __future__ import annotations

import msgspec

from core.shared.protocol.specs import Job


class _Command(msgspec.Struct, kw_only=True, tag_field="type"):
    pass


class Start(_Command, tag="start"):
    """First command: the job to do."""

    job: Job


class Pause(_Command, tag="pause"):
    """Finish the step and wait."""


class Resume(_Command, tag="resume"):
    """Go on after a pause."""


class Stop(_Command, tag="stop"):
    """Finish the step, checkpoint, leave a usable adapter, end."""


class SaveCheckpoint(_Command, tag="checkpoint"):
    """Checkpoint after this step and go on."""


class Cancel(_Command, tag="cancel"):
    """End now and leave nothing half-written."""


Command = Start | Pause | Resume | Stop | SaveCheckpoint | Cancel
