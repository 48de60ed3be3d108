//! The 27 houses (rows, columns, boxes) and the 20 peers of each cell, as tables computed at compile time.

use super::Cell;

/// The nine cells of a row, a column or a box.
pub type House = [Cell; 9];

/// Rows 0..9, columns 9..18, boxes 18..27.
pub const HOUSES: [House; 27] = {
    let mut houses = [[Cell::new(0); 9]; 27];
    let mut i = 0;
    while i < 9 {
        let mut k = 0;
        while k < 9 {
            houses[i][k] = Cell::new(9 * i + k);
            houses[9 + i][k] = Cell::new(9 * k + i);
            houses[18 + i][k] = Cell::new(9 * (i / 3 * 3 + k / 3) + i % 3 * 3 + k % 3);
            k += 1;
        }
        i += 1;
    }
    houses
};

/// The peers of each cell: the twenty other cells of its row, column and box, in increasing order.
pub const PEERS: [[Cell; 20]; 81] = {
    let mut peers = [[Cell::new(0); 20]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (mut n, mut other) = (0, 0);
        while other < 81 {
            if Cell::new(cell).sees(Cell::new(other)) {
                peers[cell][n] = Cell::new(other);
                n += 1;
            }
            other += 1;
        }
        cell += 1;
    }
    peers
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_is_in_three_houses_and_has_twenty_peers() {
        for cell in Cell::all() {
            assert_eq!(HOUSES.iter().filter(|house| house.contains(&cell)).count(), 3);
            let peers = PEERS[cell.index()];
            assert!(peers.is_sorted() && peers.iter().all(|&peer| peer.sees(cell)));
        }
        assert_eq!(HOUSES[18 + 5][3], Cell::new(9 * 4 + 6));
    }
}
