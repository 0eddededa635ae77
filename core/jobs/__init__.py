"""What a worker does: each job reads its spec, calls the layers below, and emits events."""
