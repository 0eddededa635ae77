"""Differentiable operations, each with its formula, its forms (by ggml, by our kernels) and the choice.

docs/engine.md says how to add a form.
"""
