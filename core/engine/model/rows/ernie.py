"""Baidu's ERNIE."""

from __future__ import annotations

from core.engine.model.arch import ROPE_PAIRS, Architecture

ROWS = (Architecture("ernie4_5", ROPE_PAIRS),)
