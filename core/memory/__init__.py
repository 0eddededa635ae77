"""Estimates and measures the memory of training."""
