"""The system prompt that a model was trained with."""

from __future__ import annotations

from pathlib import Path

from core.base.callbacks import ReportProgress
from core.base.errors import LuthierError
from core.data.formats.turns import Conversation
from core.data.problems import BadRowError
from core.data.tokens.record_encoder import read_content
from core.data.tokens.source import open_source, read_records
from core.protocol.config import TrainConfig


def common_system_prompt(data: Path, config: TrainConfig, report: ReportProgress) -> str:
    """What every conversation of the data begins with; "" where they differ, have none, or the data is out of reach.

    report: of bytes; may raise to stop.
    """
    common: str | None = None
    try:
        source = open_source(data, Path(), config, report)
        for record in read_records(source):
            try:
                content = read_content(record, source.recipe.found)
            except BadRowError:
                continue
            system = _system_prompt(content) if isinstance(content, Conversation) else ""
            if not system or system != (common or system):
                return ""
            common = system
    except (LuthierError, OSError):
        return ""  # it is gone, or has become something else
    return common or ""


def _system_prompt(conversation: Conversation) -> str:
    first = conversation.messages[0]
    return str(first["content"]) if first["role"] == "system" else ""
