"""Jobs that talk with a model."""
