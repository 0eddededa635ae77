"""Whether a device computes as the CPU does: a small model's gradients on both, in a process that a driver may end."""
