"""C kernels of our own, where the processor has the instructions: products of frozen weights, and in F32 attention,
LoRA's factors and what is done number by number. ggml's do the rest.

The C sources are in src, packaging/setup_kernels.py compiles them.
"""
