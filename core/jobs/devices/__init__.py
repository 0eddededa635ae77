"""Jobs that find graphics cards and choose between them."""
