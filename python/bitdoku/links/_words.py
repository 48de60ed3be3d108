"""Rules in words, as constructors write them under a drawing: which rule a sentence states, and what it refers to.

The text is split into sentences. A sentence states the rules whose pattern it contains, unless other words change its
meaning (`_doubts`), or it changes nothing: then a pattern matches all its words. Any other sentence is not understood;
no reader may ignore it, since the drawings would be read as an easier puzzle than the one that is meant.

Patterns are tables, tried on text in lower case.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from bitdoku import rules as r
from bitdoku.links._doubts import changes_meaning

if TYPE_CHECKING:
    from collections.abc import Callable

    from bitdoku.links._drawings import Drawn
    from bitdoku.rules import Rules

#: Rules that lines state, with the colors that they have by convention if the words name none.
LINES: dict[str, tuple[str, set[str]]] = {
    "thermometer": (r"thermo|bulb.*increas|increas.*\bbulb", {"gray"}),
    "whispers": (
        r"whisper|\blines?\b.*\b(?:differ|difference)\b.* (?:at least|by) \w+|\b(?:differ"
        r"|difference)\b.* at least.*\blines?\b|\blines?\b.*\bdifference of \w+ or (?:more|greater)",
        {"green"},
    ),
    "renban": (
        r"renban|(?:set|sequence|group) of .*consecutive|consecutive (?:set|sequence)|consecutive.*(?:any|some) order",
        {"purple", "pink"},
    ),
    "palindrome": (r"palindrom|same (?:in either|in both|from both|forwards|back and forth)", {"gray"}),
    "region_sum_line": (
        r"(?:box|region)\w*(?: borders?)?.*\b(?:equal|same) (?:sum|total|value)|region borders divide.*same sum"
        r"|(?:equal|same) (?:sum|total).*\b(?:box|region)|region sum|segment of the same line sum to the same",
        {"blue"},
    ),
    "entropic": (r"entropic line|low.*(?:middle|medium).*high|1,? ?2,? ?3.*4,? ?5,? ?6.*7,? ?8,? ?9", {"orange"}),
    "modular": (r"modular|remainders?.*3|modulo 3", {"turquoise", "blue"}),
    "parity": (r"alternat\w+.*(?:odd|even|parity)|(?:odd|even).*alternat", set()),
    "between": (
        r"between lines?\b|connecting circles .*between|digits .*\bbetween the .*(?:circle|end)"
        r"|\blines? between (?:two |the )?circles? .*\bbetween",
        {"gray"},
    ),
    "lockout": (r"lockout", {"purple", "pink"}),
    "zipper": (r"zipper|equal distance from the cent|equidistant from", {"purple", "pink"}),
    "sum_line": (r"segments?\b.*\bsums? to (?:10|ten)\b|\b(?:ten|10)[ -]lines?\b", {"gray"}),
    "double_arrow": (
        r"double[ -]arrow|\blines?\b.*\bsum .*\bcircles? at (?:its|the|both|either|each) ?\w* ends?\b",
        {"gray"},
    ),
    "nabner": (r"nabner", {"yellow"}),
}
#: Rules that other drawings state.
_DRAWN = {
    "killer_cage": r"(?:digits?|numbers?|cells?)\b.*\bcages?\b.*\b(?:sum|add|total)|\bcages? (?:show|give"
    r"|sum|add|total|must sum)"
    r"|\b(?:sum|total)\b.*\b(?:digits?|numbers?|cells?)\b.*\bcages?\b|\bcages?,? (?:the )?digits (?:must )?sum"
    r"|^killer(?: cages?)?: (?:the )?digits (?:must )?sum|\bcage's digits\b.*\bsum",
    "cage": r"(?:not|n't|never|no) (?:be )?(?:repeat|contain repeat|share).*\bcages?\b|\bcages?\b.*(?:not"
    r"|n't|never) repeat"
    r"|\bcages?\b.*\bno repeat|\bcannot repeat in a cage"
    r"|\bno digits? (?:may |can |must )?(?:be )?repeat(?:s|ed)? (?:with)?in (?:a|any) cage",
    "arrow": r"\barrows?\b.*\b(?:sum|add up|total)\b.*\b(?:circle|bulb|oval|pill)|\b(?:circle|oval"
    r"|pill)\w*.*\bsum.*\barrow",
    "kropki_white": r"white (?:kropki )?(?:dot|circle|bubble)s?.*(?:consecutive|differ(?:ence)? (?:by"
    r"|of) (?:exactly )?(?:1|one)\b"
    r"|exactly 1 greater)|\(white dot\).*consecutive|consecutive.*white dot",
    "kropki_black": r"black (?:kropki )?(?:dot|circle)s?.*(?:ratio|double|twice)|\(black dot\).*ratio|ratio.*black dot"
    r"|double.*black dot",
    "x": r"\bxs?\b(?:'s)?.*\b(?:sum|add up|add|total)\D*(?:10|\bten)\b|\b(?:sum|add)\w* (?:up )?to (?:10|ten)\b.*\bx\b",
    "v": r"\bvs?\b(?:'s)?.*\b(?:sum|add up|add|total)\D*(?:5|\bfive)\b|\b(?:sum|add)\w* (?:up )?to (?:5|five)\b.*\bv\b",
    "odd": r"\b(?:circle|shape)\w*\b.*\bodd\b|\bodd\b.*\bcircle",
    "even": r"\bsquare\w*\b.*\beven\b|\beven\b.*\bsquare",
    "counting_circles": r"circles?.*\bhow many (?:times|circles)|number of (?:times|circles).*circle"
    r"|\bcircle .*\bnumber of circles|\bcircle .*\b(?:that|so) many (?:times .*)?\bcircles",
    "quadruple": r"\bquad|(?:digits?|numbers?) in (?:a|the|each)? ?(?:white )?circles? .*(?:surrounding"
    r"|touching|(?:four|4) )",
    "little_killer": r"little killer|outside the grid.*(?:indicated|marked|corresponding) diagonal.*sum"
    r"|diagonal.*\bsum\b"
    r"|\bsums?\b.*\bdiagonal",
    "sandwich": r"sandwich|between (?:the )?1 and (?:the )?9",
    "x_sum": r"\bx-?sums?\b|\bfirst x (?:digits|cells|numbers)",
    "numbered_room": r"numbered rooms?|\b[nx]-?th cell\b",
    "maximum": r"fortress|\b(?:gr[ae]y|shaded)\b.*\b(?:greater|larger|higher) than\b.*\b(?:adjacent|neighbou?r)",
    "minimum": r"\b(?:gr[ae]y|shaded)\b.*\b(?:less|smaller|lower) than\b.*\b(?:adjacent|neighbou?r)",
    "greater_than": r"inequalit|greater[ -]than (?:sign|symbol)",
    "difference": r"\bdots?\b.* difference (?:given|shown|indicated|in)\b",
    "skyscraper": r"skyscraper|buildings?",
    "diagonals": r"\bdiagonals?\b.*(?:once|(?:not|n't|never|no) (?:be )?repeat|1-9|1 to 9|each digit|every digit"
    r"|all (?:the )?digits)|(?:not|n't|never|no digits?) (?:be )?(?:repeats?|repeated)\b.*\bdiagonals?\b"
    r"|\bonce (?:each )?(?:on|along|in|per)\b.*\bdiagonals?\b",
}  # fmt: skip
#: Rules of the whole board.
_WHOLE = {
    "anti_knight": r"anti-? ?knight|\bno (?:two )?(?:identical |same )?digits?\b.*knight'?s? ?move"
    r"|knight'?s? ?move.*(?:not|n't|never|different|no )|(?:not|n't"
    r"|never).*knight'?s? ?move",
    "anti_king": r"anti-? ?king|king'?s? ?move.*(?:not|n't|never|different)|(?:not|n't|never).*king'?s? ?move"
    r"|(?:not|n't|never) (?:touch|be adjacent|repeat) diagonally|diagonally adjacent.*(?:not|n't|never)",
    "non_consecutive": r"non-?consecutive (?:rule|sudoku|constraint)|(?:orthogonally )?adjacent (?:cells|digits).*"
    r"(?:not|n't|never) (?:be|contain|have) consecutive|consecutive digits.*(?:not|n't|never) (?:be|appear).*adjacent",
    "disjoint_groups": r"disjoint|same (?:relative )?position (?:in|of|within).*(?:box|region)",
}  # fmt: skip
_UNIT = (
    r"(?:(?:in|into|to|within|each|every|any|all|of|a|the|same|and|or|nor|one|bold outlined|outlined|bordered|SIZE) )*"
    r"(?:rows?|columns?|box(?:es)?|regions?)"
)
_UNITS = rf"{_UNIT}(?: {_UNIT})*"
_DIGITS = (
    r"(?:the |all |each |every |of )*(?:(?:digits?|numbers?|integers?) )?(?:from )?1 (?:to |through |thru |up to )?SIDE"
    r"(?: inclusive)?"
    r"|(?:the |all |every |each |of )*(?:digits?|numbers?)(?: from 1 (?:to|through) SIDE| 1 (?:to |through )?SIDE)?"
)
_ONCE = (
    r"(?: (?:once each|each once|(?:exactly |only )?once|(?:each |all )?exactly once each|without (?:any )?repea\w+))"
)
_NOT = r"(?:(?:may|must|can|do|does|should|will) not|cannot|can't|mustn't|don't|doesn't|may never|never)"
_MUST = r"(?: (?:must|should|has to|have to|each|all|only))*"
_PLACE = r"(?:place|fill|put|insert|enter|write)(?: in)?"
#: Statements of the rules of every Sudoku. SIDE is the largest digit and SIZE the sizes of boxes.
_STANDARD = [
    r"(?:(?:rules|sudoku|the|and|all) )*(?:normal|standard|classic|classical|usual|regular)"
    r"(?: rules of| SIDE ?x ?SIDE| irregular| jigsaw)* sudoku(?: rules?)?(?: apply| applies| are used)?",
    r"(?:the )?rules of (?:normal |standard |classic )?sudoku apply|(?:the )?sudoku rules apply|sudoku|rules",
    rf"{_PLACE} (?:{_DIGITS}){_ONCE}? {_UNITS}{_ONCE}?",
    rf"{_PLACE} (?:a |one )(?:digit|number)(?: from 1 (?:to |through )?SIDE)? (?:in|into) (?:each|every)"
    r"(?: empty)? cell",
    rf"{_PLACE} (?:{_DIGITS}) (?:in|into) (?:each|every|all|the)(?: empty)? cells?(?:{_ONCE} {_UNITS})?",
    rf"{_PLACE} (?:the grid|the board|the cells|(?:each|every) (?:empty )?cell) with (?:a |the )?(?:{_DIGITS})",
    rf"{_PLACE} {_UNITS} with (?:{_DIGITS}){_ONCE}?",
    rf"(?:{_DIGITS}){_MUST}(?: be)? (?:appears?|occurs?|placed|go){_ONCE}? {_UNITS}{_ONCE}?",
    rf"{_UNITS}{_MUST} (?:contains?|has|have|includes?) (?:{_DIGITS}){_ONCE}?",
    rf"(?:digits|numbers) {_NOT} (?:be )?repeat(?:ed)? {_UNITS}|no (?:digit|number)(?: may| can)? repeats? {_UNITS}",
]
_MARKS = (
    r"(?:(?:possible|such|of|the|these|and|white|black|kropki|dots?|circles?|xs?|vs?|xv'?s?|x's|v's|pairs?|clues?"
    r"|marks?) )+"
)
_LINE = (
    r"(?:(?:a|an|the|each|red|orange|yellow|green|blue|purple|pink|gray|grey|black) )?"
    r"(?:lines?|arrows?|cages?|thermometers?)"
)
#: Rules that need drawings, which are refused without words. Headings contain no more than names.
_NAMES = (
    r"kropki|killers?|dots|xv|thermometers?|arrows?|cages?|circles|whispers|renban|palindromes?|quadruples?"
    r"|sandwich(?:es)?|sums?|skyscrapers?|lines?|zipper"
)
#: Other sentences that change nothing.
_NEUTRAL = [
    rf"not all {_MARKS}(?:are |have been )?(?:necessarily )?(?:given|shown|marked)",
    rf"{_MARKS}are not necessarily (?:all )?given",
    r"(?:box|region)(?: or region)? borders (?:separate|divide|split) (?:the )?\w+ lines?(?: into segments)?",
    r"different lines may(?: or may not)? have different (?:values (?:for|of) n|segment sums|sums|totals)",
    r"if (?:a|the) line passes through (?:the same|a) (?:box|region) more than once each .*(?:separately|individually)",
    r"(?:taller|higher|larger|bigger|greater) (?:digits|buildings|numbers|skyscrapers) (?:block|obscure|hide)\b"
    r".*\b(?:shorter|lower|smaller)\b.*",
    r"(?:no )?negative constraint other pairs of (?:adjacent )?digits may .*",
    r"no guessing is (?:required|needed|necessary)",
    r"(?:and )?that's it|(?:\w+ )?\d{1,2} \d{1,2} \d{4}|[a-z]+ \d{1,2} \d{4}",
    r"(?:(?:and )?(?:a |an )?(?:means|is) (?:a )?(?:single|double|one|two|1|2) ?digits? (?:total|sum|number) ?)+",
    r"(?:the |this )?(?:grid|board|puzzle) is (?:\w+ )?covered (?:in|by|with) fog",
    r"(?:placing |entering )?(?:a |the )?correct(?:ly placed)? digits? (?:will |may )?"
    r"(?:clears?|lifts?|removes?|reveals?)\b.*\bfog\b.*",
    r"different segments in the same (?:box|region) sum individually|(?:there is )?no negative constraint",
    rf"(?:digits?|numbers?) (?:can|may) (?:be )?repeat(?:ed)? (?:on|along|in|within) (?:{_LINE})"
    r"(?: (?:if|where|when) (?:allowed|permitted|possible)(?: by (?:the )?(?:other|normal)(?: sudoku)? rules)?)?",
    r"exported from [\w ]+|enjoy|have fun|good luck|happy solving|(?:good luck|have fun) and (?:enjoy|have fun)",
    r"thanks? (?:you )?for (?:solving|playing)",
    rf"(?:(?:partial|thermo|counting|little|x|german|between|and|sudoku|{_NAMES}) )*(?:sudoku|{_NAMES})",
]
#: A sentence that refers to the rule before it.
_REPEATS = re.compile(
    r"(?:digits|numbers|they) (?:can|may) (?:be )?repeat(?:ed)?"
    r"(?: (?:on|along) (?:(?:a|these|the|indicated|marked) )*diagonals?)?"
    r"(?: (?:if|where|when) (?:allowed|permitted)(?: by (?:the )?other rules)?| as long as they follow sudoku rules)?"
)
_CAGES_REPEAT = re.compile(
    r"(?!.*(?:\b(?:no|nor|neither|not|never|cannot)\b|n't\b))(?:"
    r".*\bcages?\b.*\b(?:can|may) (?:also )?(?:be )?repeat|.*\b(?:can|may) (?:also )?(?:be )?repeat.*\bcages?\b)"
)
#: Words of slow thermometers.
_SLOW = re.compile(
    r"slow|or equal|equal or|(?:stay|remain|are|be) (?:the same|equal)|same or|(?:not|n't|never) decreas|non-?decreas"
)
_EXAMPLE = re.compile(r"^(?:for example|e\.?g|as an example|for instance)\b")
_ALL_GIVEN = re.compile(r"\ball\b.*\b(?:are|is|have been) (?:given|shown|marked)")
_ONLY_ALL_GIVEN = re.compile(rf"all {_MARKS}(?:are|is|have been) (?:given|shown|marked)")
#: Rules whose patterns match sentences about other rules too, and these rules.
_PREFERRED = {
    "whispers": {"kropki_white", "kropki_black", "lockout", "difference"}, "renban": {"modular", "entropic"},
    "arrow": {"double_arrow"}, "kropki_white": {"difference"}, "killer_cage": {"look_and_say"},
    "x_sum": {"numbered_room"},
}  # fmt: skip
_PATTERNS = {
    name: re.compile(pattern)
    for name, pattern in {**{name: line[0] for name, line in LINES.items()}, **_DRAWN, **_WHOLE}.items()
}
#: Words for colors, and the names of the colors.
COLOR_WORDS = {
    "red": "red", "orange": "orange", "peach": "orange", "yellow": "yellow", "green": "green", "turquoise": "turquoise",
    "teal": "turquoise", "cyan": "turquoise", "blue": "blue", "purple": "purple", "lavender": "purple",
    "violet": "purple", "magenta": "pink", "pink": "pink", "grey": "gray", "gray": "gray", "black": "black",
    "white": "white", "brown": "orange", "gold": "yellow", "lilac": "purple",
}  # fmt: skip
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


@dataclass
class Statement:
    """A rule that a sentence states.

    Attributes
    ----------
    name
        The name of the rule, or of a part of it, such as ``"x"``.
    sentence
        The sentence.
    colors
        The colors that the sentence names.
    is_doubtful
        Whether the sentence has words that change its meaning.
    """

    name: str
    sentence: str
    colors: set[str] = field(default_factory=set)
    is_doubtful: bool = False

    def fits(self, drawn: Drawn) -> bool:
        """Whether the colors of a drawing agree with the sentence."""
        return not self.colors or bool(self.colors & {drawn.color, *drawn.colors, *drawn.border})

    def number(self) -> int | None:
        """The number after "at least" or "by"; None if there is none."""
        for word in re.findall(
            r"(?:(?:by |of )?(?:at least|a minimum of)|by|difference of)(?: a value of)? (?!at\b|a\b)(\w+)",
            self.sentence,
        ):
            if word.isdecimal() or word in _NUMBERS:
                return _NUMBERS.get(word) or int(word)
        return 4 if "dutch" in self.sentence else None


@dataclass
class Words:
    """A text of rules.

    Attributes
    ----------
    statements
        The rules that it states.
    unknown
        The sentences that are not understood.
    all_given
        The names of the statements for which all marks are given, and the sentences that say so.
    cages_repeat
        The sentence that permits repeated digits in cages, or "".
    """

    text: str
    statements: list[Statement] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    all_given: dict[str, str] = field(default_factory=dict)
    cages_repeat: str = ""

    def named(self, name: str) -> list[Statement]:
        """The statements of a rule."""
        return [statement for statement in self.statements if statement.name == name]

    def slow(self) -> str:
        """The sentence that permits equal digits on thermometers, or ""."""
        said = (statement.sentence for statement in self.named("thermometer") if not statement.is_doubtful)
        return next(filter(_SLOW.search, said), "")

    def by_board(self) -> list[Statement]:
        """The first statement of each rule of the whole board."""
        first = {said.name: said for said in reversed(self.statements) if said.name in _WHOLE and not said.is_doubtful}
        return [*first.values()]

    def mentions(self, pattern: str) -> bool:
        """Whether the text contains a pattern."""
        return re.search(pattern, self.text.lower()) is not None


def understood(text: str, side: int = 9) -> Words:
    """Read a text of rules for a board of this side."""
    words = Words(text)
    last: list[str] = []
    for sentence in sentences(text):
        lower = sentence.lower().replace("’", "'")
        plain = " ".join(re.findall(r"[\w']+", lower))
        if _EXAMPLE.match(lower) or not plain:
            continue
        colors = {name for word, name in COLOR_WORDS.items() if re.search(rf"\b{word}\b", lower)}
        names = [name for name, pattern in _PATTERNS.items() if pattern.search(lower)]
        for name, others in _PREFERRED.items():
            if name in names and others & {*names}:
                names.remove(name)
        repeats = last and _REPEATS.fullmatch(plain)
        neutral = repeats or _neutral(side).fullmatch(plain)
        doubtful = not neutral and changes_meaning(lower, names)
        if not doubtful and _CAGES_REPEAT.match(f"cage {plain}" if repeats and "killer_cage" in last else plain):
            words.cages_repeat = lower
        if neutral:
            continue
        given = _ALL_GIVEN.search(lower) if names else _ONLY_ALL_GIVEN.fullmatch(plain)
        if given and not doubtful and not re.search(r"\bnot (?:necessarily )?all\b|not necessarily", lower):
            kinds = [*names] or _marks(lower, words, last)
            words.all_given.update(dict.fromkeys(kinds, lower))
            if kinds:
                words.statements += [Statement(name, lower, colors) for name in names]
                continue
        if doubtful or not names:
            words.unknown.append(sentence)
        words.statements += [Statement(name, lower, colors, doubtful) for name in names]
        last = names or last
    return words


@cache
def _neutral(side: int) -> re.Pattern[str]:
    """The pattern of a whole sentence, without punctuation, that changes nothing on a board of this side."""
    sizes = "|".join(f"{height} ?x ?{side // height}" for height in range(1, side + 1) if side % height == 0)
    standard = "|".join(f"(?:{pattern})" for pattern in _STANDARD).replace("SIDE", str(side))
    standard = standard.replace("SIZE", f"(?:{sizes})")
    neutral = "|".join(f"(?:{pattern})" for pattern in _NEUTRAL)
    return re.compile(rf"(?:{standard})(?: (?:(?:and|so|such|that|ie|i|e) )*(?:{standard}))*|{neutral}")


def _marks(sentence: str, words: Words, last: list[str]) -> list[str]:
    """The names of the statements to which "all dots are given" refers."""
    said = {statement.name for statement in words.statements}
    if re.search(r"\bdots?\b", sentence):
        named = [f"kropki_{color}" for color in ("white", "black") if color in sentence]
        return named or [name for name in ("kropki_white", "kropki_black") if name in said]
    if re.search(r"\b[xv]'?s?\b", sentence):
        return [name for name in ("x", "v") if name in said]
    return [name for name in last if name in {"x", "v", "kropki_white", "kropki_black"}] if "such" in sentence else []


def sentences(text: str) -> list[str]:
    """The sentences of a text, without bullets."""
    text = re.sub(r"\\+\n|\\n", "\n", text)
    text = re.sub(r"\b(i\.e|e\.g|eg|ie|vs|etc)\.", lambda match: match[0][:-1], text, flags=re.IGNORECASE)
    parts = re.split(r"\n+|(?<=[.!?;])[\s)]+(?=[^a-z]|$)", text.strip().strip('"'))
    return [part.strip(' \t-*•"') for part in parts if part and part.strip(' \t-*•"().0123456789')]


#: Rules of the whole board by their flags in documents: the names in statements and the rules.
WHOLE: dict[str, tuple[str, Callable[[], r.Rule]]] = {
    "antiknight": ("anti_knight", r.anti_knight), "antiking": ("anti_king", r.anti_king),
    "nonconsecutive": ("non_consecutive", r.non_consecutive),
    "disjointgroups": ("disjoint_groups", r.disjoint_groups),
}  # fmt: skip
#: Words that name a rule, and the rules that they can mean.
_KEYWORDS: dict[str, set[str]] = {
    r"knight'?s? move|anti-? ?knight": {"anti_knight"},
    r"king'?s? move|anti-? ?king": {"anti_king"},
    r"thermo": {"thermometer"},
    r"whisper": {"whispers"},
    r"renban": {"renban"},
    r"palindrom": {"palindrome", "clone"},
    r"\bcages?\b": {"killer_cage", "total", "different"},
    r"sandwich": {"sandwich"},
    r"skyscraper": {"skyscraper"},
    r"\bx-?sum": {"x_sum"},
    r"kropki|\bwhite dots?\b|\bblack dots?\b": {"kropki", "kropki_white", "kropki_black", "related", "non_consecutive"},
    r"\barrows?\b": {"arrow", "double_arrow", "little_killer", "total", "equal_sums"},
    r"non-?consecutive": {"non_consecutive", "related", "kropki"},
    r"zipper": {"zipper"},
    r"entropic": {"entropic", "related"},
    r"between line": {"between"},
    r"lockout": {"lockout"},
    r"region sum": {"region_sum_line", "equal_sums"},
    r"quadruple": {"quadruple"},
    r"counting circles": {"counting_circles"},
    r"disjoint": {"disjoint_groups"},
    r"little killer": {"little_killer", "total"},
    r"windoku|hyper sudoku": {"windoku", "extra_region", "different", "killer_cage"},
}  # fmt: skip


#: The rules that a statement can be, if not the rule of its name.
_MEANT = {
    "x": {"xv", "related"}, "v": {"xv", "related"}, "killer_cage": {"killer_cage", "total", "accepted"},
    "parity": {"modular"}, "cage": {"killer_cage", "total", "different"},
    "kropki_white": {"kropki", "kropki_white", "related"},
    "kropki_black": {"kropki", "kropki_black", "related"}, "little_killer": {"little_killer", "total"},
    "palindrome": {"palindrome", "clone"}, "difference": {"related", "kropki_white"}, "nabner": {"related"},
    "region_sum_line": {"region_sum_line", "equal_sums"}, "sum_line": {"sum_line", "any_of"},
    "greater_than": {"greater_than", "maximum", "minimum", "thermometer"},
}  # fmt: skip


def warnings(text: str, rules: Rules) -> tuple[str, ...]:
    """The rules that only the words mention, and the sentences that are not understood."""
    names = {rule.name for rule in rules.rules}
    if "any_of" in names or not text:
        return ()
    words = understood(text, rules.side)
    stated = [said for said in words.statements if not said.is_doubtful]
    lost = [said for said in stated if not names & _MEANT.get(said.name, {said.name})]
    known = names | {said.name for said in lost}
    found = [f"nothing is drawn for {said.name!r}: {said.sentence}" for said in lost]
    for pattern, meant in _KEYWORDS.items():
        match = re.search(pattern, text.lower())
        if match and not known & meant:
            found.append(f"the words mention {match[0]!r}, but no rule that was read has this meaning")
    return (*found, *(f"not understood: {sentence}" for sentence in words.unknown))
