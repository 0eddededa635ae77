"""Jobs that chat with a model."""
