//! On classic boards, the general engine finds the same as the engines of classic Sudoku.

use super::*;

/// Puzzles of various levels of difficulty.
const PUZZLES: [&str; 10] = [
    ".86..1...9....38....4.973...7...2..5.2..6.79.8...4.....68............2.3.........",
    "...6.3..7.5...9.........2....8..5..4..37.8..99...4......5.67.....1....9.8.74....6",
    "7.9..58..186.........1..........8.9.5.12...........5.49....4.8...4..3.72...5....3",
    "........1.......2...3..4.......1.......52.3...14..........67....2.....6.5....89..",
    ".....6..9...18.2.6...7..15..71.6.8....6....7.........25.28.....718...4..9....5...",
    "4.8..2.9...268...3...7.5...9.3.....18.......2.6....5.....2...4.1...6...9..91..3..",
    "8..4.......7.9..4.6......82.5.3......9...71...6..5...9..1.2.5....2....78...7.5...",
    ".7.9.......6...7.35..6..9......2.5.6.2...3..4....8..2......72.9...21..4...7.6....",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
];

#[test]
fn classic_boards_have_the_same_singles_locked_candidates_and_sets() {
    use Technique::*;
    let groups: [&[Technique]; 3] = [
        &[FullHouse, NakedSingle, HiddenSingle],
        &[Pointing, Claiming],
        &[
            LockedPair,
            LockedTriple,
            NakedPair,
            NakedTriplet,
            HiddenPair,
            HiddenTriplet,
            NakedQuad,
            HiddenQuad,
        ],
    ];
    let rules = board(3, 3, &[]);
    let (mut steps, mut stuck) = (0, 0);
    for puzzle in PUZZLES {
        let grid: Grid = puzzle.parse().unwrap();
        let mut techniques = Vec::new();
        for group in groups {
            techniques.extend(group);
            let control = Control::unlimited();
            let nodes = Nodes::new(&control);

            let techniques_now: Techniques = techniques.iter().copied().collect();
            let options = Options { techniques: techniques_now, uniqueness: true };
            let mut classic = hodoku::Hodoku::new(options);
            let givens: CellSet = Cell::all().filter(|&cell| grid.get(cell) != 0).collect();
            let mut state = hodoku::State::new(&grid, givens, &[crate::board::Digits::ALL; 81]);
            while classic.next(&mut state, &nodes).unwrap().is_some() {}
            let expected: Candidates = *state.position().all_candidates();

            let mut general = scale(&rules, &techniques);
            let mut position = Position::new(&rules, Start::Givens(grid.cells()));
            while let Some(found) = general.first(&position, false, &nodes).unwrap() {
                position.apply(&rules, &found);
                steps += 1;
            }
            stuck += usize::from(!position.is_full());
            assert_eq!(position.values(), state.position().values(), "{puzzle}");
            let masks: Vec<u64> = expected.iter().map(|digits| digits.bits().into()).collect();
            assert_eq!(position.all_candidates(), masks, "{puzzle}");
        }
    }
    assert!(steps > 600 && stuck > 10, "{steps} {stuck}");
}

#[test]
fn classic_boards_have_the_same_colors() {
    use Technique::*;
    let simple = [SimpleColorsTrap, SimpleColorsWrap];
    let multi = [MultiColors1, MultiColors2];
    let others = [
        Uniqueness1,
        Uniqueness2,
        Uniqueness3,
        Uniqueness4,
        Uniqueness5,
        Uniqueness6,
        HiddenRectangle,
        SueDeCoq,
        RemotePair,
    ];
    let rules = board(3, 3, &[]);
    let control = Control::unlimited();
    let nodes = Nodes::new(&control);
    let (mut colors, mut checked) = (0, 0);
    for puzzle in PUZZLES {
        let grid: Grid = puzzle.parse().unwrap();
        let givens: CellSet = Cell::all().filter(|&cell| grid.get(cell) != 0).collect();
        let mut state = hodoku::State::new(&grid, givens, &[crate::board::Digits::ALL; 81]);
        let mut way = hodoku::Hodoku::new(Options::default());
        let mut steps = Vec::new();
        while !state.position().is_full() {
            let masks: Vec<u64> =
                state.position().all_candidates().iter().map(|set| set.bits().into()).collect();
            let position = Position::with_candidates(&rules, state.position().values(), &masks);
            for techniques in [&simple, &multi] {
                let options =
                    Options { techniques: techniques.iter().copied().collect(), uniqueness: true };
                let expected = hodoku::Hodoku::new(options).all(&state, &nodes).unwrap();
                let found = scale(&rules, techniques).first(&position, true, &nodes).unwrap();
                assert_eq!(found.is_some(), !expected.is_empty(), "{puzzle} {found:?}");
                colors += usize::from(found.is_some());
                steps.extend(found);
            }
            // HoDoKu has more kinds of these techniques, and the general ones may remove more.
            steps.extend(others.iter().filter_map(|&one| find(&rules, &position, one)));
            if way.next(&mut state, &nodes).unwrap().is_none() {
                break;
            }
        }
        if state.position().is_full() {
            let solution = state.position().values();
            for mark in steps.iter().flat_map(|step| &step.eliminations) {
                let digit = solution[usize::from(mark.cell)];
                assert_ne!(digit, mark.digit, "{puzzle} {steps:?}");
                checked += 1;
            }
        }
    }
    assert!(colors > 10 && checked > 50, "{colors} {checked}");
}

#[test]
fn proofs_cite_what_was_known_before() {
    let rules = board(3, 3, &[]);
    let control = Control::unlimited();
    let nodes = Nodes::new(&control);
    let mut proofs = 0;
    for puzzle in PUZZLES {
        let grid: Grid = puzzle.parse().unwrap();
        let mut general = Scale::new(&rules, Options::default(), None);
        let mut position = Position::new(&rules, Start::Givens(grid.cells()));
        while let Some(found) = general.first(&position, false, &nodes).unwrap() {
            let nets = [Technique::ForcingNetContradiction, Technique::ForcingNetVerity];
            for technique in nets {
                let Some(net) = find(&rules, &position, technique) else { continue };
                for chain in &net.chains {
                    let Some(first) = chain.first() else { continue };
                    let mut known = vec![(first.from, first.from_on)];
                    for link in chain {
                        assert!(known.contains(&(link.from, link.from_on)), "{puzzle}");
                        assert_ne!((link.from, link.from_on), (link.to, link.to_on), "{puzzle}");
                        known.push((link.to, link.to_on));
                    }
                    proofs += 1;
                }
            }
            position.apply(&rules, &found);
            if proofs > 150 {
                break;
            }
        }
    }
    assert!(proofs > 100, "{proofs}");
}
