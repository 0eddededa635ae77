"""Jobs that train whole runs on other computers by SSH, and runs of others on this one (docs/other-computers.md)."""
