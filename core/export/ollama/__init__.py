"""All that is Ollama's: a folder that it takes, and a model made in it while it runs.

folder.py: what it learns about a model, and the Modelfile that says it.
address.py: where it listens. client.py: which version it is, and requests to it. create.py makes a model in it, ask.py
puts questions to it.
"""
