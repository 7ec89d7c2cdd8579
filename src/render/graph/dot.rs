//! Graphs in the language of Graphviz.

use super::{FlowGraph, GraphLine, GraphMark};
use std::fmt::Write;

/// The graph in DOT.
pub fn dot(graph: &FlowGraph) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "digraph \"{}\" {{", escaped(&graph.title));
    let _ = writeln!(text, "  graph [label=\"{}\", labelloc=t, fontname=monospace];", escaped(&graph.title));
    text.push_str("  node [shape=box, fontname=monospace, fontsize=10, style=filled, fillcolor=white];\n");
    text.push_str("  edge [fontname=monospace, fontsize=9];\n");
    for (number, node) in graph.nodes.iter().enumerate() {
        let label: String = node.lines.iter().map(|line| numbered(line) + "\\l").collect();
        let fill = match node.mark() {
            GraphMark::None => "",
            GraphMark::Barrier => ", fillcolor=\"#dbeafe\"",
            GraphMark::Divergent => ", fillcolor=\"#fef3c7\"",
            GraphMark::Warning => ", fillcolor=\"#fed7aa\"",
            GraphMark::Error => ", fillcolor=\"#fecaca\"",
        };
        let style = if node.is_reachable { "" } else { ", style=\"filled,dashed\"" };
        let _ = writeln!(text, "  b{number} [label=\"{label}\"{fill}{style}];");
    }
    for edge in &graph.edges {
        let mut attributes = Vec::new();
        match edge.taken {
            Some(true) => attributes.push("label=taken"),
            Some(false) => attributes.push("label=else"),
            None => {}
        }
        if edge.is_back {
            attributes.push("style=bold");
        }
        let attributes = if attributes.is_empty() { String::new() } else { format!(" [{}]", attributes.join(", ")) };
        let _ = writeln!(text, "  b{} -> b{}{attributes};", edge.from, edge.to);
    }
    text.push_str("}\n");
    text
}

/// A line with its number in the source.
fn numbered(line: &GraphLine) -> String {
    let number = line.number.map_or(String::new(), |number| format!("{number}  "));
    number + &escaped(&line.text)
}

/// Text between the quotes of a string.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
