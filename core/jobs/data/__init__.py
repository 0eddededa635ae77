"""Jobs that read data and show it."""
