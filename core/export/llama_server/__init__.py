"""llama.cpp's own server: asked over its interface, and started where none is running."""
