//! The ratings of chains: a base for each kind, and an addition for the length.
//!
//! ```text
//!   complexity   4–6   7–8  9–10 11–14 15–18 19–26 27–34 35–50 51–66 67–98 99–130  …
//!   addition     0.0   0.1   0.2   0.3   0.4   0.5   0.6   0.7   0.8   0.9    1.0  …
//! ```
//!
//! The tenths are added one by one as doubles, which decides ties: 6.6 plus one tenth is 6.699999999999999, less than 6.5
//! plus two tenths. So the former chain comes first, although both print as 6.7.

use super::chains::{Producer, Scale};
use crate::logic::{Technique, Techniques};

/// The order of chains on the scale of Sudoku Explainer.
pub(crate) const CHAINS: Scale = Scale { rating, rank, allowed: Techniques::DEFAULT };

/// The addition for a length: a tenth for each of the thresholds 4, 6, 8, 12, 16, 24, … below the complexity minus 2.
fn added(complexity: usize) -> f64 {
    let length = complexity.saturating_sub(2);
    let (mut sum, mut threshold, mut odd) = (0.0, 4, true);
    while length > threshold {
        sum += 0.1;
        threshold = if odd { threshold * 3 / 2 } else { threshold * 4 / 3 };
        odd = !odd;
    }
    sum
}

/// The rating of a chain.
fn rating(producer: Producer, technique: Technique, complexity: usize) -> f64 {
    let base = match producer {
        Producer::Static => match technique {
            Technique::XCycle | Technique::YCycle => 6.5,
            Technique::ForcingXChain => 6.6,
            _ => 7.0,
        },
        Producer::Nishio => 7.5,
        Producer::Multiple => 8.0,
        Producer::Dynamic => 8.5,
        Producer::DynamicPlus(level) => 8.5 + 0.5 * f64::from(level),
    };
    base + added(complexity)
}

/// The order of chains with equal rating and complexity.
fn rank(technique: Technique) -> u8 {
    match technique {
        Technique::DynamicDouble => 1,
        Technique::XCycle | Technique::ForcingXChain => 2,
        Technique::YCycle => 3,
        Technique::XyCycle | Technique::ForcingChain => 4,
        Technique::CellForcingChains | Technique::DynamicCellForcingChains => 5,
        Technique::RegionForcingChains | Technique::DynamicRegionForcingChains => 6,
        _ => 7,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_add_tenths_as_in_the_table() {
        let tenths: Vec<u8> =
            [4, 6, 7, 8, 9, 10, 11, 14, 15, 18, 19, 26, 27, 34, 35, 50, 51, 98, 99, 130]
                .iter()
                .map(|&complexity| (added(complexity) * 10.0).round() as u8)
                .collect();
        assert_eq!(tenths, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 9, 10, 10]);
    }

    #[test]
    fn a_longer_x_chain_goes_before_a_cycle_that_prints_the_same() {
        let chain = rating(Producer::Static, Technique::ForcingXChain, 8);
        let cycle = rating(Producer::Static, Technique::XCycle, 10);
        assert!(chain < cycle && format!("{chain:.1}") == format!("{cycle:.1}"));
    }
}
