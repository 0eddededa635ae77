"""Adapters of other programs: read, written, fitted to a base.

layout.py: where Hugging Face's models have the tensors of a GGUF file; everything that crosses over asks it.
learnt.py: what an adapter says of one linear, by Hugging Face's name; fit.py makes Luthier's adapter of it, or says
what does not belong to the model.
peft_folder.py, peft_write.py: PEFT's folders in and out.
open.py: an adapter of any kind, by its file or folder.
"""
