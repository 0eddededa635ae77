"""A PDF is read as it is looked at: column after column, tables by rows, with what is filled in and without what is not
shown.
"""

from __future__ import annotations

import textwrap
from itertools import zip_longest
from pathlib import Path

import pytest

from core.data.read.documents.document import DocumentReader
from core.data.read.documents.found import Found
from tests.support.documents import pdf_of, written

BEES = (
    "Bees live in hives that stand in the garden behind the house. In spring they fly out and look for flowers near "
    "the river, where the first willows bloom. A hive has one queen, who lays many eggs and does not leave the house "
    "for most of the year. The workers clean the cells, feed the young and build new combs from wax."
)
WASPS = (
    "Wasps build nests of paper under the roof or in the ground. In autumn they come to the table and eat our cake and "
    "the ripe plums in the grass. A nest has many cells in several floors, which are left when the frost comes and "
    "nobody lives in them in the winter. Only young queens survive the cold."
)
ANTS = (
    "Ants carry leaves along narrow paths to a hill of needles. They keep small lice for their honey and defend them "
    "against beetles. A colony may have several queens and many thousands of workers, who find their way by scent."
)
FONTS = "/Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Courier>>/F2<</Type/Font/Subtype/Type1/BaseFont/Courier-Bold>>>>"
SIZE, LETTER = 7, 4.2  # of Courier, in points

Placed = tuple[float, float, str]


def drawn(*placed: Placed, font: str = "F1", size: float = SIZE) -> str:
    """Texts at their places, from the left and from below."""
    said = " ".join(f"1 0 0 1 {x:.1f} {y:.1f} Tm ({one})Tj" for x, y, one in placed)
    return f"BT/{font} {size} Tf {said} ET"


def side_by_side(
    *texts: str, gap: float, top: float = 560, width: int = 0, left: float = 20, down: float = 0
) -> list[Placed]:
    """Columns of text, drawn line by line over all. width: in letters. down: how much lower each begins."""
    width = width or int((360 - gap * (len(texts) - 1)) / len(texts) / LETTER)
    columns = [textwrap.wrap(one, width) for one in texts]
    return [
        (left + place * (width * LETTER + gap), top - 9 * row - down * place, line)
        for row, lines in enumerate(zip_longest(*columns))
        for place, line in enumerate(lines)
        if line
    ]


def rows(cells: list[list[str]], gap: float, *, right: bool = False, top: float = 560) -> list[Placed]:
    """A table whose widest cells stand so far apart; right: its numbers end below each other."""
    widths = [max(len(row[i]) for row in cells) * LETTER for i in range(len(cells[0]))]
    lefts = [20 + sum(widths[:i]) + gap * i for i in range(len(widths))]
    return [
        (lefts[i] + (widths[i] - len(cell) * LETTER if right else 0), top - 11 * place, cell)
        for place, row in enumerate(cells)
        for i, cell in enumerate(row)
        if cell
    ]


def read(reader: DocumentReader, folder: Path, stream: str, resources: str = FONTS, **more: str) -> tuple[Found, str]:
    """Return what is read of a page. more: what else the catalog, the page and the file have."""
    content = pdf_of(stream, resources).decode("latin-1")
    content = content.replace("/Type/Catalog", f"/Type/Catalog{more.get('catalog', '')}")
    content = content.replace("/MediaBox", f"{more.get('page', '')}/MediaBox")
    content = content.replace("xref\n", f"9 0 obj null endobj\n{more.get('objects', '')}\nxref\n", 1)
    about, raw = reader.read(written(folder, "page.pdf", content.encode("latin-1")), "pdf")
    return about, raw.decode()


def in_order(found: str, *texts: str) -> bool:
    found = " ".join(found.split())
    for one in texts:
        _, there, found = found.partition(one)
        if not there:
            return False
    return True


TITLE = drawn((60, 580, "On the insects of the garden"), font="F2", size=12)
ABOVE = [(20, 560 - 9 * row, line) for row, line in enumerate(textwrap.wrap(ANTS, 84))]
BELOW = [(20, 300 - 9 * row, line) for row, line in enumerate(textwrap.wrap(ANTS, 84))]
NOTE = drawn((20, 40, "1 As the old keeper of the hives wrote in his book."), size=5)
COLUMNS = {
    "12 points": ([BEES, WASPS], drawn(*side_by_side(BEES, WASPS, gap=12))),
    "18 points": ([BEES, WASPS], drawn(*side_by_side(BEES, WASPS, gap=18))),
    "24 points": ([BEES, WASPS], drawn(*side_by_side(BEES, WASPS, gap=24))),
    "three": ([BEES, WASPS, ANTS], drawn(*side_by_side(BEES, WASPS, ANTS, gap=10))),
    "of other heights": ([ANTS, BEES + " " + WASPS], drawn(*side_by_side(ANTS, BEES + " " + WASPS, gap=12))),
    "the first is longer": ([BEES + " " + WASPS, ANTS], drawn(*side_by_side(BEES + " " + WASPS, ANTS, gap=12))),
    "of other lines": ([BEES, WASPS], drawn(*side_by_side(BEES, WASPS, gap=12, down=3))),
    "one after the other": ([BEES, WASPS], drawn(*sorted(side_by_side(BEES, WASPS, gap=12), key=lambda one: one[0]))),
    "below a title and a summary": (
        ["# On the insects of the garden", ANTS, BEES, WASPS],
        TITLE + drawn(*ABOVE, *side_by_side(BEES, WASPS, gap=12, top=520)),
    ),
    "above a text": ([BEES, WASPS, ANTS], drawn(*side_by_side(BEES, WASPS, gap=12, top=480), *BELOW)),
    "above a footnote": ([BEES, WASPS, "1 As the old keeper"], drawn(*side_by_side(BEES, WASPS, gap=12)) + NOTE),
    "around a caption": (
        [BEES, WASPS, "Figure 1: the nest", ANTS, BEES],
        drawn(*side_by_side(BEES, WASPS, gap=12))
        + drawn((60, 400, "Figure 1: the nest of the wasps in the attic, drawn by hand by its keeper"))
        + drawn(*side_by_side(ANTS, BEES, gap=12, top=370)),
    ),
}  # fmt: skip


@pytest.mark.process
@pytest.mark.parametrize("name", COLUMNS)
def test_that_columns_are_read_one_after_the_other(reader: DocumentReader, tmp_path: Path, name: str) -> None:
    said, stream = COLUMNS[name]
    _, found = read(reader, tmp_path, stream)
    assert in_order(found, *said)
    assert "|" not in found


@pytest.mark.process
@pytest.mark.parametrize("turn", [90, 180, 270])
def test_that_columns_of_a_turned_page_are_read_one_after_the_other(
    reader: DocumentReader, tmp_path: Path, turn: int
) -> None:
    matrix = {90: "0 1 -1 0 400 0 cm ", 180: "-1 0 0 -1 400 600 cm ", 270: "0 -1 1 0 0 600 cm "}[turn]
    stream = matrix + drawn(*side_by_side(BEES, WASPS, gap=12, top=390))
    _, found = read(reader, tmp_path, stream, page=f"/Rotate {turn}")
    assert in_order(found, BEES, WASPS)


NUMBERS = [["Year", "Bees", "Wasps"], ["2001", "417", "9723"], ["2002", "8689", "806"], ["2003", "85", "14843"]]
WORDS = [["Insect", "Home", "Legs"], ["Bee", "hive in a garden", "6"], ["Wasp", "nest", "6"], ["Spider", "web", "8"]]
SPOKEN = [
    ["English", "Deutsch"], ["I go to the market", "Ich gehe auf den Markt"],
    ["She reads a long book about bees", "Sie liest ein Buch"], ["We eat", "Wir essen heute zusammen"],
    ["You sleep well", "Du schläfst gut"],
]  # fmt: skip
BILL = [["Pos", "Item", "Price", "Total"], ["1", "Screws", "0.05", "5.00"], ["2", "A hammer", "12.90", "12.90"]]
MERGED = [
    ["Tree", "Size in metres", ""],
    ["", "High", "Wide"],
    ["Oak", "20", "11"],
    ["", "17", "8"],
    ["Fir", "33", "6"],
]


@pytest.mark.process
@pytest.mark.parametrize("gap", [9, 12, 18, 40])
@pytest.mark.parametrize(
    "cells",
    [NUMBERS, WORDS, SPOKEN, [*BILL, ["3", "Glue", "4.50", "9.00"]]],
    ids=["numbers", "words", "sentences", "prices"],
)
def test_that_a_table_stays_a_table(reader: DocumentReader, tmp_path: Path, cells: list[list[str]], gap: float) -> None:
    _, found = read(reader, tmp_path, drawn(*rows(cells, gap, right=cells is NUMBERS)))
    lines = [f"| {' | '.join(row)} |" for row in cells]
    assert found == "\n".join([lines[0], "|" + " --- |" * len(cells[0]), *lines[1:]])


@pytest.mark.process
def test_that_merged_cells_shift_no_others(reader: DocumentReader, tmp_path: Path) -> None:
    placed = [(20, 20 + 40, 20 + 80)[i] for i in range(3)]
    stream = drawn(
        *((placed[i], 560 - 11 * y, cell) for y, row in enumerate(MERGED) for i, cell in enumerate(row) if cell)
    )
    _, found = read(reader, tmp_path, stream)
    assert [
        [cell.strip() for cell in line.strip("|").split("|")] for line in found.splitlines() if "-" not in line
    ] == MERGED


PARAGRAPHS = {
    "wide spaces": [
        (20 + sum(len(word) * LETTER + 9 for word in line.split()[:i]), 560 - 9 * row, word)
        for row, line in enumerate(textwrap.wrap(f"{BEES} {WASPS}", 48))
        for i, word in enumerate(line.split())
    ],
    "letters of one width": [
        (20, 560 - 9 * row, line) for row, line in enumerate(textwrap.wrap(f"{BEES} {WASPS}", 80))
    ],
}


@pytest.mark.process
@pytest.mark.parametrize("name", PARAGRAPHS)
def test_that_chance_strips_in_a_paragraph_are_no_columns(reader: DocumentReader, tmp_path: Path, name: str) -> None:
    _, found = read(reader, tmp_path, drawn(*PARAGRAPHS[name]))
    assert in_order(found, f"{BEES} {WASPS}")


@pytest.mark.process
def test_that_items_keep_their_numbers(reader: DocumentReader, tmp_path: Path) -> None:
    placed = [
        one
        for place in range(4)
        for one in (
            (20, 560 - 18 * place, f"{place + 1}."),
            (38, 560 - 18 * place, f"Carry the leaves of tree {place}"),
        )
    ]
    _, found = read(reader, tmp_path, drawn(*placed))
    assert "|" not in found
    assert in_order(found, "1. Carry the leaves of tree 0", "2. Carry the leaves of tree 1", "4. Carry")


@pytest.mark.process
@pytest.mark.parametrize(
    ("stream", "said"),
    [
        ("(10)Tj/F1 5 Tf 4 Ts(6)Tj/F1 7 Tf 0 Ts( cells)Tj", "10⁶ cells"),
        ("(H)Tj/F1 5 Tf -1.5 Ts(2)Tj/F1 7 Tf 0 Ts(O is wet)Tj", "H₂O is wet"),
        ("(10)Tj/F1 5 Tf 3 Ts(-23)Tj/F1 7 Tf 0 Ts( kg)Tj", "10⁻²³ kg"),
        ("(x)Tj/F1 5 Tf 3 Ts(a+b)Tj/F1 7 Tf 0 Ts( is)Tj", "x^(a+b) is"),
        ("(v)Tj/F1 5 Tf -1.5 Ts(max)Tj/F1 7 Tf 0 Ts( is)Tj", "vₘₐₓ is"),
        ("(It rained.)Tj/F1 5 Tf 3 Ts(1)Tj/F1 7 Tf 0 Ts( Then not.)Tj", "It rained.¹ Then not."),
        ("(the 20)Tj/F1 5 Tf 3 Ts(th)Tj/F1 7 Tf 0 Ts( time)Tj", "the 20th time"),
        ("(A)Tj/F1 5 Tf(LL SMALL)Tj/F1 7 Tf( now)Tj", "ALL SMALL now"),
    ],
)
def test_that_raised_and_lowered_digits_are_told(
    reader: DocumentReader, tmp_path: Path, stream: str, said: str
) -> None:
    _, found = read(reader, tmp_path, f"BT/F1 7 Tf 20 500 Td(Here we see )Tj{stream} ET")
    assert found == f"Here we see {said}"


def field(number: int, kind: str, box: str, value: str) -> str:
    return f"{number} 0 obj<</Type/Annot/Subtype/Widget/FT/{kind}/T(f{number})/Rect[{box}]/F 4{value}>>endobj\n"


FORM = (
    field(10, "Tx", "60 495 200 507", "/V(Ada Lovelace)")
    + field(11, "Btn", "60 475 68 483", "/AS/Yes/V/Yes")
    + field(12, "Btn", "120 475 128 483", "/AS/Off/V/Off")
    + field(13, "Ch", "60 455 200 467", "/Ff 131072/Opt[[(r)(Red)][(b)(Blue)]]/V(b)")
    + field(14, "Tx", "60 435 200 447", "/Ff 8192/V(secret)")
    + "15 0 obj<</Type/Annot/Subtype/FreeText/Rect[60 415 200 427]/Contents(Typed on the page)/F 4>>endobj\n"
    + "16 0 obj<</Type/Annot/Subtype/Text/Rect[60 395 80 415]/Contents(Is this so?)/F 4>>endobj\n"
    + "17 0 obj<</Type/Annot/Subtype/FreeText/Rect[60 395 80 415]/Contents(Never seen)/F 2>>endobj\n"
)
FIELDS = " ".join(f"{number} 0 R" for number in range(10, 18))


@pytest.mark.process
def test_that_what_is_filled_in_is_read_beside_its_label(reader: DocumentReader, tmp_path: Path) -> None:
    labels = drawn(
        (20, 500, "Name:"), (72, 477, "yes"), (132, 477, "no"), (20, 460, "Colour:"), (20, 380, "Thank you.")
    )
    about, found = read(
        reader, tmp_path, labels, page=f"/Annots[{FIELDS}]", catalog=f"/AcroForm<</Fields[{FIELDS}]>>", objects=FORM
    )
    assert in_order(
        found, "| Name: | Ada Lovelace |", "| [x] yes | [ ] no |", "Colour: Blue", "Typed on the page", "Thank you."
    )
    assert "secret" not in found and "Never" not in found
    assert about.left_out == ["1 note in the margin (comments)"]


@pytest.mark.process
def test_that_a_form_that_only_adobe_shows_is_told(reader: DocumentReader, tmp_path: Path) -> None:
    about, _ = read(
        reader, tmp_path, drawn((20, 500, "Please wait...")),
        catalog="/NeedsRendering true/AcroForm<</Fields[]/XFA 20 0 R>>",
        objects="20 0 obj<</Length 0>>stream\n\nendstream endobj",
    )  # fmt: skip
    assert about.left_out == ["a form that only some of Adobe's programs show (XFA)"]


LAYERS = "/OCProperties<</OCGs[20 0 R 21 0 R]/D<</OFF[20 0 R]>>>>"
GROUPS = "20 0 obj<</Type/OCG/Name(Off)>>endobj\n21 0 obj<</Type/OCG/Name(On)>>endobj"
SEEN = drawn((20, 540, "What is seen."))


@pytest.mark.process
@pytest.mark.parametrize(
    ("stream", "said"),
    [
        (f"/OC/A BDC {drawn((20, 520, 'In a layer'))} EMC", ""),
        (f"/OC/B BDC {drawn((20, 520, 'In a layer'))} EMC", "In a layer"),
        (f"1 g {drawn((20, 520, 'White on white'))}", ""),
        (f"0 g 10 510 200 20 re f 1 g {drawn((20, 520, 'White on black'))}", "White on black"),
        (f"3 Tr {drawn((20, 520, 'Not drawn'))}", ""),
    ],
)
def test_that_what_a_page_does_not_show_is_left_out(
    reader: DocumentReader, tmp_path: Path, stream: str, said: str
) -> None:
    resources = FONTS + "/Properties<</A 20 0 R/B 21 0 R>>"
    about, found = read(reader, tmp_path, f"{SEEN} {stream}", resources, catalog=LAYERS, objects=GROUPS)
    assert found == f"What is seen. {said}".strip()
    assert bool(about.left_out) is not bool(said)
    assert all(" that its pages do not show" in one for one in about.left_out)


@pytest.mark.process
def test_that_invisible_text_over_a_picture_is_that_of_a_scanned_page(reader: DocumentReader, tmp_path: Path) -> None:
    image = "30 0 obj<</Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/Length 1>>"
    _, found = read(
        reader, tmp_path, f"q 400 0 0 600 0 0 cm /I Do Q 3 Tr {drawn((20, 520, 'What was recognised'))}",
        FONTS + "/XObject<</I 30 0 R>>", objects=f"{image}stream\n\x80\nendstream endobj",
    )  # fmt: skip
    assert found == "What was recognised"
