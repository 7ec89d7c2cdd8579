//! Pictures of errors and of what kernels reach.

use super::super::report::CheckRow;
use super::table::{ColumnHeading, RowVerdict, figure, number, row_head, table};
use super::{Head, PageSection};
use crate::device::Properties;
use crate::render::markup::{MarkupElement, element};
use crate::render::plot::{AxisScale, Guide, Log, Plot, PlotAxis, Point, Series, percent, power, tera};
use crate::validate::Growth;
use crate::validate::specification::RoofPoint;

/// The GPU whose roof is drawn where there is none: the data sheet of the SXM form.
const REFERENCE: (&str, Properties) = (
    "NVIDIA H200 SXM",
    Properties {
        multiprocessors: 132,
        clock: 1.98e9,
        bandwidth: 4.8e12,
        l2_bytes: 50 << 20,
        memory_bytes: 141_000_000_000,
        capability: (9, 0),
        driver: 0,
    },
);

/// How much of its tolerance each output uses, a row for each kernel.
pub(super) fn errors(rows: &[CheckRow]) -> Option<PageSection> {
    let mut kernels: Vec<&str> = Vec::new();
    let (mut right, mut wrong) = (Vec::new(), Vec::new());
    for row in rows {
        for output in &row.outputs {
            let index = kernels.iter().position(|&kernel| kernel == row.kernel).unwrap_or_else(|| {
                kernels.push(row.kernel);
                kernels.len() - 1
            });
            let is_right = output.mismatches == 0;
            let verdict = if is_right { "PASS" } else { "FAIL" };
            let title = format!("{}: {:.2} % used, {verdict}", row.title, 100.0 * output.used);
            let point = Point { x: output.used, y: index as f64, title };
            if is_right { right.push(point) } else { wrong.push(point) }
        }
    }
    if kernels.is_empty() {
        return None;
    }
    // The bound belongs to the picture even if nothing comes near to it.
    let used: Vec<f64> = right.iter().chain(&wrong).map(|point| point.x).chain([1.0]).collect();
    let last = kernels.len() as f64;
    let plot = Plot {
        label: "Share of tolerance used, by kernel; the tables of verdicts have the numbers".to_string(),
        x: PlotAxis { label: "Share of tolerance used", scale: AxisScale::Log(Log::powers(&used, percent)) },
        y: PlotAxis {
            label: "Kernel",
            scale: AxisScale::Names(kernels.iter().map(|kernel| kernel.to_string()).collect()),
        },
        guides: vec![Guide {
            name: "allowed".to_string(),
            corners: vec![(1.0, -0.5), (1.0, last - 0.5)],
            label: String::new(),
        }],
        series: [("passed", right), ("failed", wrong)]
            .map(|(name, points)| Series { name: name.to_string(), is_line: false, points })
            .into(),
    };
    let caption = "Each mark is an output of a check: the element that is off by the largest part of what is allowed. Left is better; \
                   what is right of the dashed line fails.";
    let content = vec![figure("Share of tolerance used", plot.svg(), caption)];
    Some(PageSection { id: "errors", title: "Errors against tolerances", content })
}

/// Errors by the length of what is summed up: a picture for each kernel, and a table.
pub(super) fn growth(rows: &[Growth]) -> Option<PageSection> {
    if rows.is_empty() {
        return None;
    }
    // Only absolute errors have a bound, so relative ones are in a picture of their own.
    let figures = rows.chunk_by(|a, b| a.kernel == b.kernel).flat_map(|rows| {
        [("Absolute", "; dashed: the bound that theory gives."), ("Relative", ".")].map(|(kind, bound)| {
            let label = format!("{kind} errors of {} by length of the sequence", rows[0].kernel);
            figure(&label, growth_plot(rows, kind == "Absolute").svg(), &format!("{label}{bound}"))
        })
    });
    let mut content: Vec<MarkupElement> = figures.collect();
    let jumps = "Errors of sums grow at most with their length. A step that grows more than twice as fast as the length is a sudden jump.";
    content.push(element("p").text(jumps));
    let columns = [
        ColumnHeading::Text("Kernel"),
        ColumnHeading::Number("Length"),
        ColumnHeading::Number("Absolute error"),
        ColumnHeading::Number("Allowed"),
        ColumnHeading::Number("Relative error"),
        ColumnHeading::Number("Growth"),
        ColumnHeading::Text("Verdict"),
    ];
    content.push(table("Errors by length", &columns, rows.iter().map(growth_row)));
    Some(PageSection { id: "growth", title: "Error growth", content })
}

/// The absolute errors of a kernel and what is allowed, or its relative ones.
fn growth_plot(rows: &[Growth], is_absolute: bool) -> Plot {
    let series = |name: &str, error: fn(&Growth) -> f64| {
        let point = |row: &Growth| {
            let (x, y) = (f64::from(row.length), error(row));
            Point { x, y, title: format!("length {}: {y:.2e}", row.length) }
        };
        Series { name: name.to_string(), is_line: true, points: rows.iter().map(point).collect() }
    };
    let bound = rows.iter().map(|row| (f64::from(row.length), row.allowed));
    let lengths: Vec<f64> = rows.iter().map(|row| f64::from(row.length)).collect();
    let errors = rows.iter().flat_map(|row| match is_absolute {
        true => [row.max_absolute, row.allowed],
        false => [row.max_relative; 2],
    });
    let errors: Vec<f64> = errors.collect();
    let (guides, series) = match is_absolute {
        true => {
            let bound = Guide { name: "allowed".to_string(), corners: bound.collect(), label: String::new() };
            (vec![bound], series("absolute error", |row| row.max_absolute))
        }
        false => (Vec::new(), series("relative error", |row| row.max_relative)),
    };
    Plot {
        label: format!(
            "Largest errors of {} by length of the sequence; the table below has the numbers",
            rows[0].kernel
        ),
        x: PlotAxis { label: "Length of the sequence", scale: AxisScale::Log(Log::values(&lengths)) },
        y: PlotAxis { label: "Largest error", scale: AxisScale::Log(Log::powers(&errors, power)) },
        guides,
        series: vec![series],
    }
}

fn growth_row(row: &Growth) -> MarkupElement {
    let (verdict, word) = if row.jumps { (RowVerdict::Bad, "a sudden jump") } else { (RowVerdict::Good, "no jump") };
    let factor = row.factor.map_or(String::new(), |factor| format!("{factor:.2}x"));
    let kernel = row_head(row.kernel);
    let length = number(row.length);
    let errors = [row.max_absolute, row.allowed, row.max_relative];
    let [absolute, allowed, relative] = errors.map(|error| number(format!("{error:.2e}")));
    verdict.row([kernel, length, absolute, allowed, relative, number(factor), verdict.cell(word)])
}

/// A roof: what memory allows at low intensities, and units at high ones.
#[derive(Clone, Copy)]
struct Roof {
    name: &'static str,
    bandwidth: f64,
    peak: f64,
}

impl Roof {
    fn height(self, intensity: f64) -> f64 {
        (self.bandwidth * intensity).min(self.peak)
    }

    fn guide(self, [from, to]: [f64; 2]) -> Guide {
        let corner = (self.peak / self.bandwidth).clamp(from, to);
        let label = format!("{:.1} TFLOP/s", self.peak / 1e12);
        Guide { name: self.name.to_string(), corners: [from, corner, to].map(|x| (x, self.height(x))).into(), label }
    }
}

/// Kernels under the roof of the device or, where there is no GPU, their intensities under that of a well-known one.
pub(super) fn roofline(head: &Head, points: &[RoofPoint]) -> Option<PageSection> {
    // What computes nothing, as a copy, has no place among intensities.
    let points: Vec<&RoofPoint> = points.iter().filter(|point| point.work.operations > 0.0).collect();
    if points.is_empty() {
        return None;
    }
    let (name, gpu) = head.properties.as_ref().map_or((REFERENCE.0, &REFERENCE.1), |gpu| (head.device.as_str(), gpu));
    let section = |content| Some(PageSection { id: "roofline", title: "Roofline", content });
    let [Some(single), Some(half)] = [gpu.peak_single(), gpu.peak_half()] else {
        return section(vec![
            element("p").text(format!("The peak of {name} is not known, so there is no roof to draw.")),
        ]);
    };
    let is_timed = head.properties.is_some();
    let names = if is_timed {
        ["single precision", "half precision on tensor cores"]
    } else {
        ["single precision (H200, reference)", "half precision on tensor cores (H200)"]
    };
    let roof = |name, peak| Roof { name, bandwidth: gpu.bandwidth, peak };
    let roofs = [roof(names[0], single), roof(names[1], half)];
    let caption = if is_timed {
        format!(
            "What {name} allows by its bandwidth and its peak, and what kernels reach there. Small sizes cannot fill a device."
        )
    } else {
        format!(
            "Reference device, not the one of this run: the roofs are those of an {name} ({:.1} TB/s). This run was on no GPU, so nothing \
             was timed: marks only show under which part of the roof the intensity of each kernel lies, at the height that it allows.",
            gpu.bandwidth / 1e12
        )
    };
    section(vec![figure("Roofline", roof_plot(name, &points, roofs, is_timed).svg(), &caption)])
}

fn roof_plot(name: &str, points: &[&RoofPoint], roofs: [Roof; 2], is_timed: bool) -> Plot {
    let mut series: Vec<Series> = Vec::new();
    for point in points {
        let x = point.work.intensity();
        let roof = roofs[usize::from(point.is_half)].height(x);
        let reached = point.seconds.filter(|_| is_timed).map(|seconds| point.work.operations / seconds);
        let rate = reached.map_or("nothing was timed".to_string(), |reached| {
            format!("{:.4} TFLOP/s, {:.1} % of the roof", reached / 1e12, 100.0 * reached / roof)
        });
        let title = format!("{}: {x:.2} operations per byte, {rate}", point.title);
        let mark = Point { x, y: reached.unwrap_or(roof), title };
        match series.iter_mut().find(|series| series.name == point.kernel) {
            Some(series) => series.points.push(mark),
            None => series.push(Series { name: point.kernel.clone(), is_line: false, points: vec![mark] }),
        }
    }
    let marks = || series.iter().flat_map(|series| &series.points);
    // Both sides of the roofs' corners belong to the picture.
    let corners = roofs.map(|roof| roof.peak / roof.bandwidth);
    let intensities: Vec<f64> = marks().map(|mark| mark.x).chain(corners.map(|corner| 2.0 * corner)).collect();
    let ends = [
        10f64.powf(intensities.iter().copied().fold(1.0, f64::min).log10().floor()),
        10f64.powf(intensities.iter().copied().fold(1.0, f64::max).log10().ceil()),
    ];
    let guides = roofs.map(|roof| roof.guide(ends));
    let heights: Vec<f64> = marks()
        .map(|mark| mark.y)
        .chain(guides.iter().flat_map(|guide| &guide.corners).map(|corner| corner.1))
        .collect();
    Plot {
        label: format!("Roofline of {name} with {} kernels", series.len()),
        x: PlotAxis {
            label: "Intensity (operations per byte)",
            scale: AxisScale::Log(Log::powers(&intensities, power)),
        },
        y: PlotAxis { label: "TFLOP/s", scale: AxisScale::Log(Log::powers(&heights, tera)) },
        guides: guides.into(),
        series,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::Work;

    #[test]
    fn roofs_bend_where_bandwidth_meets_the_peak() {
        let roof = Roof { name: "r", bandwidth: 1e12, peak: 1e13 };
        assert_eq!([1.0, 10.0, 1000.0].map(|x| roof.height(x)), [1e12, 1e13, 1e13]);
        assert_eq!(roof.guide([0.1, 100.0]).corners, [(0.1, 1e11), (10.0, 1e13), (100.0, 1e13)]);
    }

    #[test]
    fn kernels_stand_where_they_reach() {
        let gpu = REFERENCE.1;
        let roofs = [gpu.peak_single(), gpu.peak_half()].map(|peak| Roof {
            name: "r",
            bandwidth: gpu.bandwidth,
            peak: peak.expect("known"),
        });
        let work = Work { operations: 1e9, bytes: 2e9 };
        let point = RoofPoint { kernel: "k".into(), title: "K".into(), work, is_half: false, seconds: Some(1e-3) };
        let timed = roof_plot("gpu", &[&point], roofs, true);
        let mark = &timed.series[0].points[0];
        assert_eq!((mark.x, mark.y), (0.5, 1e12));
        assert_eq!(mark.title, "K: 0.50 operations per byte, 1.0000 TFLOP/s, 41.7 % of the roof");
        let untimed = roof_plot("gpu", &[&point], roofs, false);
        assert_eq!(untimed.series[0].points[0].y, 2.4e12, "on the roof");
    }

    #[test]
    fn growth_of_nothing_is_no_section() {
        assert!(growth(&[]).is_none());
        let row = Growth {
            kernel: "k",
            length: 32,
            max_absolute: f64::NAN,
            max_relative: 0.0,
            allowed: 1e-5,
            factor: None,
            jumps: true,
        };
        let section = growth(&[row, Growth { kernel: "other", ..row }]).expect("a section");
        assert!(section.content.iter().any(|part| part.to_string().contains("✗ a sudden jump")));
        let bounds = section.content.iter().filter(|part| part.to_string().contains(">allowed</title>"));
        assert_eq!(bounds.count(), 2, "a bound for each kernel");
    }
}
