"""The jobs of a worker: each reads its spec, calls the layers below, and emits events."""
