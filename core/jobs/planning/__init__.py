"""Jobs that say before a training what it takes."""
