"""A folder that runs the same training elsewhere: on a rented GPU, in a notebook, on a friend's machine.

folder.py writes it, with its README. settings.py: the base by PEFT's names, and the training in the libraries' terms.
data_files.py: the data. homecoming.py: recognizes the training when its result is imported. The scripts lie in
resources/elsewhere and are copied unchanged.
"""
