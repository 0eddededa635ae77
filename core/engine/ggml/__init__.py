"""ggml, the compute library inside llama.cpp, called through ctypes. Nothing here knows what a language model is."""
