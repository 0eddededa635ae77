"""Luthier's worker side: everything that touches models, data and files. No Qt in here."""

__version__ = "0.1.0"
