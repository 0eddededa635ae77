"""Jobs that fetch, convert, list and check models."""
