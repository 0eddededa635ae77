"""`python -m core.cli` is the `luthier` command."""

from core.cli import main

main()
