"""A row for each architecture, by who makes the models."""
