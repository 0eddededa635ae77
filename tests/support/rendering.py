"""Chat templates, rendered by one process for all tests of a test process, as a job has one."""

from __future__ import annotations

import functools
from datetime import datetime

from core.data.chat.renderer import TemplateRenderer
from core.data.chat.template import ChatTemplate


@functools.cache
def renderer() -> TemplateRenderer:
    """It ends with the tests."""
    return TemplateRenderer()


def chat_template(source: str, bos: str = "", eos: str = "", now: datetime | None = None) -> ChatTemplate:
    """A template, rendered there."""
    return ChatTemplate(source, renderer(), bos, eos, now)
