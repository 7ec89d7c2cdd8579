//! Chores of the repository: `cargo xtask isa` regenerates the instruction table.

mod isa;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["isa"] => isa::write(),
        _ => Err("usage: cargo xtask isa".into()),
    }
}
