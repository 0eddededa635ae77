"""What the first page of a first start says."""

from __future__ import annotations

from core.base.language import tr

WHAT = tr("Luthier teaches a language model your style, your answers or your texts, on this computer and nowhere else.")
MODEL = tr("A language model is a file that continues text word by word: that is how a chat program answers.")

# An icon, a word and what it is for: the entries of the side bar.
STEPS = (
    (
        "mdi6.cube-outline",
        tr("Model"),
        tr("Choose a language model: the one that is included, one of yours, or a new one."),
    ),
    ("mdi6.text-box-search-outline", tr("Data"), tr("Show it what to learn from, and see how it reads it.")),
    ("mdi6.school-outline", tr("Train"), tr("Let it learn, and watch. The model itself stays as it is.")),
    ("mdi6.chat-outline", tr("Chat"), tr("Ask it something, and read the answer before and after side by side.")),
    ("mdi6.export-variant", tr("Export"), tr("Take it to Ollama, LM Studio or llama.cpp.")),
)

SAMPLE_TITLE = tr("See it happen first")
SAMPLE = tr(
    "A small storytelling model and some practice material are included. It takes a few minutes, no network, and "
    "one button."
)
CHAT = tr("It learns to &answer like an old lighthouse keeper")
TEXT = tr("It learns to &continue a story like Dr Watson")
