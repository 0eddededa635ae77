"""LoRA (arXiv:2106.09685) and DoRA (arXiv:2402.09353): training, files and merging.

adapter.py: the trained tensors, A, B and a magnitude beside each linear, with their gradients; all of a model's in one
flat vector.
adapter_file.py: the GGUF file that llama.cpp loads on top of the base model.
merge.py: the rows of the base's weights with the adapter merged, which core/export writes to a file; for DoRA the
lengths of the rows of W + s B A, updated as A and B change.

The product itself, forward and backward, is an operation like others: core/engine/ops/low_rank.py.
"""
