//! The command line tool; `ptxlint --help` tells what it does.

#[global_allocator]
static ALLOCATOR: ptxlint_allocator::Allocator = ptxlint_allocator::Allocator;

fn main() -> std::process::ExitCode {
    ptxlint_allocator::give_back_large_blocks();
    ptxlint::cli::main()
}
