"""One adapter trained by several computers, over TLS of their own.

The frozen model never moves: each machine holds the base, takes rows of every batch, and only the adapter and its
gradient travel. `wire.py` and `questions.py` say what may travel, `together.py` how a step is shared.
"""
