"""Ollama: a folder that it imports, and models created in a running one.

folder.py: what Ollama needs to know about a model, and its Modelfile.
address.py: Ollama's address. client.py: its version, and requests to it. create.py creates a model in it, ask.py asks
it questions.
"""
