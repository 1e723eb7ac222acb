//! What the dice of a throw have to show, so that whoever throws them knows at a glance.

use std::fmt;

use smol_str::SmolStr;

/// What dice have to show, each by itself: `hits on 6`, or `5+ needed` where they make nothing with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needs {
    /// What each die that counts makes, such as `hits`; may be empty.
    pub makes: SmolStr,
    /// The faces that count.
    pub faces: FacesNeeded,
}

/// Which faces count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FacesNeeded {
    /// This one and all above it.
    AtLeast(i64),
    /// This one and all below it.
    AtMost(i64),
    /// Just these.
    OneOf(Box<[u32]>),
}

impl FacesNeeded {
    /// Whether a face counts.
    pub fn has(&self, face: u32) -> bool {
        match self {
            FacesNeeded::AtLeast(least) => i64::from(face) >= *least,
            FacesNeeded::AtMost(most) => i64::from(face) <= *most,
            FacesNeeded::OneOf(faces) => faces.contains(&face),
        }
    }
}

/// Shows `5+`, `2 or less`, `4, 6`.
impl fmt::Display for FacesNeeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FacesNeeded::AtLeast(least) => write!(f, "{least}+"),
            FacesNeeded::AtMost(most) => write!(f, "{most} or less"),
            FacesNeeded::OneOf(faces) => {
                let faces: Vec<String> = faces.iter().map(u32::to_string).collect();
                f.write_str(&faces.join(", "))
            }
        }
    }
}

impl Needs {
    /// In words, for dice with these as the lowest and the highest face: `hits on 6`, `5+ needed`.
    pub fn in_words(&self, lowest: u32, highest: u32) -> String {
        let faces = match &self.faces {
            FacesNeeded::AtLeast(least) if *least == i64::from(highest) => least.to_string(),
            FacesNeeded::AtMost(most) if *most == i64::from(lowest) => most.to_string(),
            faces => faces.to_string(),
        };
        match self.makes.as_str() {
            "" => format!("{faces} needed"),
            makes => format!("{makes} on {faces}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_needed_is_said_in_few_words() {
        let needs = |makes: &'static str, faces| Needs {
            makes: SmolStr::new_static(makes),
            faces,
        };
        for (needs, words) in [
            (needs("hits", FacesNeeded::AtLeast(6)), "hits on 6"),
            (needs("hits", FacesNeeded::AtLeast(5)), "hits on 5+"),
            (needs("", FacesNeeded::AtMost(1)), "1 needed"),
            (needs("", FacesNeeded::AtMost(2)), "2 or less needed"),
            (
                needs("kills", FacesNeeded::OneOf([2, 4].into())),
                "kills on 2, 4",
            ),
        ] {
            assert_eq!(needs.in_words(1, 6), words);
        }
        assert!(FacesNeeded::AtLeast(5).has(5) && !FacesNeeded::AtLeast(5).has(4));
        assert!(FacesNeeded::AtMost(2).has(1) && !FacesNeeded::AtMost(2).has(3));
    }
}
