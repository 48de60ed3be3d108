"""What the caller says about drawings: the arguments ``lines``, ``shapes``, ``text`` and ``cages`` of `read`.

Each argument is a meaning, or a mapping from descriptions of drawings to meanings. A description has the words of a
color, a shape or a text, as in ``"#67f067"``, ``"green"``, ``"circle white"`` and ``"X"``. A meaning is the name of a
rule, a function, or None for a decoration. A name becomes a statement as if the rules in words had it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from bitdoku._errors import shown
from bitdoku.links._drawings import color_code
from bitdoku.links._words import COLOR_WORDS, LINES, Statement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bitdoku.links._drawings import Drawn
    from bitdoku.rules import Rule

    #: A meaning of drawings: names of rules, a function of cells and possibly a text, or None for a decoration.
    One = str | Sequence[str] | Callable[..., Rule | Sequence[Rule]] | None
    #: A meaning, or meanings by descriptions.
    Meant = One | Mapping[str, One]

#: The rules that drawings can mean, for each argument.
NAMES = {
    "lines": (*LINES, "arrow", "little_killer"),
    "shapes": ("odd", "even", "maximum", "minimum", "counting_circles", "kropki_white", "kropki_black"),
    "text": ("sandwich", "x_sum", "skyscraper", "numbered_room", "little_killer", "quadruple", "xv"),
    "cages": ("killer_cage", "total", "different", "look_and_say"),
}
DECORATION = "decoration"
_SHAPES = {"line": "line", "arrow": "arrow", "circle": "circle", "square": "rectangle", "rectangle": "rectangle"}
_KINDS = {"line": "lines", "arrow": "lines", "circle": "shapes", "rectangle": "shapes", "text": "text", "cage": "cages"}


@dataclass
class Meaning(Statement):
    """A statement of the caller.

    Attributes
    ----------
    argument
        ``"lines"``, ``"shapes"``, ``"text"`` or ``"cages"``.
    shape
        The shape, or "" for any.
    texts
        The text of the drawing, or "" for any.
    make
        A function that makes the rules, or None.
    """

    argument: str = ""
    shape: str = ""
    texts: str = ""
    make: Callable[..., Any] | None = None

    def fits(self, drawn: Drawn) -> bool:
        """Whether it is about a drawing."""
        if _KINDS[drawn.shape] != self.argument or self.shape not in ("", drawn.shape):
            return False
        return self.texts in ("", drawn.text) and super().fits(drawn)


def meanings(**arguments: Any) -> list[Meaning]:
    """Parse the arguments. Raises TypeError and ValueError."""
    found = []
    for argument, value in arguments.items():
        if value is None:
            continue
        for key, meaning in (value if isinstance(value, Mapping) else {"": value}).items():
            what = argument if key == "" else f"{argument}[{key!r}]"
            found += _parsed(argument, what, key, meaning)
    return found


def _parsed(argument: str, what: str, key: Any, meaning: Any) -> list[Meaning]:
    if not isinstance(key, str):
        raise TypeError(f"{argument} has the key {shown(key)}; expected text, such as '#67f067'")
    colors, shape, texts = set(), "", ""
    if argument in ("text", "cages") and not re.match("#[0-9a-fA-F]{3}", key):
        texts = key
    else:
        for word in key.lower().split():
            if re.fullmatch("#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})", word):
                colors.add(color_code(word))
            elif word in COLOR_WORDS:
                colors.add(COLOR_WORDS[word])
            elif word in _SHAPES:
                shape = _SHAPES[word]
            else:
                raise ValueError(f"{what}: {word!r} is no color and no shape; expected such as '#67f067' or 'circle'")
    if meaning is None or callable(meaning):
        name = DECORATION if meaning is None else "function"
        return [Meaning(name, "", colors, argument=argument, shape=shape, texts=texts, make=meaning)]
    names = [meaning] if isinstance(meaning, str) else list(meaning) if isinstance(meaning, list | tuple) else []
    if not names:
        raise TypeError(f"{what} is {shown(meaning)}; expected the name of a rule, a function or None")
    for name in names:
        if name not in NAMES[argument]:
            near = get_close_matches(str(name), NAMES[argument], 1)
            meant = f" (do you mean {near[0]!r}?)" if near else ""
            raise ValueError(
                f"{what} is {shown(name)}{meant}; expected one of {', '.join(NAMES[argument])}, or a function"
            )
    parts = [part for name in names for part in (("x", "v") if name == "xv" else (name,))]
    # The readers of lines look for the name in the sentence.
    return [Meaning(name, name, colors, argument=argument, shape=shape, texts=texts) for name in parts]
