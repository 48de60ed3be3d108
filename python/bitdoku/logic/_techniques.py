"""``Technique`` and ``Level``. Labels and levels come from the table of the core."""

from __future__ import annotations

import enum

from bitdoku import _core

_TABLE = _core._techniques()
_LABELS = ["None", *(label for _, label, _ in _TABLE)]


class Level(enum.IntEnum):
    """The difficulty of a puzzle or a step on the scale ``"hodoku"``."""

    __module__ = "bitdoku"

    INCOMPLETE = 0
    """The techniques do not solve the puzzle."""
    EASY = 1
    MEDIUM = 2
    HARD = 3
    UNFAIR = 4
    EXTREME = 5


class Technique(enum.IntEnum):
    """The techniques of human logic. A number never changes its meaning between versions.

    In ratings, ``NONE`` means that the grid was complete, and ``UNKNOWN`` that the puzzle is malformed, undecided, or
    does not have exactly one solution.
    """

    __module__ = "bitdoku"

    NONE = 0
    HIDDEN_SINGLE = 1
    DIRECT_POINTING = 2
    DIRECT_CLAIMING = 3
    DIRECT_HIDDEN_PAIR = 4
    NAKED_SINGLE = 5
    DIRECT_HIDDEN_TRIPLET = 6
    POINTING = 7
    CLAIMING = 8
    NAKED_PAIR = 9
    X_WING = 10
    HIDDEN_PAIR = 11
    NAKED_TRIPLET = 12
    SWORDFISH = 13
    HIDDEN_TRIPLET = 14
    XY_WING = 15
    XYZ_WING = 16
    UNIQUE_RECTANGLE = 17
    UNIQUE_LOOP = 18
    NAKED_QUAD = 19
    JELLYFISH = 20
    HIDDEN_QUAD = 21
    BUG = 22
    ALIGNED_PAIR_EXCLUSION = 23
    X_CYCLE = 24
    Y_CYCLE = 25
    XY_CYCLE = 26
    FORCING_X_CHAIN = 27
    FORCING_CHAIN = 28
    ALIGNED_TRIPLET_EXCLUSION = 29
    NISHIO = 30
    CELL_FORCING_CHAINS = 31
    REGION_FORCING_CHAINS = 32
    DYNAMIC_CELL_FORCING_CHAINS = 33
    DYNAMIC_REGION_FORCING_CHAINS = 34
    DYNAMIC_CONTRADICTION = 35
    DYNAMIC_DOUBLE = 36
    FULL_HOUSE = 37
    LOCKED_PAIR = 38
    LOCKED_TRIPLE = 39
    REMOTE_PAIR = 40
    BUG_PLUS_ONE = 41
    SKYSCRAPER = 42
    TWO_STRING_KITE = 43
    TURBOT_FISH = 44
    EMPTY_RECTANGLE = 45
    W_WING = 46
    UNIQUENESS_1 = 47
    UNIQUENESS_2 = 48
    UNIQUENESS_3 = 49
    UNIQUENESS_4 = 50
    UNIQUENESS_5 = 51
    UNIQUENESS_6 = 52
    HIDDEN_RECTANGLE = 53
    AVOIDABLE_RECTANGLE_1 = 54
    AVOIDABLE_RECTANGLE_2 = 55
    FINNED_X_WING = 56
    SASHIMI_X_WING = 57
    FINNED_SWORDFISH = 58
    SASHIMI_SWORDFISH = 59
    FINNED_JELLYFISH = 60
    SASHIMI_JELLYFISH = 61
    SUE_DE_COQ = 62
    SIMPLE_COLORS_TRAP = 63
    SIMPLE_COLORS_WRAP = 64
    MULTI_COLORS_1 = 65
    MULTI_COLORS_2 = 66
    X_CHAIN = 67
    XY_CHAIN = 68
    CONTINUOUS_NICE_LOOP = 69
    DISCONTINUOUS_NICE_LOOP = 70
    AIC = 71
    GROUPED_CONTINUOUS_NICE_LOOP = 72
    GROUPED_DISCONTINUOUS_NICE_LOOP = 73
    GROUPED_AIC = 74
    ALS_XZ = 75
    ALS_XY_WING = 76
    ALS_XY_CHAIN = 77
    FRANKEN_X_WING = 78
    FRANKEN_SWORDFISH = 79
    FINNED_FRANKEN_X_WING = 80
    FINNED_FRANKEN_SWORDFISH = 81
    FORCING_CHAIN_CONTRADICTION = 82
    FORCING_CHAIN_VERITY = 83
    FORCING_NET_CONTRADICTION = 84
    FORCING_NET_VERITY = 85
    BRUTE_FORCE = 86
    LOCKED_CANDIDATES = 87
    PAIR_RELATION = 88
    COMBINATIONS = 89
    REACHABLE_SUMS = 90
    LINE_PATTERN = 91
    INNIES_AND_OUTIES = 92
    DEATH_BLOSSOM = 93
    LARGE_FISH = 94
    FRANKEN_JELLYFISH = 95
    MUTANT_FISH = 96
    UNKNOWN = 255

    @property
    def label(self) -> str:
        """The name in words, such as ``"X-Wing"``."""
        return _LABELS[self] if self < len(_LABELS) else self.name.title()


#: The techniques of steps.
TECHNIQUES = tuple(technique for technique in Technique if technique not in (Technique.NONE, Technique.UNKNOWN))

#: Techniques that texts and displays put on one line with their neighbors.
SINGLES = (Technique.HIDDEN_SINGLE, Technique.NAKED_SINGLE, Technique.FULL_HOUSE)

#: Techniques of the scale "hodoku" that are used only if they are named.
NAMED_ONLY = (Technique.DEATH_BLOSSOM, Technique.LARGE_FISH, Technique.FRANKEN_JELLYFISH, Technique.MUTANT_FISH)

#: The level of each technique on the scale "hodoku", by number.
LEVELS = (Level.INCOMPLETE, *(Level(level) for _, _, level in _TABLE))
