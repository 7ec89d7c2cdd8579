//! Dominator trees of any flow graph: Lengauer and Tarjan, "A Fast Algorithm for Finding Dominators in a Flowgraph" (TOPLAS
//! 1979), the simple version: n log n for every graph, long chains with a common exit included.

/// A graph as successor lists of dense node numbers.
pub(super) struct SuccessorGraph {
    starts: Vec<u32>,
    targets: Vec<u32>,
}

impl SuccessorGraph {
    /// A graph of `nodes` nodes with these edges.
    pub(super) fn new(nodes: usize, edges: &[(u32, u32)]) -> Self {
        let mut starts = vec![0u32; nodes + 1];
        for &(from, _) in edges {
            starts[from as usize + 1] += 1;
        }
        for i in 0..nodes {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut targets = vec![0; edges.len()];
        for &(from, to) in edges {
            targets[next[from as usize] as usize] = to;
            next[from as usize] += 1;
        }
        Self { starts, targets }
    }

    fn successors(&self, node: u32) -> &[u32] {
        &self.targets[self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize]
    }

    fn len(&self) -> usize {
        self.starts.len() - 1
    }
}

const NONE: u32 = u32::MAX;

/// A dominator tree.
#[derive(Debug)]
pub(super) struct Tree {
    /// Immediate dominator; `NONE` for the root and for nodes that it does not reach.
    parent: Vec<u32>,
    /// Depth-first entry and exit times in the tree, from 1; (0, 0) for nodes that the root does not reach.
    interval: Vec<(u32, u32)>,
}

impl Tree {
    /// The tree of the nodes that `root` reaches.
    pub(super) fn new(graph: &SuccessorGraph, root: u32) -> Self {
        let mut search = Search::new(graph, root);
        search.semidominators(graph);
        let parent = search.immediate_dominators();
        let interval = intervals(&parent, &search.order);
        Self { parent, interval }
    }

    /// The immediate dominator.
    pub(super) fn immediate(&self, node: u32) -> Option<u32> {
        Some(self.parent[node as usize]).filter(|&parent| parent != NONE)
    }

    /// Whether `a` dominates `b`; false when either is not reached.
    pub(super) fn dominates(&self, a: u32, b: u32) -> bool {
        let (enter, leave) = self.interval[a as usize];
        let (inner, _) = self.interval[b as usize];
        enter != 0 && enter <= inner && inner <= leave
    }
}

/// The depth-first spanning tree, and what Lengauer and Tarjan compute on it. Nodes are named by their depth-first number.
struct Search {
    /// Node of each number.
    order: Vec<u32>,
    /// Number of each node.
    number: Vec<u32>,
    /// Parent in the spanning tree.
    parent: Vec<u32>,
    semi: Vec<u32>,
    /// Node with the least semidominator on the compressed path to the root of its tree in the forest.
    label: Vec<u32>,
    ancestor: Vec<u32>,
    dominator: Vec<u32>,
}

impl Search {
    fn new(graph: &SuccessorGraph, root: u32) -> Self {
        let mut this = Self {
            order: Vec::with_capacity(graph.len()),
            number: vec![NONE; graph.len()],
            parent: Vec::with_capacity(graph.len()),
            semi: Vec::new(),
            label: Vec::new(),
            ancestor: Vec::new(),
            dominator: Vec::new(),
        };
        let mut stack = vec![(root, NONE)];
        while let Some((node, parent)) = stack.pop() {
            if this.number[node as usize] != NONE {
                continue;
            }
            let number = this.order.len() as u32;
            this.number[node as usize] = number;
            this.order.push(node);
            this.parent.push(parent);
            stack.extend(graph.successors(node).iter().rev().map(|&successor| (successor, number)));
        }
        let count = this.order.len() as u32;
        this.semi = (0..count).collect();
        this.label = (0..count).collect();
        this.ancestor = vec![NONE; count as usize];
        this.dominator = vec![NONE; count as usize];
        this
    }

    fn semidominators(&mut self, graph: &SuccessorGraph) {
        let count = self.order.len();
        let mut predecessors: Vec<Vec<u32>> = vec![Vec::new(); count];
        for (number, &node) in self.order.iter().enumerate() {
            for &successor in graph.successors(node) {
                predecessors[self.number[successor as usize] as usize].push(number as u32);
            }
        }
        let mut buckets: Vec<Vec<u32>> = vec![Vec::new(); count];
        for w in (1..count).rev() {
            for &v in &predecessors[w] {
                let u = self.evaluate(v);
                self.semi[w] = self.semi[w].min(self.semi[u as usize]);
            }
            buckets[self.semi[w] as usize].push(w as u32);
            self.ancestor[w] = self.parent[w];
            for v in std::mem::take(&mut buckets[self.parent[w] as usize]) {
                let u = self.evaluate(v);
                let smaller = self.semi[u as usize] < self.semi[v as usize];
                self.dominator[v as usize] = if smaller { u } else { self.parent[w] };
            }
        }
    }

    /// The node with the least semidominator on the path from `v` up to, but not including, the root of its tree; compresses
    /// the path, without recursion.
    fn evaluate(&mut self, v: u32) -> u32 {
        if self.ancestor[v as usize] == NONE {
            return v;
        }
        let mut path = vec![v];
        let mut at = v;
        while self.ancestor[self.ancestor[at as usize] as usize] != NONE {
            at = self.ancestor[at as usize];
            path.push(at);
        }
        let root = self.ancestor[at as usize];
        path.pop();
        // From the top down, each node takes over what its ancestor knows.
        let mut above = at;
        for &node in path.iter().rev() {
            if self.semi[self.label[above as usize] as usize] < self.semi[self.label[node as usize] as usize] {
                self.label[node as usize] = self.label[above as usize];
            }
            self.ancestor[node as usize] = root;
            above = node;
        }
        self.label[v as usize]
    }

    /// Immediate dominators by node.
    fn immediate_dominators(&mut self) -> Vec<u32> {
        let mut parent = vec![NONE; self.number.len()];
        for w in 1..self.order.len() {
            if self.dominator[w] != self.semi[w] {
                self.dominator[w] = self.dominator[self.dominator[w] as usize];
            }
            parent[self.order[w] as usize] = self.order[self.dominator[w] as usize];
        }
        parent
    }
}

/// Numbers the tree so that the subtree of a node is an interval. `order` lists nodes after their dominators.
fn intervals(parent: &[u32], order: &[u32]) -> Vec<(u32, u32)> {
    let mut size = vec![1u32; parent.len()];
    for &node in order.iter().skip(1).rev() {
        size[parent[node as usize] as usize] += size[node as usize];
    }
    let mut interval = vec![(0, 0); parent.len()];
    let mut next_child = vec![0; parent.len()];
    for (i, &node) in order.iter().enumerate() {
        let start = if i == 0 {
            1
        } else {
            let up = parent[node as usize] as usize;
            next_child[up] += size[node as usize];
            next_child[up] - size[node as usize]
        };
        interval[node as usize] = (start, start + size[node as usize] - 1);
        next_child[node as usize] = start + 1;
    }
    interval
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether removing `a` cuts `b` off from the root: dominance by its definition.
    fn dominates(edges: &[(u32, u32)], nodes: u32, a: u32, b: u32) -> bool {
        let reach = |without: Option<u32>| {
            let mut seen = vec![false; nodes as usize];
            let mut work = vec![0];
            while let Some(node) = work.pop() {
                if Some(node) != without && !std::mem::replace(&mut seen[node as usize], true) {
                    work.extend(edges.iter().filter(|(from, _)| *from == node).map(|(_, to)| *to));
                }
            }
            seen
        };
        let all = reach(None);
        all[a as usize] && all[b as usize] && (a == b || !reach(Some(a))[b as usize])
    }

    #[test]
    fn agrees_with_the_definition_on_random_graphs() {
        let mut state = 1u64;
        let mut random = |bound: u32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as u32 % bound
        };
        for round in 0..300 {
            let nodes = 2 + random(12);
            let edges: Vec<(u32, u32)> = (0..random(3 * nodes)).map(|_| (random(nodes), random(nodes))).collect();
            let tree = Tree::new(&SuccessorGraph::new(nodes as usize, &edges), 0);
            for (a, b) in (0..nodes).flat_map(|a| (0..nodes).map(move |b| (a, b))) {
                assert_eq!(tree.dominates(a, b), dominates(&edges, nodes, a, b), "{round}: {a} {b} in {edges:?}");
            }
        }
    }

    #[test]
    fn a_long_chain_with_a_common_exit_is_fast() {
        let nodes = 200_000;
        let chain = (0..nodes - 2).map(|i| (i, i + 1));
        let exits = (0..nodes - 2).map(|i| (i, nodes - 1));
        let edges: Vec<(u32, u32)> = chain.chain(exits).collect();
        let tree = Tree::new(&SuccessorGraph::new(nodes as usize, &edges), 0);
        assert_eq!(tree.immediate(nodes - 1), Some(0));
        assert_eq!(tree.immediate(nodes - 2), Some(nodes - 3));
    }
}
