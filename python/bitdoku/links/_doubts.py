"""Words that change the meaning of a sentence, so that the pattern of a rule in it is not enough.

A rule is read from a sentence only if each such word belongs to a phrase that the rule itself has: "cannot repeat" is
a part of the rule of cages, "not" in front of a name is not. The phrases are removed; a word that is left is a doubt.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_CHANGES = re.compile(
    # denials and limits
    r"\bnot\b|n't\b|\bcannot\b|\bnever\b|\bno\b|\bnone\b|\bneither\b|\bnor\b|\bonly\b|\bsome\b|\bone of\b|\bexcept"
    r"|\bexclud|\bunless|\bother than\b|\binstead|\bignor|\bif\b|\bwhen|\bcan\b|\bmay\b|\bmight\b|\bcould\b"
    r"|\beither\b(?! (?:strictly )?increase).*\bor\b (?!vice)"
    # other arithmetic
    r"|\bproduct|\bmultipl(?:y|ied|ication|es? of)|\bdivided by\b|\bquotient|\bplus\b|\bminus\b|\bless\b|\bfewer\b"
    r"|\b(?:more|greater|higher|larger|bigger|smaller|lower) than\b|\bor (?:more|greater|higher|lower)\b"
    r"|\bat (?:least|most)\b|\bdiffer|\bdouble|\btwice\b|\bhalf\b|\baverage|\bprime\b|\bsquared\b|\babsolute|\bmodifier"
    r"|\bvalues? (?:of an?|is|are)\b|decreas|\btowards? (?:the |its )?bulb|\bto (?:the|its) bulb"
    r"|\bmaximum of\b|\bconsecutive|\bodd\b|\beven\b|\bparity\b"
    # some cells or digits
    r"|\b\d'?s\b|\bappl(?:y|ies) (?:to|for|in|on|within)\b"
    # false or hidden clues
    r"|mistake|\berrors?\b|\bliar|\blies?\b|\blying|\bfalse\b|\bwrong|\bwrogn|\bdecoy|\bghost|\bunknown\b|\bfog\b"
    r"|don't know|to be determined|determined? by|has to determine|must be deduced|\bnegative constraint"
    # other kinds of puzzles
    r"|\bshad(?:e|ing) (?:some|cells|the)|yin|\bloop|negator|schr|\boverlap|\bships?\b|hot/cold|roman|deconstruct|chaos"
)
_EXAMPLE = re.compile(r"\b(?:for example|for instance|e\.?g)\b.*")
_NOT = r"(?:(?:may|can|must|do|does|should|will|could|are|is) ?)?(?:\bnot|n't|\bcannot|\bnever)"
_IN = r"(?: (?:be|also|contain|have|share|hold|see|include|appear|occur|placed|found|the|an?y?|two))*"
_SAME = r"(?:same|identical|repea\w+|equal|duplicate\w*|more than once|twice)"
#: The same digit is not twice in some place.
_DISTINCT = (
    rf"{_NOT}{_IN} {_SAME}|(?:identical|same|equal|repeated)(?: \w+){{0,2}} {_NOT}\b"
    rf"|\bno (?:two )?{_SAME}|\bno (?:two )?(?:digits?|numbers?|cells?)\b.{{0,60}}?\b{_SAME}|\bno touch(?:ing)?"
    rf"|{_NOT} be .{{0,40}}?from (?:itself|the same)"
    rf"|{_NOT} (?:touch|(?:be )?(?:diagonally )?adjacent)|if two (?:cells|digits)\b"
)
_NOT_CONSECUTIVE = (
    rf"{_NOT}{_IN} consecutive|consecutive(?: \w+)? {_NOT}\b|\bno (?:two )?(?:\w+ )*?(?:can |may )?(?:be )?consecutive"
)
_REPEAT = r"(?:can|may) (?:also )?(?:be )?repeat(?:ed)?"
_DIFFER = r"\bdiffer(?:ences?|s)?\b"
_GREATER = r"(?:greater|higher|larger|bigger)[ -]than"
_LESS = r"(?:less|lower|smaller)[ -]than"
#: The phrases of rules, and under "" those of all.
_PHRASES = {
    "": r"not (?:necessarily )?all .{0,40}?(?:given|shown|marked)|not necessarily (?:all )?(?:given|shown|marked)"
    r"|(?:if|where|when)(?: \w+){0,3}?\W+(?:given|allowed|permitted|possible|present|shown|indicated)"
    r"|(?:there is )?no negative constraint|only once|vice versa|[<>]\W{0,4} means (?:less|greater) than"
    r"|\blies? (?:strictly |numerically )?(?:between|in|on|along|within)",
    "anti_knight": _DISTINCT, "anti_king": _DISTINCT, "disjoint_groups": _DISTINCT, "diagonals": _DISTINCT,
    "cage": _DISTINCT, "renban": rf"{_DISTINCT}|in some order|consecutive",
    "non_consecutive": rf"{_NOT_CONSECUTIVE}|non-?consecutive", "odd": r"\bodd\b", "even": r"\beven\b",
    "nabner": rf"{_DISTINCT}|{_NOT_CONSECUTIVE}|{_DIFFER}|at least (?:2|two)",
    "whispers": rf"{_DIFFER}|at least(?: a value of)? (?:\d|\w+)|\w+ or (?:more|greater)|{_REPEAT}",
    "lockout": rf"{_DIFFER}|at least \w+|\w+ or more|{_NOT} (?:\w+ )?(?:between|equal)|{_REPEAT}",
    "thermometer": rf"(?:{_NOT}) decrease|(?:can|may) (?:also )?(?:stay|remain|be) (?:the same|equal)|{_GREATER}",
    "kropki_white": rf"{_DIFFER}|consecutive|1 (?:more|greater|larger|higher) than",
    "kropki_black": rf"\bdouble|\btwice|\bhalf|one of (?:them|the (?:two )?(?:digits|cells|numbers))|{_DIFFER}",
    "difference": _DIFFER, "double_arrow": rf"\bdouble|{_REPEAT}", "entropic": rf"one of each|{_REPEAT}",
    "quadruple": r"in some order|at least (?:once|one|as many|that many)|\btwice|more than once",
    "maximum": rf"{_GREATER}|all of", "minimum": _LESS, "greater_than": rf"{_GREATER}|{_LESS}",
    "between": rf"{_GREATER}|{_LESS}|{_REPEAT}", "sum_line": rf"can be (?:divided|split)|one or more|{_REPEAT}",
    "sandwich": r"not including|exclu\w+", "skyscraper": r"can (?:be )?see\w*",
    **dict.fromkeys(("arrow", "little_killer", "palindrome", "region_sum_line", "zipper", "modular"),
                    _REPEAT),
    "parity": rf"\bodd\b|\beven\b|\bparity\b|{_REPEAT}", "killer_cage": rf"{_DISTINCT}|{_REPEAT}",
}  # fmt: skip


@cache
def _phrases(name: str) -> re.Pattern[str]:
    return re.compile(_PHRASES.get(name, r"(?!)"))


def changes_meaning(sentence: str, names: Iterable[str]) -> bool:
    """Whether a sentence in lower case has a word that changes the meaning of the rules that it names."""
    rest = _EXAMPLE.sub("", sentence)
    for name in ("", *names):
        rest = _phrases(name).sub(" ", rest)
    return _CHANGES.search(rest) is not None
