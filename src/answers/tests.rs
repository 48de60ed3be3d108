use super::*;

const GRID: [u8; 16] = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
const PUZZLE: [u8; 16] = [1, 0, 0, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 0, 0, 1];

fn reason(text: &str) -> (Reason, bool) {
    let Reading { board, reason } = read(text, &PUZZLE, &Alphabet::standard(4), Some((2, 2)));
    (reason, board.as_deref() == Some(&GRID[..]))
}

#[test]
fn forms_of_a_board() {
    for text in [
        "1234\n3412\n2143\n4321",
        "The answer is 1234341221434321.",
        "1 2 | 3 4\n3 4 | 1 2\n----+----\n2 1 | 4 3\n4 3 | 2 1",
        "[[1,2,3,4],[3,4,1,2],[2,1,4,3],[4,3,2,1]]",
        "{\"solution\": [\n[\n1,\n2,\n3,\n4\n],\n[3,4,1,2],[2,1,4,3],[4,3,2,1]]}",
        "{\"row1\": [1, 2, 3, 4], \"row2\": [3, 4, 1, 2], \"row3\": [2, 1, 4, 3], \"row4\": [4, 3, 2, 1]}",
        "{\"grid\": \"1234\\n3412\\n2143\\n4321\"}",
        "|   | C1 | C2 | C3 | C4 |\n|---|:-:|:-:|:-:|:-:|\n| **R1** | 1 | 2 | 3 | 4 |\n| R2 | 3 | 4 | 1 | 2 |\n\
         | R3 | 2 | 1 | 4 | 3 |\n| R4 | 4 | 3 | 2 | 1 |",
        "\\begin{array}{|cc|cc|} \\hline 1 & 2 & 3 & 4 \\\\ 3 & 4 & 1 & 2 \\\\[2pt] \\hline 2 & 1 & 4 & 3 \\\\ \
         4 & 3 & 2 & 1 \\\\ \\hline \\end{array}",
        "<table><tr><td>1</td><td>2</td><td>3</td><td>4</td></tr>\n<tr>\n<td>3</td>\n<td>4</td><td>1</td><td>2</td>\
         </tr><tr><td>2</td><td>1</td><td>4</td><td>3</td></tr><tr><td>4<td>3<td>2<td>1</tr></table>",
        "│ 1 │ 2 ║ 3 │ 4 │\n├───┼───╫───┼───┤\n│ 3 │ 4 ║ 1 │ 2 │\n│ 2 │ 1 ║ 4 │ 3 │\n│ 4 │ 3 ║ 2 │ 1 │",
        "Row 1: 1 2 3 4\nwhich is right.\nRow 2: 3 4 1 2\nRow 3: 2 1 4 3\nRow 4: 4 3 2 1\n\
         Column 1: 1 3 2 4\nColumn 2: 2 4 1 3\nColumn 3: 3 1 4 2\nColumn 4: 4 2 3 1",
        "1. 1-2-3-4\n2. 3-4-1-2\n3. 2-1-4-3\n4. 4-3-2-1",
        "４ is no board. １２３４ ３４１２ ２１４３ ④③②①",
        "<think>1111\n2222\n3333\n4444</think>1234\n3412\n2143\n4321",
        "1111\n2222\n3333\n4444\n<answer>\n1234\n3412\n2143\n4321\n</answer> 2222\n2222\n2222\n2222",
        "\\boxed{1234341221434321} and \\boxed{5}",
    ] {
        assert_eq!(reason(text), (Reason::Complete, true), "{text}");
    }
}

#[test]
fn texts_without_an_answer() {
    use Reason::*;
    let other = "1243\n3412\n2134\n4321";
    for (text, expected) in [
        (String::new(), Empty),
        ("<think>1234\n3412\n2143\n4321".to_owned(), Thinking),
        ("There is none: 1 2 3.".to_owned(), Missing),
        ("1...\n...2\n2...\n...1".to_owned(), Puzzle),
        ("1234\n3412\n2143".to_owned(), Incomplete),
        (format!("1234\n3412\n2143\n4321\n\nor\n\n{other}"), Ambiguous),
        (format!("1234\n3412\n2143\n4321\nWait, wrong, or\n{other}"), Complete),
        ("<answer>none</answer> 1234\n3412\n2143\n4321".to_owned(), Missing),
    ] {
        assert_eq!(reason(&text).0, expected, "{text}");
    }
}
