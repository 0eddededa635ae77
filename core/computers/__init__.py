"""Whole trainings on other computers, by the system's own SSH: how both ends talk.

A computer that was added (core/base/known_computers.py) runs `luthier worker` while it is connected; what both ends do
with this is in core/jobs/computers.
"""
