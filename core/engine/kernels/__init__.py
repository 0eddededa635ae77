"""Products of frozen weights by C kernels of our own, where the processor has the instructions; ggml's do the rest.

The C sources lie beside this file, packaging/setup_kernels.py compiles them.
"""
