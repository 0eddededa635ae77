"""Adapters of other programs: read, written, fitted to a base.

layout.py: the modules of Hugging Face's models for the tensors of a GGUF file; all conversions use it.
learnt.py: a linear's adapter, by Hugging Face's name; fit.py converts it to Luthier's adapter, or names what does not
belong to the model.
peft_folder.py, peft_write.py: PEFT's folders in and out.
open.py: an adapter of any kind, by its file or folder.
"""
