"""One small module per job: read the spec, call the layers below, emit events."""
