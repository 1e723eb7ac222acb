//! In how many ways dice come to what is asked, without laying every face.

mod contests;
mod spreads;
mod sums;
mod tallies;

pub(super) use contests::{Side, contests};
pub(super) use spreads::spreads;
pub(super) use sums::sums;
pub(super) use tallies::tallies;
