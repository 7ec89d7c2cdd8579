//! Plots of points as SVG. Series differ in colour and shape; colours are those of the page, by classes `series-0` and so on.

mod axis;

pub use axis::{AxisScale, Log, percent, power, tera};

use super::markup::{MarkupElement, element};

/// A plot.
#[derive(Clone, Debug)]
pub struct Plot {
    /// What it shows, for those who do not see it.
    pub label: String,
    /// To the right.
    pub x: PlotAxis,
    /// Up; names go down.
    pub y: PlotAxis,
    /// Lines to compare with, behind the points.
    pub guides: Vec<Guide>,
    /// The points.
    pub series: Vec<Series>,
}

/// An axis.
#[derive(Clone, Debug)]
pub struct PlotAxis {
    /// Description.
    pub label: &'static str,
    /// What places on it mean.
    pub scale: AxisScale,
}

/// A line to compare with.
#[derive(Clone, Debug)]
pub struct Guide {
    /// What it means.
    pub name: String,
    /// Its corners.
    pub corners: Vec<(f64, f64)>,
    /// What is written at its last corner, if that is not empty.
    pub label: String,
}

/// Points that belong together.
#[derive(Clone, Debug)]
pub struct Series {
    /// What they are.
    pub name: String,
    /// Whether a line connects them.
    pub is_line: bool,
    /// The points.
    pub points: Vec<Point>,
}

/// A point.
#[derive(Clone, Debug)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Up, or the index of a name.
    pub y: f64,
    /// What is told when one points at it.
    pub title: String,
}

/// Different looks of series; more series repeat them.
pub const LOOKS: usize = 6;

/// Widths of the pictures for screens and for phones.
const WIDTH: f64 = 800.0;
const NARROW: f64 = 350.0;
const HEIGHT: f64 = 300.0;
/// Height of a name's row.
const ROW: f64 = 20.0;
/// Height of a line of the legend.
const LINE: f64 = 20.0;
/// Width of a character, on average.
const COLUMN: f64 = 6.8;
/// Where the legend begins, and the name of the upward axis is.
const INDENT: f64 = 14.0;
const RIGHT: f64 = 24.0;
/// Below the axis: its labels and its name.
const BELOW: f64 = 46.0;
/// Half a mark.
const SIZE: f64 = 4.0;

/// The area within the axes.
struct Area {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

impl Plot {
    /// The plot twice, for screens and for phones, where a small copy of the large one could not be read. The style sheet of the page
    /// shows that which fits.
    pub fn svg(&self) -> MarkupElement {
        let both = [("plot", WIDTH), ("plot narrow", NARROW)];
        element("div").class("plots").with_all(both.map(|(class, width)| self.picture(class, width)))
    }

    /// The plot in a width.
    fn picture(&self, class: &str, width: f64) -> MarkupElement {
        let entries: Vec<(&str, MarkupElement)> = self.entries();
        let lines = legend_lines(&entries, width);
        let ticks = self.y.scale.ticks();
        let widest = ticks.iter().map(|(_, label)| label.chars().count()).max().unwrap_or(0);
        let left = widest as f64 * COLUMN + 34.0;
        let height = match &self.y.scale {
            AxisScale::Names(names) => ROW * names.len().max(1) as f64,
            AxisScale::Log(_) => HEIGHT,
        };
        let top = LINE * lines.len() as f64 + 12.0;
        let area = Area { left, top, width: width - left - RIGHT, height };
        let whole = area.top + area.height + BELOW;
        element("svg")
            .set("xmlns", "http://www.w3.org/2000/svg")
            .class(class)
            .set("viewBox", format!("0 0 {width:.0} {whole:.0}"))
            .set("role", "img")
            .set("aria-label", &self.label)
            .with_all(legend(entries, &lines))
            .with_all(self.axes(&area))
            .with_all(self.guides.iter().enumerate().map(|(index, guide)| self.guide(index, guide, &area)))
            .with_all(self.series.iter().enumerate().map(|(index, series)| self.series(index, series, &area)))
    }

    fn place(&self, (x, y): (f64, f64), area: &Area) -> (f64, f64) {
        let y = self.y.scale.at(y);
        let down = if matches!(self.y.scale, AxisScale::Names(_)) { y } else { 1.0 - y };
        (area.left + self.x.scale.at(x) * area.width, area.top + down * area.height)
    }

    fn axes(&self, area: &Area) -> Vec<MarkupElement> {
        let (right, bottom) = (area.left + area.width, area.top + area.height);
        let mut parts = Vec::new();
        let mut room = f64::NEG_INFINITY;
        for (part, label) in self.x.scale.ticks() {
            let x = area.left + part * area.width;
            parts.push(line("grid", (x, area.top), (x, bottom)));
            // Where labels would touch each other, some are left out.
            let half = (label.chars().count() as f64 + 1.0) * COLUMN / 2.0;
            if x - half >= room {
                parts.push(text("middle", x, bottom + 16.0, label));
                room = x + half;
            }
        }
        let are_names = matches!(self.y.scale, AxisScale::Names(_));
        for (part, label) in self.y.scale.ticks() {
            let y = area.top + area.height * if are_names { part } else { 1.0 - part };
            parts.push(line("grid", (area.left, y), (right, y)));
            parts.push(text("end", area.left - 8.0, y + 4.0, label));
        }
        let frame = element("rect").class("frame").set("x", number(area.left)).set("y", number(area.top));
        parts.push(frame.set("width", number(area.width)).set("height", number(area.height)));
        parts.push(text("middle", area.left + area.width / 2.0, bottom + 38.0, self.x.label).class("name"));
        let (x, y) = (INDENT, area.top + area.height / 2.0);
        let name = text("middle", x, y, self.y.label).class("name");
        parts.push(name.set("transform", format!("rotate(-90 {} {})", number(x), number(y))));
        parts
    }

    fn guide(&self, index: usize, guide: &Guide, area: &Area) -> MarkupElement {
        let places: Vec<_> = guide.corners.iter().map(|&corner| self.place(corner, area)).collect();
        let line = polyline(guide_look(index), places.iter().copied()).with(element("title").text(&guide.name));
        let label = places.last().filter(|_| !guide.label.is_empty());
        element("g").with(line).with_all(label.map(|&(x, y)| text("end", x, y - 6.0, &guide.label)))
    }

    fn series(&self, index: usize, series: &Series, area: &Area) -> MarkupElement {
        let places: Vec<_> = series.points.iter().map(|point| self.place((point.x, point.y), area)).collect();
        let mut group = element("g").class(&look(index));
        if series.is_line {
            group = group.with(polyline("line", places.iter().copied()));
        }
        let marks = series.points.iter().zip(&places);
        group.with_all(marks.map(|(point, &place)| mark(index, place).with(element("title").text(&point.title))))
    }

    /// What the legend explains.
    fn entries(&self) -> Vec<(&str, MarkupElement)> {
        let guides = self.guides.iter().enumerate().map(|(index, guide)| {
            let sample = polyline(guide_look(index), [(-8.0, 0.0), (8.0, 0.0)].into_iter());
            (guide.name.as_str(), sample)
        });
        let series = self.series.iter().enumerate().map(|(index, series)| {
            let sample = element("g").class(&look(index)).with(mark(index, (0.0, 0.0)));
            (series.name.as_str(), sample)
        });
        series.chain(guides).collect()
    }
}

/// Two guides differ by colour and dashes.
fn guide_look(index: usize) -> &'static str {
    if index.is_multiple_of(2) { "guide" } else { "guide guide-1" }
}

fn look(index: usize) -> String {
    format!("series-{}", index % LOOKS)
}

/// The width of an entry of the legend, with its mark.
fn entry_width(name: &str) -> f64 {
    name.chars().count() as f64 * COLUMN + 42.0
}

/// How many entries each line of the legend takes.
fn legend_lines(entries: &[(&str, MarkupElement)], width: f64) -> Vec<usize> {
    let (mut lines, mut x) = (Vec::new(), f64::INFINITY);
    for (name, _) in entries {
        let entry = entry_width(name);
        if x + entry > width {
            lines.push(0);
            x = INDENT;
        }
        x += entry;
        if let Some(line) = lines.last_mut() {
            *line += 1;
        }
    }
    lines
}

fn legend(entries: Vec<(&str, MarkupElement)>, lines: &[usize]) -> Vec<MarkupElement> {
    let mut entries = entries.into_iter();
    let mut parts = Vec::new();
    for (row, &count) in lines.iter().enumerate() {
        let (mut x, y) = (INDENT, LINE * (row as f64 + 0.7));
        for (name, sample) in entries.by_ref().take(count) {
            let place = format!("translate({} {})", number(x), number(y));
            parts.push(element("g").set("transform", place).with(sample).with(text("start", 14.0, 4.0, name)));
            x += entry_width(name);
        }
    }
    parts
}

/// A number for a coordinate.
fn number(value: f64) -> String {
    format!("{value:.1}")
}

fn line(class: &str, from: (f64, f64), to: (f64, f64)) -> MarkupElement {
    let line = element("line").class(class).set("x1", number(from.0)).set("y1", number(from.1));
    line.set("x2", number(to.0)).set("y2", number(to.1))
}

fn polyline(class: &str, points: impl Iterator<Item = (f64, f64)>) -> MarkupElement {
    let points: Vec<String> = points.map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    element("polyline").class(class).set("points", points.join(" "))
}

fn text(anchor: &str, x: f64, y: f64, text: &str) -> MarkupElement {
    element("text").set("x", number(x)).set("y", number(y)).set("text-anchor", anchor).text(text)
}

/// The mark of a series: each has a shape of its own.
fn mark(index: usize, (x, y): (f64, f64)) -> MarkupElement {
    let s = SIZE;
    let path = match index % LOOKS {
        0 => return element("circle").set("cx", number(x)).set("cy", number(y)).set("r", number(s)),
        1 => format!("M{:.1} {:.1}l{} {}m0 {}l{} {}", x - s, y - s, 2.0 * s, 2.0 * s, -2.0 * s, -2.0 * s, 2.0 * s),
        2 => format!("M{:.1} {:.1}h{}v{}h{}z", x - s, y - s, 2.0 * s, 2.0 * s, -2.0 * s),
        3 => format!("M{x:.1} {:.1}l{} {}h{}z", y - s, s, 2.0 * s, -2.0 * s),
        4 => format!("M{x:.1} {:.1}l{s} {s}l{} {s}l{} {}z", y - s, -s, -s, -s),
        _ => format!("M{:.1} {y:.1}h{}m{} {}v{}", x - s, 2.0 * s, -s, -s, 2.0 * s),
    };
    element("path").set("d", path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(points: &[(f64, f64)]) -> Plot {
        let [x, y] = [|point: &(f64, f64)| point.0, |point: &(f64, f64)| point.1]
            .map(|of| AxisScale::Log(Log::powers(&points.iter().map(of).collect::<Vec<_>>(), power)));
        let series = |index: usize| {
            let points = points.iter().map(|&(x, y)| Point { x, y, title: "<p>".to_string() }).collect();
            Series { name: format!("series & {index}"), is_line: true, points }
        };
        Plot {
            label: "a plot".to_string(),
            x: PlotAxis { label: "x", scale: x },
            y: PlotAxis { label: "y", scale: y },
            guides: vec![Guide {
                name: "bound".to_string(),
                corners: vec![(1.0, 1.0), (f64::INFINITY, 10.0)],
                label: "at most 10".to_string(),
            }],
            series: (0..8).map(series).collect(),
        }
    }

    #[test]
    fn every_picture_is_in_order() {
        let sets: [&[(f64, f64)]; 5] = [
            &[],
            &[(3.0, 4.0)],
            &[(1.0, 1e-7), (100.0, 2e-5)],
            &[(f64::INFINITY, f64::NAN); 3],
            &[(0.0, 0.0), (f64::MAX, f64::MIN_POSITIVE)],
        ];
        for points in sets {
            let text = plot(points).svg().to_string();
            let picture = roxmltree::Document::parse(&text).expect("well-formed");
            for attribute in picture.descendants().flat_map(|node| node.attributes()) {
                let value = attribute.value();
                assert!(!value.contains("NaN") && !value.contains("inf"), "{points:?}: {attribute:?}");
            }
            assert_eq!(
                text.matches("<title>&lt;p&gt;</title>").count(),
                2 * 8 * points.len(),
                "for screens and for phones"
            );
            assert_eq!(text.matches(">at most 10</text>").count(), 2);
            assert!(text.contains("series &amp; 7") && text.contains("class=\"series-1\""));
        }
    }

    #[test]
    fn names_have_rows_from_above() {
        let scale = AxisScale::Names(vec!["first".to_string(), "second".to_string()]);
        let plot = Plot { y: PlotAxis { label: "", scale }, ..plot(&[(1.0, 0.0), (10.0, 1.0)]) };
        let text = plot.svg().to_string();
        let height = |label: &str| {
            let start = &text[..text.find(label).expect(label)];
            let y = start.rsplit(" y=\"").next().expect("a place");
            y.split('"').next().expect("a number").parse::<f64>().expect("a number")
        };
        assert_eq!(height("second") - height("first"), ROW);
    }

    #[test]
    fn labels_do_not_touch() {
        let values: Vec<f64> = (5..12).map(|power| 2f64.powi(power)).collect();
        let points: Vec<(f64, f64)> = values.iter().map(|&x| (x, x)).collect();
        let mut plot = plot(&points);
        plot.x.scale = AxisScale::Log(Log::values(&values));
        let labels = |width| plot.picture("", width).to_string().matches("text-anchor=\"middle\"").count();
        assert_eq!(labels(WIDTH), 7 + 2, "every value, and the names of the axes");
        assert!((2 + 3..7 + 2).contains(&labels(200.0)), "{}", labels(200.0));
    }

    #[test]
    fn legends_are_broken_into_lines() {
        let text = "a name of twenty and more characters".to_string();
        let mut plot = plot(&[(1.0, 1.0)]);
        plot.series.iter_mut().for_each(|series| series.name.clone_from(&text));
        let lines = legend_lines(&plot.entries(), WIDTH);
        assert_eq!(lines, [2, 2, 2, 3], "eight series and a guide with a short name");
        assert_eq!(legend_lines(&plot.entries(), NARROW), [1; 9]);
    }
}
