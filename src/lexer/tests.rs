use super::*;

fn lexed(text: &[u8]) -> Lexed {
    lex(Source::new(text).expect("small"))
}

fn kinds(text: &str) -> Vec<TokenKind> {
    lexed(text.as_bytes()).tokens.iter().map(|token| token.kind()).collect()
}

fn texts(text: &str) -> Vec<&str> {
    lexed(text.as_bytes()).tokens.iter().map(|token| &text[token.span().range()]).collect()
}

#[test]
fn a_token_takes_8_bytes() {
    assert_eq!(size_of::<Token>(), 8);
}

#[test]
fn words_keep_their_dotted_suffixes() {
    use TokenKind::*;
    for (text, kind) in [
        ("ld.global.v4.f32", DottedWord),
        ("ld.shared::cta.u32", DottedWord),
        ("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes", DottedWord),
        ("%tid.x", DottedWord),
        ("%r1", Word),
        ("$L__BB0_2", Word),
        ("_a", Word),
        ("%1", Word),
        ("__", Word),
        (".reg", Directive),
        (".1d", Directive),
        (".shared::cta", Directive),
        ("_", Underscore),
        ("%", Percent),
        ("$", Unknown),
    ] {
        assert_eq!(kinds(text), [kind], "{text}");
    }
    assert_eq!(texts("add .u32 %r1,%r2;"), ["add", ".u32", "%r1", ",", "%r2", ";"]);
    assert_eq!(texts("%p1|%p2 !%p3 a[1]"), ["%p1", "|", "%p2", "!", "%p3", "a", "[", "1", "]"]);
    assert_eq!(texts("5%3 %r"), ["5", "%3", "%r"]);
    assert_eq!(texts("add. u32"), ["add", ".", "u32"]);
}

#[test]
fn numbers() {
    use TokenKind::*;
    for (text, kind) in [
        ("0", Integer),
        ("42U", Integer),
        ("017", Integer),
        ("0xffU", Integer),
        ("0b101", Integer),
        ("0f3F800000", HexSingle),
        ("0D3FF0000000000000", HexDouble),
        ("1.", Decimal),
        (".5", Decimal),
        ("1e5", Decimal),
        ("2.5E-3", Decimal),
    ] {
        assert_eq!(kinds(text), [kind], "{text}");
    }
    // What follows a number without space is a token of its own, which no rule of the grammar takes.
    for text in ["08", "5u", "0b12", "0f3F80000", "1_0", "0x"] {
        assert!(kinds(text).len() > 1, "{text}");
    }
}

#[test]
fn operators() {
    assert_eq!(
        texts("a<<b>>c<=d>=e==f!=g&&h||i"),
        ["a", "<<", "b", ">>", "c", "<=", "d", ">=", "e", "==", "f", "!=", "g", "&&", "h", "||", "i"]
    );
    assert_eq!(texts("<4>+-~&|^?:=@*/"), ["<", "4", ">", "+", "-", "~", "&", "|", "^", "?", ":", "=", "@", "*", "/"]);
}

#[test]
fn comments_are_kept_apart() {
    let text = "a // b\nc /* d\n * e **/ f /**/ g # 1 \"h\" 2\n/* // */ i // \u{e4}";
    assert_eq!(texts(text), ["a", "c", "f", "g", "i"]);
    let comments: Vec<&str> = lexed(text.as_bytes()).comments.iter().map(|span| &text[span.range()]).collect();
    assert_eq!(comments, ["// b", "/* d\n * e **/", "/**/", "# 1 \"h\" 2", "/* // */", "// \u{e4}"]);
}

#[test]
fn comments_hold_any_bytes() {
    for text in [&b"a // \xff\xfe\x80 x\nb"[..], b"a /* \xc3( \x00 */ b", b"a # 1 \"\xff\" \nb"] {
        let lexed = lexed(text);
        assert_eq!(lexed.tokens.len(), 2, "{}", text.escape_ascii());
        assert_eq!(lexed.comments.len(), 1, "{}", text.escape_ascii());
    }
}

#[test]
fn a_carriage_return_ends_no_comment() {
    assert_eq!(texts("a // b\rc\nd"), ["a", "d"]);
    assert_eq!(texts("a // b\r\nc\rd"), ["a", "c", "d"]);
}

#[test]
fn what_is_not_closed() {
    use TokenKind::*;
    assert_eq!(kinds("a /* b"), [Word, UnterminatedComment]);
    assert_eq!(kinds("a \"b\nc"), [Word, UnterminatedString, Word]);
    assert_eq!(kinds("\"a\nb\" c"), [String, Word]);
}

#[test]
fn bytes_beyond_ascii_are_one_token() {
    assert_eq!(kinds("a€ä b"), [TokenKind::Word, TokenKind::NonAscii, TokenKind::Word]);
    let lexed = lexed(b"a \xff\x80 b \x01");
    let kinds: Vec<TokenKind> = lexed.tokens.iter().map(|token| token.kind()).collect();
    assert_eq!(kinds, [TokenKind::Word, TokenKind::NonAscii, TokenKind::Word, TokenKind::Unknown]);
}

#[test]
fn a_byte_order_mark_and_final_zeros_are_no_text() {
    let text = b"\xef\xbb\xbfret;\0\0";
    let spans: Vec<Span> = lexed(text).tokens.iter().map(|token| token.span()).collect();
    assert_eq!(spans, [Span::new(3, 6), Span::new(6, 7)]);
}

#[test]
fn a_token_of_16_mib_is_too_long() {
    let word = vec![b'a'; Token::MAX_LEN as usize + 1];
    assert_eq!(lexed(&word).tokens.len(), 1);
    assert_eq!(lexed(&word).tokens[0].kind(), TokenKind::TooLong);
    assert_eq!(lexed(&word[1..]).tokens[0].kind(), TokenKind::Word);
    assert_eq!(lexed(&word[1..]).tokens[0].span().len(), Token::MAX_LEN);
}

#[test]
fn dense_text_gets_no_more_room_than_it_needs() {
    // A byte for each token is five times as many as in the output of compilers.
    let tokens = lexed(&[b'+'; 100_000]).tokens;
    assert_eq!(tokens.len(), 100_000);
    assert!(tokens.capacity() < 120_000, "{}", tokens.capacity());
    // What is dense only at its end does not take a step for each token.
    let text = [vec![b' '; 900_000], vec![b'+'; 300_000]].concat();
    let tokens = lexed(&text).tokens;
    assert_eq!(tokens.len(), 300_000);
    assert!(tokens.capacity() < 450_000, "{}", tokens.capacity());
}
