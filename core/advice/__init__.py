"""Advice before and about a training: goals, estimates, suitable models, and their wording."""
