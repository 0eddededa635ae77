"""The self-test of a device: compares a small model's gradients with the CPU's, in a process that a driver may
crash.
"""
