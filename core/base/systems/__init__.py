"""The differences between Linux, macOS and Windows: no other code in app and core checks the platform."""
