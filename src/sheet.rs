//! A sheet: something laid out in rows and columns, before anybody decides how to print it.

/// Rows and columns with a title.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sheet {
    /// What it is.
    pub title: String,
    /// Lines that show how something is typed, under the title.
    pub examples: Vec<String>,
    /// The headings; empty for a list without any.
    pub columns: Vec<String>,
    /// The rows, each as long as the headings; one cell alone heads the rows after it.
    pub rows: Vec<Vec<String>>,
    /// What happens to what is wider than the screen.
    pub overflow: Overflow,
    /// Remarks under it.
    pub notes: Vec<String>,
    /// Remarks of less weight, under those.
    pub asides: Vec<String>,
    /// The same in fewer rows, for a person; programs read the whole of it.
    pub for_person: Option<Box<Sheet>>,
    /// Where the source says so.
    pub cite: Option<String>,
}

/// What happens to a sheet that is wider than the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Overflow {
    /// Long cells are broken between words; columns stand below one another only where that is not enough.
    #[default]
    WrapCells,
    /// Cells stay whole: the columns that find no room stand below, under the first column again.
    SplitColumns,
}

impl Sheet {
    /// A sheet without rows.
    pub fn new(title: impl Into<String>, columns: &[&str]) -> Self {
        Sheet {
            title: title.into(),
            columns: columns.iter().map(|&column| column.to_owned()).collect(),
            ..Sheet::default()
        }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// Takes out the columns in which no row has anything.
    pub fn drop_empty_columns(&mut self) {
        let empty = |rows: &[Vec<String>], place: usize| {
            rows.iter()
                .all(|row| row.get(place).is_none_or(String::is_empty))
        };
        for place in (0..self.columns.len()).rev() {
            if empty(&self.rows, place) {
                self.columns.remove(place);
                for row in self.rows.iter_mut().filter(|row| place < row.len()) {
                    row.remove(place);
                }
            }
        }
    }

    /// Adds columns that a program reads and a person does not: a row of them for each row of the sheet.
    pub fn add_for_programs(&mut self, columns: &[&str], cells: Vec<Vec<String>>) {
        if self.for_person.is_none() {
            self.for_person = Some(Box::new(self.clone()));
        }
        self.columns
            .extend(columns.iter().map(|&column| column.to_owned()));
        for (row, more) in self.rows.iter_mut().zip(cells) {
            row.extend(more);
        }
    }

    /// Adds a remark.
    pub fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }
}
