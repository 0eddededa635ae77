"""Jobs that prepare, inspect and preview data."""
