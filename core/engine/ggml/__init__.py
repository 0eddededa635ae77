"""ggml, the compute library inside llama.cpp, called through ctypes. This package knows nothing of language models."""
