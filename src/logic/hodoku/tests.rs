//! Each technique where the scale uses it, and with one more candidate, where it does not apply.

use crate::board::{Cell, Digits, Grid};
use crate::control::Control;
use crate::logic::technique::Techniques;
use crate::logic::testing::cell;
use crate::logic::{CellSet, Nodes, Scale, Technique};

use super::{Hodoku, Options, State};

/// A puzzle, a step on its path, and a candidate (digit and cell) whose presence prevents the step.
#[rustfmt::skip]
const EXAMPLES: [(&str, &str, &str); 40] = [
    ("4.8.....1.6....5......1.72...2.....3.....715.....64.7...3..6...8.4..9..5....8.3.7", "Locked Candidates Type 1 (Pointing): 4 in b3 => r5c9<>4", "4r2c8"),
    ("...75......6.39..7.....63....8.7....4..2.....579.4..2.1...8...4..2....9...3....52", "Locked Candidates Type 2 (Claiming): 6 in r7 => r8c79,r9c7<>6", "6r7c4"),
    (".........74.3...296.94........9...65..7.....1.1..8.....3.2...8.....5.4......9..16", "Naked Pair: 1,6 in r2c57 => r2c36<>1, r2c6<>6", "5r2c7"),
    (".2..4......7....91..43....6...........5.9..7..92...3.54..9.1.6.....6.5...8..72...", "X-Wing: 5 c25 r37 => r3c168<>5", "5r2c2"),
    ("........9.65..1....3..5..7......9.5.....26..3..7.4.9..8..2...14.4...7.86..2.8....", "Hidden Pair: 5,9 in r57c2 => r5c2<>1, r5c2<>8, r7c2<>7", "5r6c2"),
    ("...75......6.39..7.....63....8.7....4..2.....579.4..2.1...8...4..2....9...3....52", "Naked Triple: 1,6,9 in r89c5,r9c4 => r78c4<>6, r7c4<>9", "4r9c4"),
    ("2...4.1....36.9.7....35....1...9.......2......49...7.....1..4.758....9.1.6....52.", "Swordfish: 7 r148 c346 => r35c3,r59c6<>7", "7r1c2"),
    ("......71.4.3..1.......5.....7..6..5.1...73.2.8.2.......6.2...71....1.9.......4.36", "Hidden Triple: 3,4,5 in r568c2 => r56c2<>9, r8c2<>2, r8c2<>8", "5r1c2"),
    ("..3.5.28....37.5..4..2.......6..27.8.9.7.63.......9.5..7.8....2..4...67..........", "XY-Wing: 6/9/1 in r1c24,r8c4 => r8c2<>1", "1r1c4"),
    ("....2.......1..95.39.4567...84..9....563....1......2........1..64....3.5..8....27", "XYZ-Wing: 3/4/6 in r1c79,r4c9 => r2c9<>6", "8r1c9"),
    ("...75......6.39..7.....63....8.7....4..2.....579.4..2.1...8...4..2....9...3....52", "Naked Quadruple: 1,6,7,8 in r6789c7 => r124c7<>1, r145c7<>6, r125c7<>8, r5c7<>7", "1r8c6"),
    ("..8...9.1..654..3......9.4...1........73.8..4.5..7............9.6.1.2..8..98..7..", "Jellyfish: 2 r2579 c1289 => r146c8,r3c12,r4c129,r6c1<>2", "2r7c7"),
    ("..6......35..1.....17..3.5......9.4..2.35...8...2..6.........9.672.....3.8....7.6", "Hidden Quadruple: 2,3,6,7 in r7c456,r9c5 => r7c46<>1, r7c456,r9c5<>4, r7c46<>5, r7c456<>8", "2r9c6"),
    ("...75......6.39..7.....63....8.7....4..2.....579.4..2.1...8...4..2....9...3....52", "Locked Pair: 3,5 in r78c4 => r46c4,r8c6<>3, r4c4,r8c6<>5", "6r7c4"),
    ("......62.....9.....63..4.5...1.274....531...........3.5......1.1.4.7....6.2..9..8", "Locked Triple: 3,4,8 in r2c789 => r1c9,r2c12<>4, r1c9,r2c6<>3", "1r2c7"),
    ("....7.1.3.....5.....8...5.....5938.2.69.1.......2.7....5....2....63...717....2..8", "Bivalue Universal Grave + 1: 7 in r2c2 => r2c2<>1, r2c2<>3", "3r2c1"),
    ("..3.5.28....37.5..4..2.......6..27.8.9.7.63.......9.5..7.8....2..4...67..........", "Skyscraper: 4 in r7c7,r9c4 (connected by r6c47) => r7c5,r9c89<>4", "4r1c4"),
    (".7...5...2..3.....41......5..1.9.5.....6..74.6......39.5.46.8.2.2............8.14", "2-String Kite: 7 in r2c9,r7c6 (connected by r7c8,r8c9) => r2c6<>7", "7r7c3"),
    ("954.8.7....6..9.18....5......8.....1...9..3...2....85.7.....1...4...2..7..58....6", "Empty Rectangle: 1 in b5 (r8c35) => r6c3<>1", "1r8c1"),
    ("..83.....5....71696....5.........9.6...1.67...2.....318.4.........9...432...4.5..", "W-Wing: 4/8 in r3c9,r6c7 connected by 8 in r8c7,r9c9 => r1c7,r5c9<>4", "2r3c9"),
    (".5.32.....4.....7...6.....83...1.8.4.2..9......8....6.9....42.5.....743..6.......", "Uniqueness Test 1: 4/7 in r3c45,r6c45 => r6c4<>4, r6c4<>7", "1r3c4"),
    ("....9....7.98..3.4..1.76.2...2..9.....5...4...481......5.2....8...618.....4......", "Uniqueness Test 2: 4/5 in r1c14,r3c14 => r1c6,r45c4<>3", "3r1c1"),
    ("46.2.8..57.3........8.....9...9......3...46.....6...81..281..53..6...1.....4...2.", "Uniqueness Test 3: 4/6 in r2c58,r3c58 => r3c7<>3, r3c7<>7", "5r2c5"),
    ("6....8...5.91......143.......6..71.2.4....9.79....2....2...384.4.......3.....1.5.", "Uniqueness Test 4: 4/5 in r1c79,r6c79 => r1c79<>5", "3r6c7"),
    ("....457.1..2..7.4.......3....3...61.....83...7..5..49...4.2....3...689.....3.1...", "Uniqueness Test 5: 5/7 in r5c89,r8c89 => r9c8<>2", "2r5c9"),
    ("7...6..3....31....5..7.29...6....5.384.....7..7...469.9..........8.2.1.....5...2.", "Uniqueness Test 6: 3/5 in r5c35,r6c35 => r5c5,r6c3<>5", "5r5c6"),
    ("3..2..4.52....9..6.8......38.76..........5...4.98..5....8..46...9.3....45....69.1", "Hidden Rectangle: 4/5 in r2c34,r3c34 => r2c3<>4", "1r3c4"),
    ("...4....2.1..8.76..7..3..491....4..8..6.5.27....8......2.34...7......6..36..7.4.5", "Avoidable Rectangle Type 1: 3/5 in r4c27,r6c27 => r6c2<>3", "9r6c2"),
    (".913.....6.3.72.....496.....4....8.5.....9.622..5...9..7..9..........5173.8...9..", "Finned X-Wing: 1 c25 r59 fr4c5 fr6c5 => r5c4<>1", "1r6c2"),
    ("....8..1......12..8..2.546...3.5.7..9...2...3.4...7...4.....1...97.....528.....76", "Sashimi X-Wing: 3 c16 r18 fr7c6 fr9c6 => r8c4<>3", "3r2c1"),
    ("..3....159..5...6.6.5.9.2.4.7..2..9....81.....9.7......47..6...1.....6.25.......8", "Finned Swordfish: 8 r247 c157 fr4c3 => r6c1<>8", "8r2c2"),
    ("..35...8.8....1.7.......3.12...1.....7..249..6....7...3.2..6..845...8.........46.", "Sashimi Swordfish: 9 c168 r139 fr7c8 fr8c8 => r9c9<>9", "9r4c6"),
    ("5.1.94....2.6.59................2.17.3..4..6.......5.........2.....3.8...6.8.93..", "Finned Jellyfish: 7 r2589 c1368 fr8c2 => r7c13<>7", "7r2c5"),
    ("9.16....2.8.....4...3.2.5........2....51....6...87...........3..189.......6..59..", "Sashimi Jellyfish: 7 r1358 c2678 fr3c4 => r2c6<>7", "7r3c1"),
    (".56...3...7.....8.8.3..1..7.1.78.9.....9............432856.........2...5.6...91..", "Simple Colors Trap: 3 (r4c1,r5c5,r7c6,r8c2) / (r4c6,r5c2,r7c8) => r8c8<>3", "3r2c6"),
    ("..............1.23.45.6............1..75.....8....2.3....4..5..26.......3........", "Simple Colors Wrap: 9 (r1c5,r2c3,r6c4,r7c1) / (r1c9,r2c4,r3c1,r57c6,r6c7,r8c5,r9c3) => r1c9,r2c4,r3c1,r57c6,r6c7,r8c5,r9c3<>9", "9r1c1"),
    (".6..39........8.....916...7......8..14.....3.8......157....5..8.2...1..3.3.2..75.", "Multi Colors 1: 2 (r2c5,r3c8) / (r3c6,r6c5), (r7c7) / (r7c8) => r6c7<>2", "2r3c1"),
    ("...52.3.8.....81..1.7.....5..3.9.....58..4...4........97...5..3..531.4........8.6", "Multi Colors 2: 6 (r2c5,r3c7,r5c8) / (r2c8,r3c6,r5c5,r6c7), (r6c3,r7c4,r8c2) / (r7c3,r8c6) => r2c8,r3c6,r5c5,r6c7<>6", "6r3c4"),
    ("...7......3....2..91...8.7...12....9.4...9..3.8....7....64..9.......514....67..8.", "Franken Swordfish: 2 r38b4 c135 => r1c135,r7c1<>2", "2r7c5"),
    ("..6..3....97..513..2..91.8........7.6.........41.....9...5..8.....3.47....4.16..5", "Finned Franken Swordfish: 8 r29b1 c124 fr2c1 => r46c1<>8", "8r2c5"),
];

/// The notation of the next step with these options, and the candidates that remain.
fn next(scale: &mut Hodoku, state: &mut State) -> Option<String> {
    let control = Control::unlimited();
    let step = scale.next(state, &Nodes::new(&control)).unwrap()?;
    assert!(step.text.ends_with('.'), "{}", step.text);
    Some(step.notation)
}

/// All techniques except loops and forcing chains, which would precede the rarest of the examples.
fn simple() -> Hodoku {
    use Technique::*;
    let loops = [
        ContinuousNiceLoop,
        DiscontinuousNiceLoop,
        Aic,
        GroupedContinuousNiceLoop,
        GroupedDiscontinuousNiceLoop,
        GroupedAic,
    ];
    let mut options = Options::default();
    options.techniques = options.techniques.minus(loops.into_iter().collect());
    options.techniques = options.techniques.minus(Techniques::LONG.without(BruteForce));
    Hodoku::new(options)
}

#[test]
fn techniques_apply_where_the_pattern_is_whole() {
    for (puzzle, notation, extra) in EXAMPLES {
        let puzzle: Grid = puzzle.parse().unwrap();
        let givens: CellSet = Cell::all().filter(|&cell| puzzle.get(cell) != 0).collect();
        let mut state = State::new(&puzzle, givens, &[Digits::ALL; 81]);
        let mut scale = simple();
        let before = loop {
            let before = state.clone();
            if next(&mut scale, &mut state).expect(notation) == notation {
                break before;
            }
        };
        // The technique alone, with the extra candidate and without it.
        let control = Control::unlimited();
        let hint = simple().next(&mut before.clone(), &Nodes::new(&control));
        let techniques = hint.unwrap().into_iter().map(|step| step.technique).collect();
        let options = Options { techniques, ..Options::default() };
        let mut alone = Hodoku::new(options);
        let values = Grid::new(*before.position().values()).unwrap();
        let mut candidates = *before.position().all_candidates();
        let mut again = State::new(&values, givens, &candidates);
        assert_eq!(next(&mut alone, &mut again).as_deref(), Some(notation));
        candidates[cell(&extra[1..]).index()] |= Digits::only(extra.as_bytes()[0] - b'0');
        let mut with_extra = State::new(&values, givens, &candidates);
        assert_ne!(next(&mut alone, &mut with_extra).as_deref(), Some(notation), "{extra}");
    }
}
