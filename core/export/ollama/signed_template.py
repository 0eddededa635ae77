"""A chat template that no program takes for one that it knows.

Ollama replaces the template of a file that it is given by its own where both are less than 100 edits apart
(Levenshtein; template.Named in its source), and with it the words that end an answer: a template that was changed a
little for training would be thrown away. The comment in front of ours has 100 characters that are in none of its
templates, so the distance is at least 100 whatever these are: each has to be deleted or replaced.
"""

from __future__ import annotations

_RUNE, _EDITS = "\u2500", 100
SIGN = "{# Made with Luthier; rendered as it was trained. " + _RUNE * _EDITS + " #}"


def signed(source: str) -> str:
    """The template with the comment, which renders as it does without; one that has it already stays as it is.

    Jinja, as all programs set it up for chat templates, takes away a line break after a comment, as after a block:
    where the template begins with blanks, one is put there, so that these still begin a line.
    """
    if source.startswith(SIGN):
        return source
    return SIGN + ("\n" if source[:1].isspace() else "") + source
