"""Where the repository keeps what tests read."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "tests" / "fixtures"
LLAMA_CPP_MODELS = ROOT / ".venv" / "share" / "llama.cpp-models"  # vocabularies and templates, from its source package
