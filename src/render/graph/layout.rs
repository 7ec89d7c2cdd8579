//! Places for the nodes of a graph: layers from top to bottom (Sugiyama, Tagawa and Toda, "Methods for Visual Understanding of
//! Hierarchical System Structures", 1981).
//!
//! Edges back to earlier blocks run along the right margin and have no part in the layers.

use super::FlowGraph;

/// Where something lies: its middle along x, its upper edge along y.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodePosition {
    pub(super) x: f64,
    pub(super) y: f64,
}

/// A drawn edge.
#[derive(Debug)]
pub(super) enum Route {
    /// Through these points, from layer to layer: first below the node, last above the other one's layer.
    Down(Vec<NodePosition>),
    /// By the margin: the x of its lane.
    Margin(f64),
}

/// The places of all nodes and edges.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) nodes: Vec<NodePosition>,
    pub(super) routes: Vec<Route>,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// Space between neighbours of a layer, between layers, and between lanes of the margin.
const GAP: f64 = 24.0;
const LAYER_GAP: f64 = 44.0;
const LANE: f64 = 10.0;
/// Rounds of ordering and placing.
const ROUNDS: usize = 12;

/// A node of the layered graph: a block, or a place where an edge passes through a layer.
struct LayoutItem {
    width: f64,
    layer: usize,
    up: Vec<usize>,
    down: Vec<usize>,
    x: f64,
}

/// Most items that are placed; more make no readable picture.
const MAX_ITEMS: usize = 20_000;

/// Finds places for nodes of these sizes. `None` when the graph is too large.
pub(super) fn layout(graph: &FlowGraph, sizes: &[(f64, f64)]) -> Option<Layout> {
    let layers_of_nodes = layers(graph);
    let mut items: Vec<LayoutItem> = Vec::new();
    for (&(width, _), &layer) in sizes.iter().zip(&layers_of_nodes) {
        items.push(LayoutItem { width, layer, up: Vec::new(), down: Vec::new(), x: 0.0 });
    }
    // The items that each forward edge passes through.
    let mut chains: Vec<Vec<usize>> = Vec::new();
    for edge in &graph.edges {
        let mut chain = vec![edge.from];
        if !edge.is_back {
            for layer in layers_of_nodes[edge.from] + 1..layers_of_nodes[edge.to] {
                chain.push(items.len());
                items.push(LayoutItem { width: 2.0, layer, up: Vec::new(), down: Vec::new(), x: 0.0 });
            }
            chain.push(edge.to);
            for pair in chain.windows(2) {
                items[pair[0]].down.push(pair[1]);
                items[pair[1]].up.push(pair[0]);
            }
        }
        if items.len() > MAX_ITEMS {
            return None;
        }
        chains.push(chain);
    }
    let mut rows: Vec<Vec<usize>> = vec![Vec::new(); items.iter().map(|item| item.layer + 1).max().unwrap_or(0)];
    (0..items.len()).for_each(|item| rows[items[item].layer].push(item));
    order(&items, &mut rows);
    place(&mut items, &rows);
    Some(finish(graph, sizes, &items, &rows, &chains))
}

/// The layer of each node: one more than the lowest of its predecessors.
fn layers(graph: &FlowGraph) -> Vec<usize> {
    let count = graph.nodes.len();
    let mut missing = vec![0; count];
    let mut after: Vec<Vec<usize>> = vec![Vec::new(); count];
    for edge in graph.edges.iter().filter(|edge| !edge.is_back) {
        missing[edge.to] += 1;
        after[edge.from].push(edge.to);
    }
    let mut layers = vec![0; count];
    let mut ready: Vec<usize> = (0..count).filter(|&node| missing[node] == 0).collect();
    while let Some(node) = ready.pop() {
        for &next in &after[node] {
            layers[next] = layers[next].max(layers[node] + 1);
            missing[next] -= 1;
            if missing[next] == 0 {
                ready.push(next);
            }
        }
    }
    layers
}

/// Orders each layer by the mean place of its neighbours in the layer above, then below, in turns.
fn order(items: &[LayoutItem], rows: &mut [Vec<usize>]) {
    let mut rank = vec![0.0; items.len()];
    let renumber = |row: &[usize], rank: &mut [f64]| {
        row.iter().enumerate().for_each(|(number, &item)| rank[item] = number as f64);
    };
    rows.iter().for_each(|row| renumber(row, &mut rank));
    for round in 0..ROUNDS {
        let downwards = round % 2 == 0;
        for step in 0..rows.len() {
            let row = if downwards { step } else { rows.len() - 1 - step };
            let mut keys: Vec<(f64, usize)> = Vec::new();
            for &item in &rows[row] {
                let neighbours = if downwards { &items[item].up } else { &items[item].down };
                keys.push((mean(neighbours, |other| rank[other]).unwrap_or(rank[item]), item));
            }
            keys.sort_by(|a, b| a.0.total_cmp(&b.0));
            rows[row] = keys.into_iter().map(|(_, item)| item).collect();
            renumber(&rows[row], &mut rank);
        }
    }
}

/// Moves items towards their neighbours, keeping their order and distance.
fn place(items: &mut [LayoutItem], rows: &[Vec<usize>]) {
    for round in 0..ROUNDS {
        let downwards = round % 2 == 0;
        for step in 0..rows.len() {
            let row = &rows[if downwards { step } else { rows.len() - 1 - step }];
            let wanted: Vec<f64> = row
                .iter()
                .map(|&item| {
                    let neighbours = if downwards { &items[item].up } else { &items[item].down };
                    mean(neighbours, |other| items[other].x).unwrap_or(items[item].x)
                })
                .collect();
            let widths: Vec<f64> = row.iter().map(|&item| items[item].width).collect();
            for (&item, x) in row.iter().zip(spread(&wanted, &widths)) {
                items[item].x = x;
            }
        }
    }
}

fn mean(list: &[usize], value: impl Fn(usize) -> f64) -> Option<f64> {
    (!list.is_empty()).then(|| list.iter().map(|&other| value(other)).sum::<f64>() / list.len() as f64)
}

/// The places nearest to the wanted ones (in squares) at which neighbours do not overlap: isotonic regression by pooling adjacent
/// violators (Ayer et al., 1955).
fn spread(wanted: &[f64], widths: &[f64]) -> Vec<f64> {
    let mut offsets = vec![0.0; wanted.len()];
    for i in 1..wanted.len() {
        offsets[i] = offsets[i - 1] + (widths[i - 1] + widths[i]) / 2.0 + GAP;
    }
    // Pools of items that touch: their mean and number.
    let mut pools: Vec<(f64, usize)> = Vec::new();
    for (want, offset) in wanted.iter().zip(&offsets) {
        let mut pool = (want - offset, 1);
        while let Some(&(before, count)) = pools.last().filter(|(before, _)| *before > pool.0) {
            pools.pop();
            pool = ((before * count as f64 + pool.0 * pool.1 as f64) / (count + pool.1) as f64, count + pool.1);
        }
        pools.push(pool);
    }
    let bases = pools.into_iter().flat_map(|(base, count)| std::iter::repeat_n(base, count));
    bases.zip(offsets).map(|(base, offset)| base + offset).collect()
}

fn finish(
    graph: &FlowGraph,
    sizes: &[(f64, f64)],
    items: &[LayoutItem],
    rows: &[Vec<usize>],
    chains: &[Vec<usize>],
) -> Layout {
    let left = items.iter().map(|item| item.x - item.width / 2.0).fold(f64::INFINITY, f64::min);
    let left = if left.is_finite() { left } else { 0.0 };
    let right = items.iter().map(|item| item.x + item.width / 2.0 - left).fold(0.0, f64::max);
    let (mut tops, mut bottoms) = (Vec::with_capacity(rows.len()), Vec::with_capacity(rows.len()));
    let mut height = GAP;
    for row in rows {
        tops.push(height);
        let tallest = row.iter().filter_map(|&item| sizes.get(item)).map(|size| size.1).fold(0.0, f64::max);
        bottoms.push(height + tallest);
        height += tallest + LAYER_GAP;
    }
    let place = |item: usize| NodePosition { x: items[item].x - left + GAP, y: tops[items[item].layer] };
    let mut lanes = 0;
    let routes = graph.edges.iter().zip(chains).map(|(edge, chain)| {
        if edge.is_back {
            lanes += 1;
            Route::Margin(right + 2.0 * GAP + LANE * f64::from(lanes))
        } else {
            // Straight through each layer, so that no node of it is crossed.
            let bottom = |item: usize| NodePosition { y: bottoms[items[item].layer], ..place(item) };
            let passed = chain[1..chain.len() - 1].iter().flat_map(|&item| [place(item), bottom(item)]);
            Route::Down(std::iter::once(bottom(edge.from)).chain(passed).collect())
        }
    });
    let routes = routes.collect();
    Layout {
        nodes: (0..sizes.len()).map(place).collect(),
        routes,
        width: right + 3.0 * GAP + LANE * f64::from(lanes),
        height,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_keep_their_distance() {
        assert_eq!(spread(&[0.0, 0.0], &[10.0, 30.0]), [-22.0, 22.0]);
        assert_eq!(spread(&[0.0, 100.0], &[10.0, 10.0]), [0.0, 100.0]);
        let places = spread(&[5.0, 4.0, 3.0, 900.0], &[2.0; 4]);
        assert!(places.windows(2).all(|pair| pair[1] - pair[0] >= 2.0 + GAP - 1e-9), "{places:?}");
    }
}
