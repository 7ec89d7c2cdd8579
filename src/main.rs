//! The command line tool; `ptxlint --help` tells what it does.

fn main() -> std::process::ExitCode {
    ptxlint::cli::main()
}
