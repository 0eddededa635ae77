"""Jobs that train, resume and evaluate."""
