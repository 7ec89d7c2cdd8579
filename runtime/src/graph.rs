//! Graphs of work.

use crate::error::{Answer, Code};
use crate::state;
use crate::work::Work;
use std::collections::HashMap;

/// A part of a graph.
#[derive(Clone)]
pub struct Node {
    pub handle: usize,
    pub work: Work,
    /// The handles of the nodes that come before.
    pub after: Vec<usize>,
}

/// Nodes, in the order in which they were added.
#[derive(Clone, Default)]
pub struct Graph {
    pub nodes: Vec<Node>,
}

/// All graphs of the process, by handle.
#[derive(Default)]
pub struct Graphs {
    graphs: HashMap<usize, Graph>,
    executables: HashMap<usize, Graph>,
    /// The graphs of nodes.
    nodes: HashMap<usize, usize>,
}

impl Graph {
    /// The work in an order in which each node comes after those that it has to come after.
    pub fn order(&self) -> Answer<Vec<Work>> {
        let mut rest: Vec<&Node> = self.nodes.iter().collect();
        let mut done: Vec<usize> = Vec::new();
        let mut order = Vec::new();
        while !rest.is_empty() {
            let is_ready = |node: &&Node| node.after.iter().all(|before| done.contains(before));
            let (ready, others): (Vec<&Node>, Vec<&Node>) = rest.into_iter().partition(|node| is_ready(node));
            if ready.is_empty() {
                return Err(Code::INVALID_VALUE);
            }
            done.extend(ready.iter().map(|node| node.handle));
            order.extend(ready.into_iter().map(|node| node.work.clone()));
            rest = others;
        }
        Ok(order)
    }

    /// The nodes that come after no other.
    pub fn roots(&self) -> Vec<usize> {
        self.nodes.iter().filter(|node| node.after.is_empty()).map(|node| node.handle).collect()
    }

    /// Pairs of nodes of which the first comes before the second.
    pub fn edges(&self) -> Vec<(usize, usize)> {
        self.nodes.iter().flat_map(|node| node.after.iter().map(|&before| (before, node.handle))).collect()
    }
}

impl Graphs {
    pub fn create(&mut self) -> usize {
        let handle = state::handle();
        self.graphs.insert(handle, Graph::default());
        handle
    }

    pub fn graph(&self, handle: usize) -> Answer<&Graph> {
        self.graphs.get(&handle).ok_or(Code::INVALID_VALUE)
    }

    pub fn destroy(&mut self, handle: usize) -> Answer {
        self.graphs.remove(&handle).ok_or(Code::INVALID_VALUE)?;
        self.nodes.retain(|_, graph| *graph != handle);
        Ok(())
    }

    /// A copy with nodes of its own.
    pub fn clone_graph(&mut self, handle: usize) -> Answer<usize> {
        let mut copy = self.graph(handle)?.clone();
        let renamed: HashMap<usize, usize> = copy.nodes.iter().map(|node| (node.handle, state::handle())).collect();
        let new = self.create();
        for node in &mut copy.nodes {
            node.handle = renamed[&node.handle];
            node.after.iter_mut().for_each(|before| *before = renamed[before]);
            self.nodes.insert(node.handle, new);
        }
        self.graphs.insert(new, copy);
        Ok(new)
    }

    /// Adds a node. Its handle.
    pub fn add(&mut self, graph: usize, work: Work, after: Vec<usize>) -> Answer<usize> {
        let found = self.graphs.get_mut(&graph).ok_or(Code::INVALID_VALUE)?;
        if after.iter().any(|before| !found.nodes.iter().any(|node| node.handle == *before)) {
            return Err(Code::INVALID_VALUE);
        }
        let handle = state::handle();
        found.nodes.push(Node { handle, work, after });
        self.nodes.insert(handle, graph);
        Ok(handle)
    }

    /// Has nodes come after others.
    pub fn connect(&mut self, graph: usize, edges: impl Iterator<Item = (usize, usize)>) -> Answer {
        let found = self.graphs.get_mut(&graph).ok_or(Code::INVALID_VALUE)?;
        for (from, to) in edges {
            let node = found.nodes.iter_mut().find(|node| node.handle == to).ok_or(Code::INVALID_VALUE)?;
            node.after.push(from);
        }
        Ok(())
    }

    /// A node of a graph.
    pub fn node(&mut self, handle: usize) -> Answer<&mut Node> {
        let graph = self.nodes.get(&handle).ok_or(Code::INVALID_VALUE)?;
        let graph = self.graphs.get_mut(graph).ok_or(Code::INVALID_VALUE)?;
        graph.nodes.iter_mut().find(|node| node.handle == handle).ok_or(Code::INVALID_VALUE)
    }

    /// A graph that can be launched.
    pub fn instantiate(&mut self, graph: usize) -> Answer<usize> {
        let graph = self.graph(graph)?.clone();
        graph.order()?;
        let handle = state::handle();
        self.executables.insert(handle, graph);
        Ok(handle)
    }

    pub fn executable(&self, handle: usize) -> Answer<&Graph> {
        self.executables.get(&handle).ok_or(Code::INVALID_VALUE)
    }

    pub fn destroy_executable(&mut self, handle: usize) -> Answer {
        self.executables.remove(&handle).map(|_| ()).ok_or(Code::INVALID_VALUE)
    }

    /// Puts other work into a node of a graph that can be launched, by the handle of the node that it was made of.
    pub fn replace(&mut self, executable: usize, node: usize, work: Work) -> Answer {
        let graph = self.executables.get_mut(&executable).ok_or(Code::INVALID_VALUE)?;
        let node = graph.nodes.iter_mut().find(|it| it.handle == node).ok_or(Code::INVALID_VALUE)?;
        if node.work.kind() != work.kind() {
            return Err(Code::INVALID_VALUE);
        }
        node.work = work;
        Ok(())
    }

    /// Takes the work of a graph of the same shape. What stands in the way, by `cudaGraphExecUpdateResult`.
    pub fn update(&mut self, executable: usize, graph: usize) -> Answer<Result<(), i32>> {
        const TOPOLOGY: i32 = 2;
        const KIND: i32 = 3;
        let new = self.graph(graph)?.clone();
        let old = self.executables.get_mut(&executable).ok_or(Code::INVALID_VALUE)?;
        if old.nodes.len() != new.nodes.len() || old.edges().len() != new.edges().len() {
            return Ok(Err(TOPOLOGY));
        }
        if old.nodes.iter().zip(&new.nodes).any(|(old, new)| old.work.kind() != new.work.kind()) {
            return Ok(Err(KIND));
        }
        for (old, new) in old.nodes.iter_mut().zip(new.nodes) {
            old.work = new.work;
        }
        Ok(Ok(()))
    }
}
