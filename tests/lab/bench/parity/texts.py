"""What is tokenized and computed: what tokenizers split differently."""

from __future__ import annotations

from core.base.paths import DEMO

TEXTS = (
    (DEMO / "holmes.txt").read_text(encoding="utf-8")[20_000:21_500],
    "The lamp is lit at dusk, and it's put out at dawn; whoever says they've seen it otherwise is mistaken. "
    "“Quotes”, dashes — and an ellipsis… belong to it.\n\n" * 3,
    "def area(radius: float) -> float:\n    # of a circle\n\treturn 3.14159 * radius ** 2\n\n\n"
    "print(area(12), 1_000_000)\n"
    "for i in range(10):\n        if i % 2 == 0:\n            continue\n" * 2,
    "Die Straße führt über den Fluß. Où est la bibliothèque ? ¿Dónde está mañana? Ελληνικά και русский текст. "
    "日本語の文章と、中文的句子。한국어 문장입니다. العربية من اليمين. हिन्दी में एक वाक्य।" * 2,
    "2024-02-29 12:34:56.789 1234567890 $1,234.50 0x1F  two blanks   three\t\ttabs\r\nand a line 👩‍🚀🏳️‍🌈 🙂 é \u00a0.",
)
