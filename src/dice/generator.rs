//! A seeded generator of faces.

use rand::TryRng;
use rand::rngs::SysRng;
use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use thiserror::Error;

use super::Pool;

/// A generator of faces that always gives the same faces for the same seed.
///
/// It is ChaCha with 12 rounds; its key is the seed as 8 bytes, lowest first,
/// then 24 bytes of 0, with block counter and nonce 0. For each die one number
/// of 64 bits is taken from the key stream, lowest byte first. Let `m` be the
/// greatest multiple of the number of sides that is at most 2⁶⁴: numbers from
/// `m` up are thrown away and the next is taken, so that no face is favoured;
/// otherwise the face is the lowest face plus the remainder of the number by
/// the sides.
///
/// A session keeps one generator; each ruling borrows it with
/// [`Rolled::with`](super::Rolled::with).
#[derive(Clone, Debug)]
pub struct Generator {
    stream: ChaCha12Rng,
    seed: u64,
}

/// The system gave no random number to start from.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the system gives no random numbers: {0}")]
pub struct NoSeed(String);

impl Generator {
    /// Seeds that are chosen here stay below 2⁵³, so that readers of JSON that
    /// hold every number as a double keep them exactly.
    const CHOSEN_SEED_BITS: u32 = 53;

    /// A generator that starts from `seed`.
    pub fn seeded(seed: u64) -> Generator {
        let mut key = [0; 32];
        for (place, byte) in key.iter_mut().zip(seed.to_le_bytes()) {
            *place = byte;
        }
        Generator {
            stream: ChaCha12Rng::from_seed(key),
            seed,
        }
    }

    /// A generator that starts from a seed of the system's choice.
    ///
    /// # Errors
    /// [`NoSeed`] if the system has no random numbers to give.
    pub fn from_system() -> Result<Generator, NoSeed> {
        let number = SysRng
            .try_next_u64()
            .map_err(|error| NoSeed(error.to_string()))?;
        Ok(Generator::seeded(
            number >> (u64::BITS - Generator::CHOSEN_SEED_BITS),
        ))
    }

    /// The seed this generator started from.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Throws one die of the pool.
    pub fn face(&mut self, pool: Pool) -> u32 {
        let sides = u64::from(pool.sides.max(1));
        loop {
            if let Some(above_lowest) = unbiased(self.stream.next_u64(), sides) {
                return pool.lowest.saturating_add(above_lowest);
            }
        }
    }
}

/// Random bytes of the system's, for a salt.
///
/// # Errors
/// [`NoSeed`] if the system has no random numbers to give.
pub fn salt() -> Result<[u8; 16], NoSeed> {
    let mut bytes = [0; 16];
    SysRng
        .try_fill_bytes(&mut bytes)
        .map_err(|error| NoSeed(error.to_string()))?;
    Ok(bytes)
}

/// The remainder of `number` by `sides`, unless `number` lies in the last run of remainders and that is cut short.
fn unbiased(number: u64, sides: u64) -> Option<u32> {
    let remainder = number % sides;
    let run = number - remainder;
    run.checked_add(sides - 1)?;
    u32::try_from(remainder).ok()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use super::*;

    /// ChaCha with 12 rounds after the published description, apart from the
    /// crate that the generator uses: the first `count` numbers of 64 bits.
    fn key_stream(key: [u32; 8], count: usize) -> Vec<u64> {
        let mut numbers = Vec::new();
        for block in 0.. {
            if numbers.len() >= count {
                break;
            }
            let mut start = [0; 16];
            start[..4].copy_from_slice(&[0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574]);
            start[4..12].copy_from_slice(&key);
            start[12] = block;
            let mut state = start;
            for _ in 0..6 {
                for column in 0..4 {
                    quarter_round(&mut state, [column, column + 4, column + 8, column + 12]);
                }
                for diagonal in 0..4 {
                    let places = [0, 1, 2, 3].map(|row| 4 * row + (diagonal + row) % 4);
                    quarter_round(&mut state, places);
                }
            }
            let words: Vec<u32> = state
                .iter()
                .zip(start)
                .map(|(word, first)| word.wrapping_add(first))
                .collect();
            numbers.extend(
                words
                    .chunks(2)
                    .map(|pair| u64::from(pair[0]) | u64::from(pair[1]) << 32),
            );
        }
        numbers.truncate(count);
        numbers
    }

    fn quarter_round(state: &mut [u32; 16], [a, b, c, d]: [usize; 4]) {
        for (left, right) in [(16, 12), (8, 7)] {
            state[a] = state[a].wrapping_add(state[b]);
            state[d] = (state[d] ^ state[a]).rotate_left(left);
            state[c] = state[c].wrapping_add(state[d]);
            state[b] = (state[b] ^ state[c]).rotate_left(right);
        }
    }

    /// Test vector TC1 (256 bit key, 12 rounds) of draft-strombergson-chacha-test-vectors.
    #[test]
    fn the_key_stream_is_the_published_one() {
        let published = [
            0x9b, 0xf4, 0x9a, 0x6a, 0x07, 0x55, 0xf9, 0x53, 0x81, 0x1f, 0xce, 0x12, 0x5f, 0x26,
            0x83, 0xd5,
        ];
        let bytes: Vec<u8> = key_stream([0; 8], 2)
            .into_iter()
            .flat_map(u64::to_le_bytes)
            .collect();
        assert_eq!(bytes, published);
        let mut generator = Generator::seeded(0);
        let bytes: Vec<u8> = (0..2)
            .flat_map(|_| generator.stream.next_u64().to_le_bytes())
            .collect();
        assert_eq!(bytes, published);
    }

    #[test]
    fn faces_follow_the_written_rule() {
        let seed = 0x0123_4567_89ab_cdef;
        let mut generator = Generator::seeded(seed);
        let numbers = key_stream([0x89ab_cdef, 0x0123_4567, 0, 0, 0, 0, 0, 0], 500);
        // No number of this stream is so high that it is thrown away.
        assert!(numbers.iter().all(|number| *number < u64::MAX - 1000));
        for (place, number) in numbers.into_iter().enumerate() {
            let sides = [6, 10, 1000][place % 3];
            let pool = Pool::new(1, sides);
            assert_eq!(
                u64::from(generator.face(pool)),
                1 + number % u64::from(sides)
            );
        }
    }

    /// Reckoned apart from this program. A rule that changed would change every game that is replayed from its seed.
    #[test]
    fn the_transcript_of_seed_1642_stays() {
        let expected = [4, 4, 4, 5, 1, 5, 1, 6, 1, 1, 3, 1, 2, 4, 3, 4, 2, 4, 2, 4];
        let mut generator = Generator::seeded(1642);
        let faces: Vec<u64> = (0..20)
            .map(|_| u64::from(generator.face(Pool::d6(1))))
            .collect();
        assert_eq!(faces, expected);
        assert_eq!(generator.seed(), 1642);
    }

    #[test]
    fn only_whole_runs_of_remainders_are_kept() {
        for sides in 2..=1000_u64 {
            // 2⁶⁴ less its remainder is the first number thrown away.
            let excess = u64::try_from((u128::from(u64::MAX) + 1) % u128::from(sides)).unwrap();
            let last_kept = u64::MAX - excess;
            assert_eq!(unbiased(last_kept, sides), u32::try_from(sides - 1).ok());
            assert_eq!(unbiased(0, sides), Some(0));
            if excess > 0 {
                assert_eq!(unbiased(last_kept + 1, sides), None);
                assert_eq!(unbiased(u64::MAX, sides), None);
            }
        }
    }

    #[test]
    fn a_seed_of_the_systems_choice_is_exact_in_a_double() {
        assert!(Generator::from_system().unwrap().seed() < 1 << 53);
    }
}
