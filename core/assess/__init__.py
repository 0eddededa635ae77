"""Is it better? Questions that a model never saw, its answers, and which of them are right."""
