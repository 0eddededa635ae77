"""The memory plan against what training takes, of every family that is trained, in sizes that are published."""
