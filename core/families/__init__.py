"""Families of models: one file each, with what its graph computes and how its checkpoints become GGUF."""
