"""Differentiable operations, each with its formula, its forms (by ggml, by our kernels) and the choice between them.

docs/engine.md describes how to add a form.
"""
