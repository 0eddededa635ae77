"""The parts of a layer: each one's tensors, memory and computation."""
