"""A folder that trains the same elsewhere: on a rented GPU, in a notebook, on a friend's machine.

folder.py writes it, with its README. settings.py: the base as PEFT calls it, and how it is trained, in the libraries'
terms. data_files.py: what is trained on. homecoming.py: by what it is known again when it comes home. The scripts lie
in resources/elsewhere and are copied as they are.
"""
