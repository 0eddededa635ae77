"""A folder that trains the same elsewhere: on a rented GPU, in a notebook, on a friend's machine.

folder.py writes it. modules.py: the base as PEFT calls it. settings.py: how it is trained, in the libraries'
terms. data_files.py: what is trained on. axolotl.py, readme.py: files made for this run. manifest.py: by which it is
known again when it comes home. The scripts lie in resources/elsewhere and are copied as they are.
"""
