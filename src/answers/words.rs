//! Words that tell what the cells after them are, and whether a board replaces the one before it.

use super::chosen::Words;
use super::tokens::Unit;

/// What a word says.
#[derive(Clone, Copy, Default)]
pub(super) struct Meaning {
    pub words: Words,
    pub unit: Option<Unit>,
    pub ordinal: Option<u8>,
}

/// The meaning of a word, in any case. Its name is the part before a number.
pub(super) fn meaning(word: &str, name: &str) -> Meaning {
    let is_long = word.len() > 2 && name.len() == word.len();
    let mut meaning =
        Meaning { words: Words(if is_long { Words::ANY } else { 0 }), unit: None, ordinal: None };
    let mut add = |(_, words, unit): (&str, u16, Option<Unit>)| {
        meaning.words.add(Words(words));
        meaning.unit = meaning.unit.or(unit);
    };
    let mut buffer = [0; LONGEST];
    let Some(lower) = buffer.get_mut(..name.len()) else { return meaning };
    lower.copy_from_slice(name.as_bytes());
    lower.make_ascii_lowercase();
    let Some(&first) = lower.first() else { return meaning };
    if first >= 0x80 {
        OTHER_SCRIPTS
            .iter()
            .filter(|(known, ..)| name.starts_with(known))
            .for_each(|&row| add(row));
        return meaning;
    }
    let ordinal = ORDINALS
        .iter()
        .position(|(ordinal, number)| ordinal.as_bytes() == lower || number.as_bytes() == lower);
    meaning.ordinal = ordinal.map(|at| at as u8 + 1);
    let start = LEXICON.partition_point(|(known, ..)| known.as_bytes()[0] < first);
    for &(known, words, unit) in &LEXICON[start..] {
        let bytes = known.as_bytes();
        if bytes[0] > first {
            break;
        }
        let is_here = match known.strip_suffix('…') {
            Some(stem) => lower.starts_with(stem.as_bytes()),
            None => lower == bytes,
        };
        if is_here {
            add((known, words, unit));
        }
    }
    meaning
}

/// The length in bytes above which a word has no meaning.
const LONGEST: usize = 32;

type Row = (&'static str, u16, Option<Unit>);

const DECIDES: u16 = Words::DECISION;
const RETRACTS: u16 = Words::DECISION | Words::RETRACTION;
const REJECTS: u16 = RETRACTS | Words::REJECTION;
const ERRS: u16 = Words::DECISION | Words::WRONG;
const COLUMN: Option<Unit> = Some(Unit::Column);
const BOX: Option<Unit> = Some(Unit::Box);
const ROW: Option<Unit> = Some(Unit::Row);
const OTHER: Option<Unit> = Some(Unit::Other);

const ORDINALS: &[(&str, &str)] = &[
    ("first", "one"),
    ("second", "two"),
    ("third", "three"),
    ("fourth", "four"),
    ("fifth", "five"),
    ("sixth", "six"),
    ("seventh", "seven"),
    ("eighth", "eight"),
    ("ninth", "nine"),
];

/// Words in order, and beginnings of words.
const LEXICON: &[Row] = &[
    ("above", Words::BACK, None),
    ("actually…", RETRACTS, None),
    ("adjust…", DECIDES, None),
    ("again…", DECIDES, None),
    ("also", Words::CHOICE, None),
    ("alternative", Words::CHOICE, None),
    ("alternatively", Words::CHOICE, None),
    ("another", Words::CHOICE, None),
    ("answer", Words::NOUN | Words::PICK, None),
    ("apolog…", RETRACTS, None),
    ("attempt…", DECIDES, None),
    ("bloc", 0, BOX),
    ("block", 0, BOX),
    ("blocks", 0, BOX),
    ("bloque", 0, BOX),
    ("board", Words::NOUN, None),
    ("box", 0, BOX),
    ("boxes", 0, BOX),
    ("caja", 0, BOX),
    ("candidate", Words::CHOICE | Words::NOUN, None),
    ("choose", Words::PICK, None),
    ("col", 0, COLUMN),
    ("colonna", 0, COLUMN),
    ("colonne", 0, COLUMN),
    ("colonnes", 0, COLUMN),
    ("cols", 0, COLUMN),
    ("column", 0, COLUMN),
    ("columna", 0, COLUMN),
    ("columnas", 0, COLUMN),
    ("columns", 0, COLUMN),
    ("coluna", 0, COLUMN),
    ("colunas", 0, COLUMN),
    ("conflict…", ERRS, None),
    ("corr…", RETRACTS, None),
    ("digit", 0, OTHER),
    ("digits", 0, OTHER),
    ("duplicat…", ERRS, None),
    ("earlier", Words::BACK, None),
    ("either", Words::CHOICE, None),
    ("errata…", DECIDES, None),
    ("erreur…", ERRS, None),
    ("error…", ERRS, None),
    ("exchang…", DECIDES, None),
    ("fail…", ERRS, None),
    ("falsch…", ERRS, None),
    ("fehler…", ERRS, None),
    ("fila", 0, ROW),
    ("final…", DECIDES | Words::FINAL | Words::PICK, None),
    ("fix…", RETRACTS, None),
    ("grid", Words::NOUN, None),
    ("has", Words::BACK, None),
    ("i", Words::BACK, None),
    ("incorrect…", ERRS, None),
    ("instead…", DECIDES, None),
    ("invalid…", ERRS, None),
    ("korr…", RETRACTS, None),
    ("ligne", 0, ROW),
    ("linha", 0, ROW),
    ("made", Words::BACK, None),
    ("my", Words::BACK, None),
    ("missing", 0, OTHER),
    ("mistake…", ERRS, None),
    ("not", Words::NOT, None),
    ("oder", Words::CHOICE, None),
    ("oops…", RETRACTS, None),
    ("option", Words::CHOICE | Words::NOUN, None),
    ("or", Words::CHOICE, None),
    ("other", Words::CHOICE, None),
    ("pick", Words::PICK, None),
    ("prefer", Words::PICK, None),
    ("previous…", Words::BACK, None),
    ("recheck…", DECIDES, None),
    ("redo…", REJECTS, None),
    ("region", 0, BOX),
    ("regions", 0, BOX),
    ("reihe", 0, ROW),
    ("repeat…", ERRS, None),
    ("restart…", REJECTS, None),
    ("retry…", DECIDES, None),
    ("revis…", RETRACTS, None),
    ("riga", 0, ROW),
    ("row", 0, ROW),
    ("rows", 0, ROW),
    ("second", Words::CHOICE, None),
    ("seconde", Words::CHOICE, None),
    ("segunda", Words::CHOICE, None),
    ("solution", Words::NOUN, None),
    ("sorry…", RETRACTS, None),
    ("sorted", 0, OTHER),
    ("spalte", 0, COLUMN),
    ("spalten", 0, COLUMN),
    ("subgrid", 0, BOX),
    ("subgrids", 0, BOX),
    ("swap…", DECIDES, None),
    ("try…", DECIDES, None),
    ("updat…", DECIDES, None),
    ("version", Words::CHOICE | Words::NOUN, None),
    ("violat…", ERRS, None),
    ("wait…", RETRACTS, None),
    ("wrong…", ERRS | Words::REJECTION, None),
    ("zeile", 0, ROW),
    ("zweite", Words::CHOICE, None),
];

/// Beginnings of words.
const OTHER_SCRIPTS: &[Row] = &[
    ("解", Words::CHOICE, None),
    ("第", Words::CHOICE, None),
    ("种", Words::CHOICE, None),
    ("修", RETRACTS, None),
    ("更正", RETRACTS, None),
    ("错", ERRS, None),
    ("改", RETRACTS, None),
    ("最终", DECIDES | Words::FINAL, None),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_order() {
        assert!(LEXICON.is_sorted_by_key(|(word, ..)| word.as_bytes()[0]));
        assert!(LEXICON.iter().all(|(word, ..)| word.len() <= LONGEST));
    }

    #[test]
    fn meanings() {
        let unit = |word| meaning(word, word).unit;
        assert_eq!((unit("Columns"), unit("BOX"), unit("row")), (COLUMN, BOX, ROW));
        let words = |word| meaning(word, word).words.0;
        assert_eq!(words("Correction"), Words::ANY | RETRACTS);
        assert_eq!((words("or"), words("order")), (Words::CHOICE, Words::ANY));
    }
}
