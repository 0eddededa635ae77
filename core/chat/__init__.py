"""Answers of a model, with or without an adapter, computed by llama.cpp."""
