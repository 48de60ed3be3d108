//! Ratings of chains: what each kind begins at, and what its length adds.
//!
//! ```text
//!   complexity   4–6   7–8  9–10 11–14 15–18 19–26 27–34 35–50 51–66 67–98 99–130  …
//!   adds         0.0   0.1   0.2   0.3   0.4   0.5   0.6   0.7   0.8   0.9    1.0  …
//! ```
//!
//! The tenths are added up one by one as doubles. That decides ties: 6.6 and one step are 6.699999999999999, which is less
//! than 6.5 and two steps, so the former chain goes first although both print as 6.7.

use super::chains::{Producer, Scale};
use crate::logic::{Technique, Techniques};

/// The scale's order of chains.
pub(crate) const CHAINS: Scale = Scale { rating, rank, allowed: Techniques::DEFAULT };

/// What a length adds: a tenth for each of 4, 6, 8, 12, 16, 24, … that the complexity less 2 exceeds.
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

/// The preference among chains of equal rating and complexity.
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
