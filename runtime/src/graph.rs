//! Graphs of work.

use crate::error::{Answer, Code};
use crate::memory::Layout;
use crate::state;
use crate::user_object::{Forgotten, References, UserObjects};
use crate::work::Work;
use std::collections::HashMap;

/// A part of a graph.
#[derive(Clone)]
pub struct Node {
    pub handle: usize,
    pub work: Work,
    /// The handles of the nodes that come before.
    pub after: Vec<usize>,
    /// The node that it is a copy of, where its graph is the copy of another.
    origin: Option<usize>,
    /// The program has not turned it off.
    pub is_enabled: bool,
}

/// Nodes, in the order in which they were added.
#[derive(Clone, Default)]
pub struct Graph {
    pub nodes: Vec<Node>,
    /// What it refers to of the program's objects.
    objects: References,
    conditions: Vec<Condition>,
}

/// A number of a graph that its kernels set and that decides which parts of it run.
#[derive(Clone)]
struct Condition {
    /// Where it lies.
    address: u64,
    /// What it is when the graph begins, if it does not stay what it was.
    first: Option<u32>,
}

/// All graphs of the process, by handle.
#[derive(Default)]
pub struct Graphs {
    graphs: HashMap<usize, Graph>,
    executables: HashMap<usize, Graph>,
    /// The graphs of nodes.
    nodes: HashMap<usize, usize>,
    pub objects: UserObjects,
}

impl Graph {
    /// The work in an order in which each node comes after those that it has to come after.
    pub fn order(&self) -> Answer<Vec<Work>> {
        let mut rest: Vec<&Node> = self.nodes.iter().collect();
        let mut done: Vec<usize> = Vec::new();
        let mut order: Vec<Work> = self.conditions.iter().filter_map(Condition::work).collect();
        while !rest.is_empty() {
            let is_ready = |node: &&Node| node.after.iter().all(|before| done.contains(before));
            let (ready, others): (Vec<&Node>, Vec<&Node>) = rest.into_iter().partition(|node| is_ready(node));
            if ready.is_empty() {
                return Err(Code::INVALID_VALUE);
            }
            done.extend(ready.iter().map(|node| node.handle));
            order.extend(ready.into_iter().filter(|node| node.is_enabled).map(|node| node.work.clone()));
            rest = others;
        }
        Ok(order)
    }

    /// The nodes that come after no other.
    pub fn roots(&self) -> Vec<usize> {
        self.nodes.iter().filter(|node| node.after.is_empty()).map(|node| node.handle).collect()
    }

    /// Some nodes, and all that come before them.
    pub fn before(&self, mut nodes: Vec<usize>) -> Vec<usize> {
        let mut next = 0;
        while let Some(&handle) = nodes.get(next) {
            let before = self.nodes.iter().filter(|node| node.handle == handle).flat_map(|node| &node.after);
            let new: Vec<usize> = before.filter(|before| !nodes.contains(before)).copied().collect();
            nodes.extend(new);
            next += 1;
        }
        nodes
    }

    /// The nodes that come directly after one.
    pub fn after(&self, handle: usize) -> Vec<usize> {
        self.nodes.iter().filter(|node| node.after.contains(&handle)).map(|node| node.handle).collect()
    }

    /// The node of this graph that is the copy of another graph's.
    pub fn copy_of(&self, origin: usize) -> Answer<usize> {
        let found = self.nodes.iter().find(|node| node.origin == Some(origin));
        found.map(|node| node.handle).ok_or(Code::INVALID_VALUE)
    }

    /// In the language of Graphviz.
    pub fn dot(&self) -> String {
        let name = |handle: usize| self.nodes.iter().position(|node| node.handle == handle).unwrap_or(0);
        let nodes = self.nodes.iter().enumerate().map(|(number, node)| {
            let kind = node.work.name();
            format!("  node_{number} [label=\"{number}: {kind}\"];\n")
        });
        let edges = self.edges().into_iter().map(|(from, to)| format!("  node_{} -> node_{};\n", name(from), name(to)));
        format!("digraph graph_1 {{\n{}}}\n", nodes.chain(edges).collect::<String>())
    }

    /// Pairs of nodes of which the first comes before the second.
    pub fn edges(&self) -> Vec<(usize, usize)> {
        self.nodes.iter().flat_map(|node| node.after.iter().map(|&before| (before, node.handle))).collect()
    }
}

impl Condition {
    /// Makes it what it is when the graph begins.
    fn work(&self) -> Option<Work> {
        let element = self.first?.to_le_bytes().to_vec();
        let to = Layout { address: self.address, pitch: 0, layer: 0 };
        Some(Work::Fill { to, element, extent: [1; 3], function: "a conditional handle" })
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

    /// Ends a graph. The objects that nobody refers to any more.
    pub fn destroy(&mut self, handle: usize) -> Answer<Vec<Forgotten>> {
        let graph = self.graphs.remove(&handle).ok_or(Code::INVALID_VALUE)?;
        self.nodes.retain(|_, graph| *graph != handle);
        Ok(self.objects.release_all(&graph.objects))
    }

    /// A graph refers to an object more often, by new references or by the program's.
    pub fn retain_object(&mut self, graph: usize, object: usize, count: u64, takes_over: bool) -> Answer {
        let graph = self.graphs.get_mut(&graph).ok_or(Code::INVALID_VALUE)?;
        // The program's are counted in already.
        self.objects.retain(object, count)?;
        if takes_over {
            self.objects.release(object, count).map(drop)?;
        }
        *graph.objects.entry(object).or_default() += count;
        Ok(())
    }

    /// A graph refers to an object less often.
    pub fn release_object(&mut self, graph: usize, object: usize, count: u64) -> Answer<Option<Forgotten>> {
        let graph = self.graphs.get_mut(&graph).ok_or(Code::INVALID_VALUE)?;
        let held = graph.objects.get_mut(&object).filter(|held| **held >= count).ok_or(Code::INVALID_VALUE)?;
        *held -= count;
        self.objects.release(object, count)
    }

    /// The work of a graph that is launched, in order; its kernels know whose part they are.
    pub fn launched(&self, executable: usize) -> Answer<Vec<Work>> {
        let mut parts = self.executable(executable)?.order()?;
        parts.iter_mut().for_each(|part| part.belong_to(executable));
        Ok(parts)
    }

    /// A copy with nodes of its own.
    pub fn clone_graph(&mut self, handle: usize) -> Answer<usize> {
        let mut copy = self.graph(handle)?.clone();
        let renamed: HashMap<usize, usize> = copy.nodes.iter().map(|node| (node.handle, state::handle())).collect();
        let new = self.create();
        for node in &mut copy.nodes {
            node.origin = Some(node.handle);
            node.handle = renamed[&node.handle];
            node.after.iter_mut().for_each(|before| *before = renamed[before]);
            self.nodes.insert(node.handle, new);
        }
        self.objects.retain_all(&copy.objects);
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
        found.nodes.push(Node { handle, work, after, origin: None, is_enabled: true });
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

    /// Lets nodes no longer come after others.
    pub fn disconnect(&mut self, graph: usize, edges: impl Iterator<Item = (usize, usize)>) -> Answer {
        let found = self.graphs.get_mut(&graph).ok_or(Code::INVALID_VALUE)?;
        for (from, to) in edges {
            let node = found.nodes.iter_mut().find(|node| node.handle == to).ok_or(Code::INVALID_VALUE)?;
            let place = node.after.iter().position(|&before| before == from).ok_or(Code::INVALID_VALUE)?;
            node.after.remove(place);
        }
        Ok(())
    }

    /// Takes a node out of its graph.
    pub fn remove(&mut self, handle: usize) -> Answer {
        let graph = self.nodes.remove(&handle).ok_or(Code::INVALID_VALUE)?;
        let graph = self.graphs.get_mut(&graph).ok_or(Code::INVALID_VALUE)?;
        graph.nodes.retain(|node| node.handle != handle);
        graph.nodes.iter_mut().for_each(|node| node.after.retain(|&before| before != handle));
        Ok(())
    }

    /// The graph of a node.
    pub fn graph_with(&self, node: usize) -> Answer<&Graph> {
        self.graph(*self.nodes.get(&node).ok_or(Code::INVALID_VALUE)?)
    }

    /// Has a graph keep a number that decides which of its parts run.
    pub fn add_condition(&mut self, graph: usize, address: u64, first: Option<u32>) -> Answer {
        let graph = self.graphs.get_mut(&graph).ok_or(Code::INVALID_VALUE)?;
        graph.conditions.push(Condition { address, first });
        Ok(())
    }

    /// A node of a graph that can be launched, by the handle of the node that it was made of.
    pub fn executable_node(&mut self, executable: usize, node: usize) -> Answer<&mut Node> {
        let graph = self.executables.get_mut(&executable).ok_or(Code::INVALID_VALUE)?;
        graph.nodes.iter_mut().find(|it| it.handle == node).ok_or(Code::INVALID_VALUE)
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
        self.objects.retain_all(&graph.objects);
        self.executables.insert(handle, graph);
        Ok(handle)
    }

    pub fn executable(&self, handle: usize) -> Answer<&Graph> {
        self.executables.get(&handle).ok_or(Code::INVALID_VALUE)
    }

    /// Ends a graph that can be launched. The objects that nobody refers to any more.
    pub fn destroy_executable(&mut self, handle: usize) -> Answer<Vec<Forgotten>> {
        let graph = self.executables.remove(&handle).ok_or(Code::INVALID_VALUE)?;
        Ok(self.objects.release_all(&graph.objects))
    }

    /// Puts other work into a node of a graph that can be launched, by the handle of the node that it was made of.
    pub fn replace(&mut self, executable: usize, node: usize, work: Work) -> Answer {
        let node = self.executable_node(executable, node)?;
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
