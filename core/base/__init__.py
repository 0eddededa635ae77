"""The foundation that every other package may import: errors, files, locks, processes, settings."""
