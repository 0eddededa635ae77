"""Assesses models: asks unseen questions, and judges the answers."""
