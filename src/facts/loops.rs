//! Cycles of the control-flow graph.

use super::cfg::{Block, Cfg, Exit};

/// The strongly connected components of the graph that hold a cycle: the outermost loops, irreducible ones included
/// (Tarjan, "Depth-First Search and Linear Graph Algorithms", 1972).
#[derive(Debug)]
pub struct Loops {
    /// Component of each block that is part of a cycle.
    component: Vec<Option<u32>>,
    /// Blocks of each component, in source order.
    blocks: Vec<Vec<Block>>,
    /// Whether control can leave each component.
    has_exit: Vec<bool>,
}

impl Loops {
    /// Finds the components, without recursion.
    pub fn new(cfg: &Cfg) -> Self {
        let mut this = Self { component: vec![None; cfg.len()], blocks: Vec::new(), has_exit: Vec::new() };
        let mut index = vec![u32::MAX; cfg.len()];
        let mut low = vec![0; cfg.len()];
        let mut on_stack = vec![false; cfg.len()];
        let mut stack: Vec<Block> = Vec::new();
        let mut calls: Vec<(Block, usize)> = Vec::new();
        let mut next_index = 0;
        for &root in cfg.reverse_postorder() {
            if index[root.index()] != u32::MAX {
                continue;
            }
            calls.push((root, 0));
            while let Some(&(block, next)) = calls.last() {
                let b = block.index();
                if next == 0 {
                    index[b] = next_index;
                    low[b] = next_index;
                    next_index += 1;
                    stack.push(block);
                    on_stack[b] = true;
                }
                if let Some(&successor) = cfg.successors(block).get(next) {
                    if let Some(call) = calls.last_mut() {
                        call.1 += 1;
                    }
                    let s = successor.index();
                    if index[s] == u32::MAX {
                        calls.push((successor, 0));
                    } else if on_stack[s] {
                        low[b] = low[b].min(index[s]);
                    }
                    continue;
                }
                calls.pop();
                if let Some(&(parent, _)) = calls.last() {
                    low[parent.index()] = low[parent.index()].min(low[b]);
                }
                if low[b] == index[b] {
                    this.pop_component(cfg, block, &mut stack, &mut on_stack);
                }
            }
        }
        this.has_exit = (0..this.len()).map(|component| this.can_be_left(cfg, component)).collect();
        this
    }

    fn pop_component(&mut self, cfg: &Cfg, root: Block, stack: &mut Vec<Block>, on_stack: &mut [bool]) {
        let mut blocks = Vec::new();
        while let Some(block) = stack.pop() {
            on_stack[block.index()] = false;
            blocks.push(block);
            if block == root {
                break;
            }
        }
        let cyclic = blocks.len() > 1 || cfg.successors(root).contains(&root);
        if cyclic {
            blocks.sort_unstable();
            let number = self.blocks.len() as u32;
            for block in &blocks {
                self.component[block.index()] = Some(number);
            }
            self.blocks.push(blocks);
        }
    }

    /// Number of cyclic components.
    pub fn len(&self) -> usize {
        self.blocks.len()
    }

    /// Whether the function has no cycle.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// The cyclic component that holds a block.
    pub fn component(&self, block: Block) -> Option<usize> {
        self.component[block.index()].map(|number| number as usize)
    }

    /// The blocks of a component, in source order.
    pub fn blocks(&self, component: usize) -> &[Block] {
        &self.blocks[component]
    }

    /// Whether control can leave a component: to another block, or out of the function.
    pub fn has_exit(&self, component: usize) -> bool {
        self.has_exit[component]
    }

    fn can_be_left(&self, cfg: &Cfg, component: usize) -> bool {
        self.blocks[component].iter().any(|&block| {
            cfg.exit(block) != Exit::None
                || cfg.successors(block).iter().any(|&successor| self.component(successor) != Some(component))
        })
    }
}
