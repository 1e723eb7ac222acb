//! The seed of a battle's dice, sealed until the battle ends.

use std::fmt;
use std::str::FromStr;

use smol_str::{SmolStr, format_smolstr};

use crate::dice::{Generator, NoSeed, salt};
use crate::rules::identity::sha256;

/// The seed of a battle, and the salt without which nobody finds it from the seal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Secret {
    seed: u64,
    salt: SmolStr,
}

/// The seed and the salt, as their file has them.
impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.seed, self.salt)
    }
}

/// What stands in a seed's file is no seed with its salt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoSecret;

impl FromStr for Secret {
    type Err = NoSecret;

    fn from_str(text: &str) -> Result<Self, NoSecret> {
        let (seed, salt) = text.trim().split_once(' ').ok_or(NoSecret)?;
        Ok(Secret {
            seed: seed.parse().map_err(|_| NoSecret)?,
            salt: salt.into(),
        })
    }
}

impl Secret {
    /// A seed with a salt that is known.
    pub fn new(seed: u64, salt: impl Into<SmolStr>) -> Secret {
        Secret {
            seed,
            salt: salt.into(),
        }
    }

    /// A seed with a salt of the system's.
    ///
    /// # Errors
    /// The system gives no random numbers.
    pub fn salted(seed: u64) -> Result<Secret, NoSeed> {
        let digits: String = salt()?.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Secret::new(seed, digits))
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The salt, in hexadecimal.
    pub fn salt(&self) -> &SmolStr {
        &self.salt
    }

    /// What the players are shown of it: the SHA-256 of `SEED:SALT`.
    pub fn seal(&self) -> SmolStr {
        sha256(&format!("{}:{}", self.seed, self.salt))
    }

    /// The dice, with the players' words mixed in, in the order in which they were said.
    pub fn dice<'w>(&self, words: impl IntoIterator<Item = &'w str>) -> Generator {
        let seed = words.into_iter().fold(self.seed, mixed);
        Generator::seeded(seed)
    }
}

/// A seed and a word as one: the first 16 hexadecimal digits of the SHA-256 of `SEED:WORD`.
fn mixed(seed: u64, word: &str) -> u64 {
    let hash = sha256(&format_smolstr!("{seed}:{word}"));
    let digits = hash.get(..16).unwrap_or_default();
    u64::from_str_radix(digits, 16).unwrap_or(seed)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// The hashes are those of another program.
    #[test]
    fn seal_and_dice_are_as_docs_say() {
        let secret = Secret::new(1642, "00ff");
        assert_eq!(secret.seal(), SEAL);
        assert_eq!(secret.dice([]).seed(), 1642);
        assert_eq!(secret.dice(["Edgehill"]).seed(), WITH_WORD);
        assert_eq!(secret.to_string().parse(), Ok(secret));
    }

    const SEAL: &str = "30d10133e68c3eb64dbca9643c6a4c86ddd542e6ae0889c19f7e9195457817b9";
    const WITH_WORD: u64 = 0xb887_fcef_0aba_eab3;

    #[test]
    fn two_seals_of_one_seed_differ() {
        let one = Secret::salted(1642).unwrap();
        let other = Secret::salted(1642).unwrap();
        assert_ne!(one.seal(), other.seal());
    }

    #[test]
    fn what_is_no_seed_with_its_salt_is_refused() {
        for text in ["", "1642", "x y", "-1 00ff"] {
            assert_eq!(text.parse::<Secret>(), Err(NoSecret), "{text}");
        }
    }
}
