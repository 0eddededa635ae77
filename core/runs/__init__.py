"""Runs on disk: their files, their stories, lists of them and comparisons."""
