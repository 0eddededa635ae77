"""Runs on disk: their files, their story, lists and comparisons of them."""
