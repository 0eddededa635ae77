"""What layers are made of: each part says which tensors it has, what it holds, and how it computes."""
