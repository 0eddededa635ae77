"""Exports runs in forms that other programs load, checked in llama.cpp before they count as done.

job.py: the job, and the table of kinds. trained.py: the input of every kind. checks.py: the checks of every kind. Each
other module is a kind or one of its parts.
"""
