"""A published checkpoint, or any other, computed by us, by llama.cpp and by Transformers with PEFT: see __main__.py."""
