"""Jobs on adapters alone: importing.py."""
