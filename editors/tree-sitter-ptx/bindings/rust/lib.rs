//! The grammar of PTX for [tree-sitter](https://tree-sitter.github.io), for editors: what `ptxas` accepts parses without an error node.
//! What is legal is for ptxlint to say.

use tree_sitter_language::LanguageFn;

unsafe extern "C" {
    fn tree_sitter_ptx() -> *const ();
}

/// The language, for `tree_sitter::Parser::set_language`.
// SAFETY: the function is the one that `tree-sitter generate` has written; it returns a constant.
pub const LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_ptx) };

/// What colours which node.
pub const HIGHLIGHTS_QUERY: &str = include_str!("../../queries/highlights.scm");

/// What can be folded.
pub const FOLDS_QUERY: &str = include_str!("../../queries/folds.scm");

/// Scopes, definitions and references.
pub const LOCALS_QUERY: &str = include_str!("../../queries/locals.scm");

/// Functions and variables of the module, for outlines.
pub const TAGS_QUERY: &str = include_str!("../../queries/tags.scm");

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::{Path, PathBuf};
    use tree_sitter::{Parser, Query, QueryCursor, StreamingIterator};

    /// Fixtures that no grammar has to take: syntax that `ptxas` rejects, too.
    const BROKEN: [&str; 12] = [
        "invalid-declaration/bad_places.ptx",
        "invalid-declaration/bad_types.ptx",
        "invalid-header/bad_texture_mode_in_body.ptx",
        "invalid-identifier/bad_special.ptx",
        "syntax-error/bad_header.ptx",
        "syntax-error/bad_many.ptx",
        "syntax-error/bad_missing_brace.ptx",
        "syntax-error/bad_missing_semicolon.ptx",
        "syntax-error/bad_one_mistake.ptx",
        "syntax-error/bad_stray_brace.ptx",
        "syntax-error/bad_string.ptx",
        "syntax-error/bad_unclosed_comment.ptx",
    ];

    fn parser() -> Parser {
        let mut parser = Parser::new();
        parser.set_language(&LANGUAGE.into()).expect("a language that this tree-sitter knows");
        parser
    }

    fn files_below(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                files_below(&path, files);
            } else if path.extension().is_some_and(|extension| extension == "ptx") {
                files.push(path);
            }
        }
    }

    #[test]
    fn fixtures_parse() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
        let mut files = Vec::new();
        files_below(&folder, &mut files);
        assert!(files.len() > 500, "{} fixtures", files.len());
        let mut parser = parser();
        let mut broken: Vec<String> = files
            .iter()
            .filter(|path| parser.parse(fs::read(path).expect("a file"), None).expect("a tree").root_node().has_error())
            .map(|path| path.strip_prefix(&folder).expect("below").to_string_lossy().replace('\\', "/"))
            .collect();
        broken.sort();
        assert_eq!(broken, BROKEN);
    }

    #[test]
    fn nodes_have_their_colours() {
        let text = ".version 8.0\n.entry k(.param .u64 out)\n{\n    .reg .pred %p;\n@!%p bra END;\n    mov.u32 %r1, %tid.x; // x\nEND:\n}\n";
        let tree = parser().parse(text, None).expect("a tree");
        assert!(!tree.root_node().has_error(), "{}", tree.root_node().to_sexp());
        let query = Query::new(&LANGUAGE.into(), HIGHLIGHTS_QUERY).expect("a query");
        let (mut cursor, mut colours) = (QueryCursor::new(), Vec::new());
        let mut captures = cursor.captures(&query, tree.root_node(), text.as_bytes());
        while let Some((found, index)) = captures.next() {
            let capture = found.captures[*index];
            colours.push((&text[capture.node.byte_range()], query.capture_names()[capture.index as usize]));
        }
        for expected in [
            (".entry", "keyword.function"),
            ("k", "function"),
            ("out", "variable.parameter"),
            (".pred", "type.builtin"),
            ("bra", "function.builtin"),
            ("%tid", "variable.builtin"),
            (".u32", "attribute"),
            ("// x", "comment"),
            ("END", "label"),
        ] {
            assert!(colours.contains(&expected), "{expected:?} is missing: {colours:?}");
        }
    }

    #[test]
    fn queries_fit_the_grammar() {
        for query in [FOLDS_QUERY, LOCALS_QUERY, TAGS_QUERY] {
            Query::new(&LANGUAGE.into(), query).expect("a query");
        }
    }
}
