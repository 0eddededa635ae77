"""Luthier's worker side: everything that touches models, data and files. It contains no Qt."""

__version__ = "0.1.0"
