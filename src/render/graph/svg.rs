//! Graphs as pictures.

use super::super::text::escaped;
use super::layout::{Layout, NodePosition, Route, layout};
use super::{Edge, FlowGraph, GraphMark, GraphNode};
use std::fmt::Write;

/// Size of a character of the monospaced font, and the space around text.
const COLUMN: f64 = 7.3;
const ROW: f64 = 15.0;
const MARGIN: f64 = 8.0;

/// What colours and lines mean: a class and a text.
const LEGEND: [(&str, &str); 8] = [
    ("key-taken", "→ branch taken"),
    ("key-else", "→ not taken"),
    ("key-back", "→ back edge"),
    ("barrier", "barrier"),
    ("divergent", "divergent branch"),
    ("error", "error"),
    ("warning", "other finding"),
    ("key-unreachable", "dashed: unreachable"),
];

const STYLE: &str = "\
  text { font: 12px ui-monospace, Consolas, 'DejaVu Sans Mono', monospace; fill: #111827; white-space: pre }
  .title { font-weight: bold }
  rect { fill: #ffffff; stroke: #6b7280 }
  .unreachable { stroke-dasharray: 4 3; fill: #f3f4f6 }
  .number { fill: #6b7280; text-anchor: end }
  .barrier { fill: #1d4ed8 } .divergent { fill: #b45309 } .warning { fill: #c2410c } .error { fill: #dc2626 }
  path { fill: none; stroke: #6b7280 } .taken { stroke: #15803d } .else { stroke: #b91c1c } .back { stroke-width: 2 }
  marker path { fill: #6b7280; stroke: none }
  .key-taken { fill: #15803d } .key-else { fill: #b91c1c } .key-back { font-weight: bold } .key-unreachable { fill: #6b7280 }
  @media (prefers-color-scheme: dark) {
    svg { background: #14181d }
    text { fill: #e4e8ed } rect { fill: #1c2229; stroke: #7d8794 } .unreachable { fill: #14181d }
    .number { fill: #8b96a3 }
    .barrier { fill: #83bdf5 } .divergent { fill: #f0c060 } .warning { fill: #ff9a66 } .error { fill: #ff8f8f }
    path { stroke: #9aa5b1 } .taken { stroke: #6fd694 } .else { stroke: #ff8f8f } marker path { fill: #9aa5b1 }
    .key-taken { fill: #6fd694 } .key-else { fill: #ff8f8f } .key-unreachable { fill: #a5afbb }
  }
";

/// The graph as SVG. `None` when it is too large for a picture.
pub fn svg(graph: &FlowGraph) -> Option<String> {
    let last = graph.nodes.iter().flat_map(|node| &node.lines).filter_map(|line| line.number).max();
    // The numbers of lines stand to the left, with a blank between them and the text.
    let gutter = last.map_or(0.0, |last| (last.ilog10() + 2) as f64 * COLUMN);
    let size = |node: &GraphNode| {
        let columns = node.lines.iter().map(|line| line.text.chars().count()).max().unwrap_or(0);
        (columns as f64 * COLUMN + gutter + 2.0 * MARGIN, node.lines.len() as f64 * ROW + 2.0 * MARGIN)
    };
    let sizes: Vec<(f64, f64)> = graph.nodes.iter().map(size).collect();
    let layout = layout(graph, &sizes)?;
    let legend = LEGEND.map(|(class, text)| format!("<tspan class=\"{class}\">{text}</tspan>"));
    let legend_columns = LEGEND.map(|(_, text)| text.chars().count() + 2).iter().sum::<usize>();
    let columns = graph.title.chars().count().max(legend_columns);
    let (width, height) = (layout.width.max(columns as f64 * COLUMN + 2.0 * MARGIN), layout.height + 2.0 * ROW);
    let mut text = String::new();
    let _ = writeln!(
        text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 {:.0} {width:.0} {height:.0}\">",
        -2.0 * ROW
    );
    let _ = writeln!(text, "<title>{}</title>\n<style>\n{STYLE}</style>", escaped(&graph.title));
    text.push_str(
        "<marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" \
         markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\"/></marker>\n",
    );
    let _ =
        writeln!(text, "<text class=\"title\" x=\"{MARGIN}\" y=\"{:.0}\">{}</text>", 4.0 - ROW, escaped(&graph.title));
    let _ = writeln!(text, "<text x=\"{MARGIN}\" y=\"4\">{}</text>", legend.join("  "));
    for (edge, route) in graph.edges.iter().zip(&layout.routes) {
        write_edge(&mut text, edge, route, &layout, &sizes);
    }
    for ((node, &place), &size) in graph.nodes.iter().zip(&layout.nodes).zip(&sizes) {
        write_node(&mut text, node, place, size, gutter);
    }
    text.push_str("</svg>\n");
    Some(text)
}

fn write_node(text: &mut String, node: &GraphNode, place: NodePosition, (width, height): (f64, f64), gutter: f64) {
    let class = if node.is_reachable { "" } else { " class=\"unreachable\"" };
    let left = place.x - width / 2.0;
    let _ = writeln!(
        text,
        "<rect{class} x=\"{left:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"3\"/>",
        place.y
    );
    for (row, line) in node.lines.iter().enumerate() {
        let class = match line.mark {
            GraphMark::None => "",
            GraphMark::Barrier => " class=\"barrier\"",
            GraphMark::Divergent => " class=\"divergent\"",
            GraphMark::Warning => " class=\"warning\"",
            GraphMark::Error => " class=\"error\"",
        };
        let y = place.y + MARGIN + ROW * (row as f64 + 0.8);
        let x = left + MARGIN + gutter;
        if let Some(number) = line.number {
            let _ = writeln!(text, "<text class=\"number\" x=\"{:.1}\" y=\"{y:.1}\">{number}</text>", x - COLUMN);
        }
        // Pointing at a line that is cut off shows all of it.
        let whole = line.whole.as_ref().map_or(String::new(), |whole| format!("<title>{}</title>", escaped(whole)));
        let _ = writeln!(text, "<text{class} x=\"{x:.1}\" y=\"{y:.1}\">{}{whole}</text>", escaped(&line.text));
    }
}

fn write_edge(text: &mut String, edge: &Edge, route: &Route, layout: &Layout, sizes: &[(f64, f64)]) {
    let (from, to) = (layout.nodes[edge.from], layout.nodes[edge.to]);
    let (from_size, to_size) = (sizes[edge.from], sizes[edge.to]);
    let mut path = String::new();
    match route {
        Route::Down(points) => {
            // Both ways of a branch leave a little apart from each other, each on the side where it leads.
            let towards = points.get(1).unwrap_or(&to).x - from.x;
            let shift = if edge.taken.is_some() { towards.clamp(-10.0, 10.0) } else { 0.0 };
            let mut at = NodePosition { x: from.x + shift, y: from.y + from_size.1 };
            let _ = write!(path, "M{:.1} {:.1}", at.x, at.y);
            for (number, &next) in points.iter().chain([&to]).enumerate() {
                let next = NodePosition { x: if number == 0 { at.x } else { next.x }, ..next };
                let middle = (at.y + next.y) / 2.0;
                let _ = write!(path, "C{:.1} {middle:.1} {:.1} {middle:.1} {:.1} {:.1}", at.x, next.x, next.x, next.y);
                at = next;
            }
        }
        Route::Margin(lane) => {
            let (start, end) = (from.y + from_size.1 - MARGIN, to.y + MARGIN);
            let (right, target) = (from.x + from_size.0 / 2.0, to.x + to_size.0 / 2.0);
            let _ = write!(path, "M{right:.1} {start:.1}H{lane:.1}V{end:.1}H{target:.1}");
        }
    }
    let way = match edge.taken {
        Some(true) => "taken",
        Some(false) => "else",
        None => "",
    };
    let classes: Vec<&str> =
        [way, if edge.is_back { "back" } else { "" }].into_iter().filter(|class| !class.is_empty()).collect();
    let class = if classes.is_empty() { String::new() } else { format!(" class=\"{}\"", classes.join(" ")) };
    let _ = writeln!(text, "<path{class} marker-end=\"url(#arrow)\" d=\"{path}\"/>");
}
