//! Plots: curves over the turns, and bars that show a number within a band. Black on white, so that any printer will do.

use plotters::element::DashedPathElement;
use plotters::prelude::*;

use crate::sheet::Sheet;

/// Something drawn.
#[derive(Debug, Clone, PartialEq)]
pub enum Plot {
    /// Numbers that grow or shrink over something that is counted, such as losses over the turns.
    Curves {
        /// What it shows.
        title: String,
        /// What is counted along it, such as `turn`.
        along: String,
        /// The names of the points along it.
        points: Vec<String>,
        /// The curves, each with a number for each point.
        curves: Vec<Curve>,
    },
    /// Numbers, each within the band in which it can be expected.
    Bars {
        /// What it shows.
        title: String,
        /// What stands over the names.
        of: String,
        /// The bars.
        bars: Vec<Bar>,
    },
}

/// One curve.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// What it is of.
    pub name: String,
    /// Its numbers, as they are shown.
    pub shown: Vec<String>,
    /// The same, as they are drawn.
    pub values: Vec<f64>,
}

/// One number within a band.
#[derive(Debug, Clone, PartialEq)]
pub struct Bar {
    /// What it is of.
    pub name: String,
    /// The number.
    pub value: f64,
    /// What could be expected.
    pub expected: f64,
    /// The least and the most that chance allows for as a rule.
    pub band: (f64, f64),
}

/// How wide a plot is, in the units of its drawing.
const WIDTH: u32 = 720;
/// How high a plot of curves is.
const HEIGHT: u32 = 300;
/// How high a row of bars is.
const ROW: u32 = 34;
/// The most names that stand along a plot.
const MOST_LABELS: usize = 16;
/// How long the piece of a line is that says what it is of.
const KEY: i32 = 30;
/// The lines after the first, in strokes and gaps.
const DASHES: [(u32, u32); 3] = [(8, 5), (2, 4), (14, 4)];
/// Where a bar begins, behind its name.
const LEFT: i32 = 190;
/// How far a bar reaches to either side of what could be expected.
const REACH: i32 = 160;
/// The type of its letters.
const FONT: &str = "sans-serif";

impl Plot {
    /// The plot as a table.
    pub fn table(&self) -> Sheet {
        match self {
            Plot::Curves {
                title,
                along,
                points,
                curves,
            } => {
                let names = curves.iter().map(|curve| curve.name.as_str());
                let columns: Vec<&str> = std::iter::once(along.as_str()).chain(names).collect();
                let mut sheet = Sheet::new(title.clone(), &columns);
                for (place, point) in points.iter().enumerate() {
                    let cells = curves.iter().map(|curve| curve.shown.get(place).cloned());
                    let cells = cells.map(Option::unwrap_or_default);
                    sheet.row(std::iter::once(point.clone()).chain(cells));
                }
                sheet
            }
            Plot::Bars { title, of, bars } => {
                let columns = [of.as_str(), "thrown", "expected", "chance allows"];
                let mut sheet = Sheet::new(title.clone(), &columns);
                for bar in bars {
                    let (least, most) = bar.band;
                    sheet.row([
                        bar.name.clone(),
                        format!("{:.0}", bar.value),
                        format!("{:.1}", bar.expected),
                        format!("{least:.0} to {most:.0}"),
                    ]);
                }
                sheet
            }
        }
    }

    /// The plot as SVG; nothing where there is nothing to draw.
    pub fn svg(&self) -> Option<String> {
        let mut drawing = String::new();
        let drawn = match self {
            Plot::Curves {
                along,
                points,
                curves,
                ..
            } => draw_curves(&mut drawing, along, points, curves),
            Plot::Bars { bars, .. } => draw_bars(&mut drawing, bars),
        };
        drawn.then_some(drawing)
    }
}

/// Whether curves could be drawn: from the second point on there is something to see.
fn draw_curves(drawing: &mut String, along: &str, points: &[String], curves: &[Curve]) -> bool {
    let last = points.len().saturating_sub(1);
    if last == 0 {
        return false;
    }
    let values = || curves.iter().flat_map(|curve| curve.values.iter().copied());
    let most = values().fold(1.0_f64, f64::max) * 1.08;
    let least = values().fold(0.0_f64, f64::min);
    let area = SVGBackend::with_string(drawing, (WIDTH, HEIGHT)).into_drawing_area();
    let chart = ChartBuilder::on(&area)
        .margin(8)
        .margin_right(20)
        .x_label_area_size(38)
        .y_label_area_size(44)
        .build_cartesian_2d(0..last, least..most);
    let Ok(mut chart) = chart else { return false };
    let mesh = chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(BLACK.mix(0.15))
        .axis_style(BLACK.mix(0.7))
        .label_style((FONT, 13))
        .x_labels(points.len().min(MOST_LABELS))
        .x_label_formatter(&|place| points.get(*place).cloned().unwrap_or_default())
        .x_desc(along)
        .y_label_formatter(&|number| format!("{number:.0}"))
        .draw();
    if mesh.is_err() {
        return false;
    }
    for (place, curve) in curves.iter().enumerate() {
        let line = curve.values.iter().copied().enumerate();
        let style = BLACK.stroke_width(2);
        // Curves are told apart by their lines, so that no colour is needed.
        let dash = place
            .checked_sub(1)
            .and_then(|place| DASHES.get(place % DASHES.len()));
        let drawn = match dash {
            None => chart.draw_series(LineSeries::new(line, style)),
            Some((long, gap)) => {
                let dashed = DashedLineSeries::new(line, *long, *gap, style);
                chart.draw_series(dashed)
            }
        };
        let Ok(series) = drawn else { return false };
        let dash = dash.copied();
        series.label(curve.name.clone()).legend(move |(x, y)| {
            let (long, gap) = dash.unwrap_or((KEY.unsigned_abs(), 1));
            DashedPathElement::new(vec![(x, y), (x + KEY, y)], long, gap, style)
        });
    }
    let legend = chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .legend_area_size(KEY + 6)
        .background_style(WHITE.mix(0.85))
        .label_font((FONT, 13))
        .draw();
    drop(chart);
    legend.is_ok() && area.present().is_ok()
}

/// Whether bars could be drawn: each on the scale of its own band, what could be expected in the middle.
fn draw_bars(drawing: &mut String, bars: &[Bar]) -> bool {
    let Ok(rows) = u32::try_from(bars.len()) else {
        return false;
    };
    if rows == 0 {
        return false;
    }
    let area = SVGBackend::with_string(drawing, (WIDTH, ROW * rows + 8)).into_drawing_area();
    let rows = area.split_evenly((bars.len(), 1));
    let drawn = bars
        .iter()
        .zip(&rows)
        .all(|(bar, row)| draw_bar(row, bar).is_some());
    drop(rows);
    drawn && area.present().is_ok()
}

fn draw_bar(row: &DrawingArea<SVGBackend<'_>, plotters::coord::Shift>, bar: &Bar) -> Option<()> {
    let (least, most) = bar.band;
    let half = ((most - least) / 2.0).max(f64::MIN_POSITIVE);
    let (middle, reach, y) = (LEFT + REACH, f64::from(REACH), 16);
    // The band fills half of the row; what lies beyond its end stands at the end.
    let away = ((bar.value - bar.expected) / half / 2.0).clamp(-1.0, 1.0);
    let at = middle + pixels(away * reach);
    let band = pixels(reach / 2.0);
    let grey = BLACK.mix(0.15).filled();
    let font = (FONT, 13).into_font();
    row.draw(&Text::new(bar.name.clone(), (4, y - 7), font.clone()))
        .ok()?;
    row.draw(&PathElement::new(
        vec![(LEFT, y), (LEFT + 2 * REACH, y)],
        BLACK.mix(0.4),
    ))
    .ok()?;
    row.draw(&Rectangle::new(
        [(middle - band, y - 8), (middle + band, y + 8)],
        grey,
    ))
    .ok()?;
    row.draw(&PathElement::new(
        vec![(middle, y - 10), (middle, y + 10)],
        BLACK.stroke_width(1),
    ))
    .ok()?;
    row.draw(&Circle::new((at, y), 5, BLACK.filled())).ok()?;
    let told = format!("{:.0}, expected {:.1}", bar.value, bar.expected);
    row.draw(&Text::new(told, (LEFT + 2 * REACH + 12, y - 7), font))
        .ok()
}

/// Whole units of the drawing.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a drawing is less than a thousand wide"
)]
fn pixels(length: f64) -> i32 {
    length.round() as i32
}
