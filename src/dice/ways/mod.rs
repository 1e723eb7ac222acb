//! In how many ways dice come to what is asked, without laying every face.

mod extremes;
mod spreads;
mod sums;
mod tallies;
mod worths;

pub(super) use extremes::{highest, lowest};
pub(super) use spreads::spreads;
pub(super) use sums::sums;
pub(super) use tallies::tallies;
pub(super) use worths::worths;
