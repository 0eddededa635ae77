"""Bringing an exported model into Ollama: a job of its own, and the last part of an export that is asked for it."""
