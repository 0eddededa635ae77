"""Whole trainings on other computers, by the system's own SSH: how both ends talk.

An added computer (core/base/known_computers.py) runs `luthier worker` while it is connected; core/jobs/computers holds
the work of both ends.
"""
