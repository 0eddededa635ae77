"""Our own C kernels, for processors with the instructions: products of frozen weights, and in F32 attention, LoRA's
factors and elementwise operations. ggml does the rest.

The C sources are in src, packaging/setup_kernels.py compiles them.
"""
