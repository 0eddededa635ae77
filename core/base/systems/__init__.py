"""What differs between Linux, macOS and Windows: nothing else in app and core asks which system this is."""
