"""All that is Ollama's: a folder that it takes, and a model made in it while it runs.

Its two languages: modelfile.py, go_template.py. What it learns about a model: contents.py (signed_template.py,
sampling.py and system_prompt.py are parts of that), folder.py. Itself: address.py, version.py, client.py, errors.py;
create.py makes a model in it, ask.py puts questions to it.
"""
