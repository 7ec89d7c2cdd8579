//! Reports for people and for programs.
//!
//! Findings are spans and words; here they meet the text that they are about. All renderers work on one file at a time. Drawings of
//! control-flow graphs need no more than the linter; the others belong to the command.

#[cfg(feature = "cli")]
mod annotations;
#[cfg(feature = "cli")]
pub mod compact;
#[cfg(feature = "cli")]
mod demangle;
#[cfg(feature = "cli")]
pub mod diff;
#[cfg(feature = "cli")]
mod document;
#[cfg(feature = "cli")]
mod excerpt;
#[cfg(feature = "cli")]
mod file;
pub mod graph;
#[cfg(feature = "cli")]
pub mod human;
#[cfg(feature = "cli")]
pub mod json;
#[cfg(feature = "cli")]
mod junit;
#[cfg(feature = "cli")]
pub(crate) mod markup;
#[cfg(feature = "cli")]
mod origin;
#[cfg(feature = "cli")]
pub(crate) mod plot;
#[cfg(feature = "cli")]
mod sarif;
pub mod text;

#[cfg(feature = "cli")]
pub use document::{Dialect, Document, Remark};
#[cfg(feature = "cli")]
pub use file::{FileFindings, RenderedBlock};
#[cfg(feature = "cli")]
pub use origin::{InstructionOrigin, OriginPlace, SourceMap, SourceText};
