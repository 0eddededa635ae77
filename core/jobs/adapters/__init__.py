"""Jobs on adapters alone: importing, combining, extracting, showing; written.py: what those that write one share."""
