"""Luthier on Windows, as far as Wine goes (`make test-windows`)."""
