"""The program's own folders, moved to another place."""

from __future__ import annotations

import msgspec

from core.shared.protocol.job_of import JobOf


class MoveFolderResult(msgspec.Struct, kw_only=True):
    """folder: where it is now. changed_runs: those that named a model or an adapter in it. left: the old folder, where
    not all of it could be deleted; else ""."""

    folder: str
    bytes: int
    changed_runs: int
    left: str = ""


class MoveFolderJob(JobOf[MoveFolderResult], tag="move-folder"):
    """Move the folder of models, runs or exports with all that is in it, and keep its new place in the settings.

    setting: models_dir, runs_dir or exports_dir. to: a folder; one that holds anything gets a new one in it.
    """

    setting: str
    to: str
