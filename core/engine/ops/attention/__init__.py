"""Causal grouped-query attention inside each sequence of a row: by our own kernels, or by ggml in blocks of queries."""
