"""Whole trainings on other computers, by SSH, and for them (docs/other-computers.md)."""
