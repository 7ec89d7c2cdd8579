//! The command line tool; `ptxlint --help` tells what it does.

// A report takes many short-lived allocations: about a tenth of the time with the system's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    ptxlint::cli::main()
}
