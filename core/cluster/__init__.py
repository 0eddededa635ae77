"""One adapter trained by several computers, on Dask distributed.

The frozen model never moves: each machine holds the base, takes rows of every batch, and only the adapter and its
gradient travel. `wire.py` says what may travel, `tasks.py` what machines do for each other.
"""
