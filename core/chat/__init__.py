"""Text written by a model, with or without an adapter, by llama.cpp."""
