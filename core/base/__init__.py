"""What every room may use: errors, files, locks, processes, settings."""
