"""LoRA (arXiv:2106.09685), DoRA (arXiv:2402.09353), and what becomes of what they learnt.

From outside one needs adapter.py to train, adapter_file.py to read and write, merge.py to merge.

adapter.py: what is trained beside one linear, A, B and a magnitude with their gradients; all of a model's in one flat
vector, how many numbers that is, started, read and loaded.
adapter_file.py: the GGUF file that llama.cpp loads on top of the base model.
merge.py: the rows of the base's weights with the adapter in them, which core/export writes to a file; for DoRA the
lengths of the rows of W + s B A, kept up to date while A and B change.

The product itself, forward and backward, is an operation like others: core/engine/ops/low_rank.py.
"""
