"""Export: what a run learnt in the form other programs load, checked in llama.cpp before it counts as done.

job.py: the job, and the table of kinds. trained.py: what every kind is given. checks.py: what every kind is put to.
The others are a kind each.
"""
