//! The library through its public items. One program, because each costs a link of the whole crate; `tests/cli` is another, for the
//! command, and `tests/fixtures`, for people who write rules and wait for its verdict.

#[path = "../common/mod.rs"]
mod common;
mod cores;
mod corpus;
mod device;
mod facts;
mod kernels;
mod known_block;
mod parity;
mod parity_guesses;
mod parity_mutants;
mod parity_widths;
mod parse;
mod ptxas;
mod registry;
mod robustness;
mod scale;
mod session;
mod specification;
mod trace;
mod verify;
