//! Reading by type: what a key may hold is the type of the field that keeps it.
//!
//! A type that implements [`FromToml`] says how it is read and what shape that has. The macro
//! `record!` writes a struct, its reading and its list of keys from one text, so that all keys are
//! read before the first is missed: a fault in one key cannot hide those in the next.

use std::ops::Range;

use smol_str::SmolStr;

use super::table::Reader;
use super::value::Value;
use crate::number::Number;

/// Something that can be read from a value of a TOML file.
pub trait FromToml: Sized {
    /// Reads a value; `None` has noted its fault.
    fn from_toml(value: &Value<'_>) -> Option<Self>;

    /// What stands for a key that is left out; `None` where the key must be there.
    fn absent() -> Option<Self> {
        None
    }

    /// What stands for a key that has a fault, or that is lacking, so that the rest is judged; `None`
    /// where there is no judging without it.
    fn faulty() -> Option<Self> {
        Self::absent()
    }

    /// What may be written.
    fn shape() -> Shape;
}

/// What may be written for a value.
#[derive(Debug, Clone)]
pub enum Shape {
    /// A text, described in a few words.
    Text(&'static str),
    /// A whole number in a range.
    Whole(i64, i64),
    /// An exact number.
    Number,
    /// `true` or `false`.
    Switch,
    /// One of these words.
    Words(Vec<&'static str>),
    /// A list of such values.
    List(Box<Shape>),
    /// A table with any keys, each with such a value; what the keys are, in a few words.
    Map(&'static str, Box<Shape>),
    /// A table with these keys.
    Record(RecordShape),
    /// One of several shapes.
    Any(Vec<Shape>),
}

/// What a table with fixed keys is called, and its keys.
#[derive(Debug, Clone, Copy)]
pub struct RecordShape {
    /// Its name in a schema, such as `step`.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Its keys, worked out when somebody asks: a table may hold tables of its own kind.
    pub keys: fn() -> Vec<KeyShape>,
    /// What stands under any other key, where other keys may stand.
    pub others: Option<fn() -> Others>,
}

/// The keys of a table that its author names.
#[derive(Debug, Clone)]
pub struct Others {
    /// What such a key is, in a few words.
    pub key: &'static str,
    /// What may be written for it.
    pub shape: Shape,
}

/// One key of a table.
#[derive(Debug, Clone)]
pub struct KeyShape {
    /// The key.
    pub key: &'static str,
    /// What it says, from the doc comment of the field.
    pub about: &'static str,
    /// What may be written for it.
    pub shape: Shape,
    /// Whether it must be there.
    pub needed: Needed,
}

/// Whether a key must be there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Needed {
    /// It must.
    Always,
    /// It may be left out.
    Sometimes,
}

/// Whether all that was written could be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sound {
    /// It could.
    Yes,
    /// Something has a fault, which is noted.
    No,
}

/// A table with fixed keys.
pub trait Record: Sized {
    /// Reads the keys of the table.
    fn read(table: &mut Reader<'_>) -> Option<Self>;

    /// Its keys.
    fn keys() -> Vec<KeyShape>;
}

/// A text with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// Where it stands.
    pub at: Range<usize>,
    /// What it says.
    pub text: SmolStr,
}

impl FromToml for Text {
    fn from_toml(value: &Value<'_>) -> Option<Self> {
        let text = value.text()?;
        Some(Text {
            at: text.span(),
            text: SmolStr::new(text.into_inner()),
        })
    }

    fn shape() -> Shape {
        Shape::Text("text")
    }
}

impl FromToml for String {
    fn from_toml(value: &Value<'_>) -> Option<Self> {
        value.text().map(|text| text.into_inner().to_owned())
    }

    fn shape() -> Shape {
        Shape::Text("text")
    }
}

impl FromToml for bool {
    fn from_toml(value: &Value<'_>) -> Option<Self> {
        value.switch().map(toml::Spanned::into_inner)
    }

    fn shape() -> Shape {
        Shape::Switch
    }
}

impl FromToml for Number {
    fn from_toml(value: &Value<'_>) -> Option<Self> {
        value.number().map(toml::Spanned::into_inner)
    }

    fn shape() -> Shape {
        Shape::Number
    }
}

/// A whole number from `LEAST` to `MOST`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Whole<const LEAST: i64, const MOST: i64>(pub i64);

impl<const LEAST: i64, const MOST: i64> FromToml for Whole<LEAST, MOST> {
    fn from_toml(value: &Value<'_>) -> Option<Self> {
        let number = value.integer(LEAST..=MOST)?;
        Some(Whole(number.into_inner()))
    }

    fn shape() -> Shape {
        Shape::Whole(LEAST, MOST)
    }
}

impl<T: FromToml> FromToml for Option<T> {
    fn from_toml(value: &Value<'_>) -> Option<Self> {
        T::from_toml(value).map(Some)
    }

    fn absent() -> Option<Self> {
        Some(None)
    }

    fn shape() -> Shape {
        T::shape()
    }
}

impl<T: FromToml> FromToml for Box<T> {
    fn from_toml(value: &Value<'_>) -> Option<Self> {
        T::from_toml(value).map(Box::new)
    }

    fn shape() -> Shape {
        T::shape()
    }
}

impl<T: FromToml> FromToml for Vec<T> {
    fn from_toml(value: &Value<'_>) -> Option<Self> {
        let items = value.items()?;
        // Every item is read before the first that failed counts.
        let read: Vec<Option<T>> = items.iter().map(T::from_toml).collect();
        read.into_iter().collect()
    }

    fn absent() -> Option<Self> {
        Some(Vec::new())
    }

    fn shape() -> Shape {
        Shape::List(Box::new(T::shape()))
    }
}

/// One thing, or a list of them.
#[derive(Debug, Clone)]
pub struct Many<T>(pub Vec<T>);

impl<T> Default for Many<T> {
    fn default() -> Self {
        Many(Vec::new())
    }
}

impl<T: FromToml> FromToml for Many<T> {
    fn from_toml(value: &Value<'_>) -> Option<Self> {
        if value.get().as_array().is_some() {
            return Vec::from_toml(value).map(Many);
        }
        T::from_toml(value).map(|one| Many(vec![one]))
    }

    fn absent() -> Option<Self> {
        Some(Many::default())
    }

    fn shape() -> Shape {
        Shape::Any(vec![T::shape(), Shape::List(Box::new(T::shape()))])
    }
}

/// Something that must be there; nothing where it has a fault or is lacking.
#[derive(Debug, Clone)]
pub struct Asked<T>(pub Option<T>);

impl<T: FromToml> FromToml for Asked<T> {
    fn from_toml(value: &Value<'_>) -> Option<Self> {
        T::from_toml(value).map(|read| Asked(Some(read)))
    }

    fn faulty() -> Option<Self> {
        Some(Asked(None))
    }

    fn shape() -> Shape {
        T::shape()
    }
}

/// A list that must be there.
#[derive(Debug, Clone)]
pub struct Listed<T>(pub Vec<T>);

impl<T: FromToml> FromToml for Listed<T> {
    fn from_toml(value: &Value<'_>) -> Option<Self> {
        Vec::from_toml(value).map(Listed)
    }

    fn faulty() -> Option<Self> {
        Some(Listed(Vec::new()))
    }

    fn shape() -> Shape {
        Shape::List(Box::new(T::shape()))
    }
}

/// A table whose keys are free, in the author's order.
///
/// A key whose value has a fault is kept without it, so that its name is known.
#[derive(Debug, Clone)]
pub struct Map<T>(pub Vec<(Text, Option<T>)>);

impl<T> Default for Map<T> {
    fn default() -> Self {
        Map(Vec::new())
    }
}

impl<T: FromToml> FromToml for Map<T> {
    fn from_toml(value: &Value<'_>) -> Option<Self> {
        value.table(|table| {
            let keys = table.keys_left().into_iter();
            Some(Map(keys
                .map(|(key, value)| (key_text(&key), T::from_toml(&value)))
                .collect()))
        })
    }

    fn absent() -> Option<Self> {
        Some(Map::default())
    }

    fn shape() -> Shape {
        Shape::Map("a name", Box::new(T::shape()))
    }
}

/// A key as a text with its place.
pub fn key_text(key: &toml::Spanned<&str>) -> Text {
    Text {
        at: key.span(),
        text: SmolStr::new(key.get_ref()),
    }
}

/// Writes an enum's reading: each word with what it stands for.
macro_rules! words {
    ($type:ty { $($word:literal => $meaning:expr,)* }) => {
        impl $crate::rules::reader::FromToml for $type {
            fn from_toml(value: &$crate::rules::reader::Value<'_>) -> Option<Self> {
                value.one_of(&[$(($word, $meaning),)*])
            }

            fn shape() -> $crate::rules::reader::Shape {
                $crate::rules::reader::Shape::Words(vec![$($word,)*])
            }
        }
    };
}

/// Writes a struct for a table with fixed keys together with its reading.
///
/// Each line is `"key" => field: Type,` with a doc comment that says what the key means. The type
/// says what may be written and whether the key may be left out. A key that may be left out and has
/// a fault stands as if it were: what else the table says is still judged, and `sound` tells.
macro_rules! record {
    (
        $(#[doc = $about:literal])*
        $vis:vis struct $name:ident = $called:literal {
            $( $(#[doc = $doc:literal])* $key:literal => $field:ident: $type:ty, )*
        }
    ) => {
        $(#[doc = $about])*
        #[derive(Debug, Clone)]
        $vis struct $name {
            /// Where the table stands.
            #[allow(dead_code, reason = "every record knows its place, whether or not it is asked")]
            $vis at: std::ops::Range<usize>,
            /// Whether every key could be read; one that could not stands as if it were left out.
            #[allow(dead_code, reason = "every record knows it, whether or not it is asked")]
            $vis sound: $crate::rules::reader::Sound,
            $( $(#[doc = $doc])* $vis $field: $type, )*
        }

        impl $crate::rules::reader::Record for $name {
            fn read(table: &mut $crate::rules::reader::Reader<'_>) -> Option<Self> {
                let at = table.at();
                let mut sound = $crate::rules::reader::Sound::Yes;
                $( let $field = table.kept::<$type>($key, &mut sound); )*
                if table.has_others() {
                    sound = $crate::rules::reader::Sound::No;
                }
                Some(Self { at, sound, $( $field: $field?, )* })
            }

            fn keys() -> Vec<$crate::rules::reader::KeyShape> {
                use $crate::rules::reader::{FromToml, KeyShape, Needed};
                vec![$( KeyShape {
                    key: $key,
                    about: concat!($($doc,)*).trim_ascii(),
                    shape: <$type as FromToml>::shape(),
                    needed: match <$type as FromToml>::absent() {
                        Some(_) => Needed::Sometimes,
                        None => Needed::Always,
                    },
                }, )*]
            }
        }

        impl $crate::rules::reader::FromToml for $name {
            fn from_toml(value: &$crate::rules::reader::Value<'_>) -> Option<Self> {
                value.table(<Self as $crate::rules::reader::Record>::read)
            }

            fn shape() -> $crate::rules::reader::Shape {
                use $crate::rules::reader::{Record, RecordShape, Shape};
                Shape::Record(RecordShape {
                    name: $called,
                    about: concat!($($about,)*).trim_ascii(),
                    keys: <Self as Record>::keys,
                    others: None,
                })
            }
        }
    };
}

pub(crate) use {record, words};
