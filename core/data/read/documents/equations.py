"""Converts equations to TeX: Office's (OMML, ECMA-376 part 1, 22.1), the web's and OpenDocument's (MathML)."""

from __future__ import annotations

import re
import unicodedata
from xml.etree.ElementTree import Element

_DEEPEST = 60  # nested parts
_SYMBOLS = {
    "×": "times", "÷": "div", "±": "pm", "∓": "mp", "·": "cdot", "⋅": "cdot", "∙": "cdot", "≤": "le", "≥": "ge",
    "≠": "ne", "≈": "approx", "≡": "equiv", "∼": "sim", "∝": "propto", "∞": "infty", "∑": "sum", "∏": "prod",
    "∫": "int", "∬": "iint", "∮": "oint", "∂": "partial", "∇": "nabla", "∈": "in", "∉": "notin", "⊂": "subset",
    "⊆": "subseteq", "∪": "cup", "∩": "cap", "∅": "emptyset", "∀": "forall", "∃": "exists", "¬": "neg", "∧": "wedge",
    "∨": "vee", "→": "to", "←": "leftarrow", "⇒": "Rightarrow", "⇔": "Leftrightarrow", "↔": "leftrightarrow",
    "↦": "mapsto", "…": "ldots", "⋯": "cdots", "√": "surd", "∘": "circ", "⊕": "oplus", "⊗": "otimes", "⟨": "langle",
    "⟩": "rangle", "‖": "|", "ℏ": "hbar", "ℓ": "ell", "∥": "parallel", "⊥": "perp",
}  # fmt: skip
_ACCENTS = {
    "^": "hat", "\u0302": "hat", "ˆ": "hat", "~": "tilde", "\u0303": "tilde", "˜": "tilde", "¯": "bar", "\u0304": "bar",
    "\u0305": "overline", "‾": "overline", "→": "vec", "\u20d7": "vec", "˙": "dot", "\u0307": "dot",
    "¨": "ddot", "\u0308": "ddot", "⏞": "overbrace", "⏟": "underbrace",
}  # fmt: skip
_LARGE = re.compile(
    r"\\(?:sum|prod|i*int|oint|bigcup|bigcap)\s*|(?:lim|max|min|sup|inf|argmax|argmin)\s*|\\(?:lim|max|min)"
)
_FUNCTIONS = {
    "sin",
    "cos",
    "tan",
    "cot",
    "sec",
    "csc",
    "log",
    "ln",
    "lg",
    "exp",
    "lim",
    "max",
    "min",
    "sup",
    "inf",
    "det",
}
_SPECIAL = str.maketrans({one: "\\" + one for one in "#$%&_{}"} | {"\\": "\\backslash ", "~": "\\sim ", "−": "-"})


def tex(node: Element) -> str:
    """Return an equation as TeX between dollar signs; "" if it is empty."""
    said = re.sub(r"\s+", " ", _tex(node, 0)).strip()
    said = re.sub(r"(\\[A-Za-z]+) (?![^\W\d_])", r"\1", said)
    return f"${said}$" if said else ""


def _tex(node: Element, depth: int) -> str:
    name = _name(node)
    if depth > _DEEPEST or name in ("annotation", "annotation-xml", "mphantom", "phant", "maligngroup", "malignmark"):
        return ""
    if name == "semantics":
        given = next((one for one in node if "tex" in (one.get("encoding") or "").lower()), None)
        if given is not None and given.text:
            return re.sub(r"^\{\\displaystyle\s*(.*)\}$", r"\1", given.text.strip(), flags=re.S)
        return _tex(node[0], depth + 1) if len(node) else ""
    if name in ("mi", "mn", "mo", "ms", "mtext", "t"):
        return _symbols("".join(node.itertext()), name)
    parts = [(_name(child), _tex(child, depth + 1)) for child in node if not _name(child).endswith("Pr")]
    if name.startswith("m") and len(name) > 2 and name != "mr":
        return _mathml(node, name, [said for _, said in parts])
    return _omml(node, name, parts)


def _mathml(node: Element, name: str, said: list[str]) -> str:
    a, b, c = [*said, "", "", ""][:3]
    match name:
        case "mfrac":
            return f"\\binom{{{a}}}{{{b}}}" if node.get("linethickness") in ("0", "0pt") else f"\\frac{{{a}}}{{{b}}}"
        case "msup" | "msub":
            return f"{_base(a)}{'^' if name == 'msup' else '_'}{{{b}}}"
        case "msubsup":
            return f"{_base(a)}_{{{b}}}^{{{c}}}"
        case "munderover":
            return _limits(a, b, c)
        case "munder" | "mover":
            return _accented(a, b) or (_limits(a, b, "") if name == "munder" else _limits(a, "", b))
        case "msqrt":
            return f"\\sqrt{{{''.join(said)}}}"
        case "mroot":
            return f"\\sqrt[{b}]{{{a}}}"
        case "mtr" | "mlabeledtr":
            return " & ".join(said)
        case "mtable":
            return f"\\begin{{matrix}} {_rows(said)} \\end{{matrix}}"
        case "mfenced":
            return f"{_fence(node.get('open', '('))}{','.join(said)}{_fence(node.get('close', ')'))}"
        case "mspace":
            return " "
    return "".join(said)


def _omml(node: Element, name: str, parts: list[tuple[str, str]]) -> str:
    of = dict(parts)
    e = of.get("e", "")
    match name:
        case "f":
            form = _property(node, "type")
            if form == "lin":
                return f"{of.get('num', '')}/{of.get('den', '')}"
            return f"\\{'binom' if form == 'noBar' else 'frac'}{{{of.get('num', '')}}}{{{of.get('den', '')}}}"
        case "sSup" | "sSub" | "sSubSup" | "sPre":
            low = f"_{{{of['sub']}}}" if "sub" in of else ""
            high = f"^{{{of['sup']}}}" if "sup" in of else ""
            return f"{{}}{low}{high}{e}" if name == "sPre" else f"{_base(e)}{low}{high}"
        case "rad":
            return f"\\sqrt[{of['deg']}]{{{e}}}" if of.get("deg") else f"\\sqrt{{{e}}}"
        case "nary":
            return f"{_limits(_symbols(_property(node, 'chr') or '∫', 'mo'), of.get('sub', ''), of.get('sup', ''))} {e}"
        case "d":
            begin, end = (_property(node, one, other) for one, other in (("begChr", "("), ("endChr", ")")))
            between = _symbols(_property(node, "sepChr", "|"), "mo")
            return _fence(begin) + between.join(said for part, said in parts if part == "e") + _fence(end)
        case "limLow" | "limUpp":
            limit = of.get("lim", "")
            return _limits(e, limit, "") if name == "limLow" else _limits(e, "", limit)
        case "func":
            return f"{of.get('fName', '')} {e}"
        case "mr":
            return " & ".join(said for _, said in parts)
        case "m" | "eqArr":
            return f"\\begin{{matrix}} {_rows([said for _, said in parts])} \\end{{matrix}}"
        case "acc":
            return _accented(e, _property(node, "chr", "\u0302")) or e
        case "bar":
            return f"\\{'underline' if _property(node, 'pos') == 'bot' else 'overline'}{{{e}}}"
        case "groupChr":
            return _accented(e, _property(node, "chr", "⏟")) or e
    return "".join(said for _, said in parts)


def _name(node: Element) -> str:
    return node.tag.rpartition("}")[2] if isinstance(node.tag, str) else ""


def _property(node: Element, name: str, default: str = "") -> str:
    """Return a property of an Office equation's part, such as <m:naryPr><m:chr m:val="∑"/>."""
    for one in (one for child in node if _name(child).endswith("Pr") for one in child):
        if _name(one) == name:
            return next((value for key, value in one.attrib.items() if key.endswith("val")), "")
    return default


def _symbols(text: str, name: str) -> str:
    text = "".join(unicodedata.normalize("NFKC", one) if "\U0001d400" <= one <= "\U0001d7ff" else one for one in text)
    if name in ("mtext", "ms") and text.strip():
        return f"\\text{{{text.translate(_SPECIAL)}}}"
    if text.strip() in _FUNCTIONS:
        return f"\\{text.strip()} "
    return "".join(map(_symbol, text))


def _symbol(letter: str) -> str:
    if letter in _SYMBOLS:
        return f"\\{_SYMBOLS[letter]} "
    if greek := re.fullmatch(r"GREEK (SMALL|CAPITAL) LETTER ([A-Z]+)", unicodedata.name(letter, "")):
        name = {"LAMDA": "lambda"}.get(greek[2], greek[2].lower())
        return f"\\{name if greek[1] == 'SMALL' else name.capitalize()} "
    return "" if unicodedata.category(letter) == "Cf" else letter.translate(_SPECIAL)


def _base(said: str) -> str:
    said = said.strip()
    return said if len(said) < 2 or re.fullmatch(r"\\[A-Za-z]+|[\w.]+|\([^()]*\)", said) else f"{{{said}}}"


def _limits(base: str, low: str, high: str) -> str:
    if not _LARGE.fullmatch(base.strip()) and (low or high):
        base = f"\\underset{{{low}}}{{{base}}}" if low else base
        return f"\\overset{{{high}}}{{{base}}}" if high else base
    return base.rstrip() + (f"_{{{low}}}" if low else "") + (f"^{{{high}}}" if high else "")


def _accented(base: str, mark: str) -> str:
    given = {f"\\{command}": _ACCENTS.get(letter, "") for letter, command in _SYMBOLS.items()}
    accent = (
        _ACCENTS.get(mark.strip()) or given.get(mark.strip()) or {"\\sim": "tilde", "_": "underline"}.get(mark.strip())
    )
    return f"\\{accent}{{{base}}}" if accent else ""


def _fence(letter: str) -> str:
    return {"{": "\\{", "}": "\\}", "": ""}.get(letter) or _symbols(letter, "mo")


def _rows(rows: list[str]) -> str:
    return " \\\\ ".join(rows)
