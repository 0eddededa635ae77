"""The checks of an export before it counts as done, and comparisons with other programs.

loss.py: its loss in llama.cpp. kept.py: its weights, compared with the exact ones. greedy.py: its greedy output, and
whether the trained model would write the same. comparison.py: questions to other programs, and where their answers
differ from ours.
"""
