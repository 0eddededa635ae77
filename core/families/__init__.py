"""Families of models: one file each, with its graph's architecture and its conversion from checkpoints to GGUF."""
