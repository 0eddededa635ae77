"""llama.cpp, opened and closed properly: a loaded model with its vocabulary and template, its logits, its log.

Only jobs import this package: importing llama_cpp loads the native libraries.
"""
