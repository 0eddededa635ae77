"""Causal grouped-query attention within each sequence of a row: by our own kernels, or by ggml in blocks of queries."""
