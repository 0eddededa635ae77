"""What an export is put to before it counts as done, and other programs with it.

loss.py: its loss in llama.cpp. kept.py: its weights, beside what they should be. greedy.py: what it writes, always at
the likeliest token, and whether the trained model would. comparison.py: what other programs are asked, and where their
answers part from our own.
"""
