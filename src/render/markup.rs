//! HTML and SVG as trees. What they hold is escaped when it is written, so no text can become markup, and what is written is well-formed
//! XML, too.

pub use super::text::escaped;
use std::fmt::{self, Display, Write};

/// Elements that HTML has without an end tag.
const VOID: [&str; 4] = ["br", "hr", "link", "meta"];

/// Elements within a line; others get a line of their own.
const INLINE: [&str; 12] = ["a", "b", "code", "dd", "dt", "small", "span", "strong", "td", "th", "time", "title"];

/// An element with its attributes and all that is in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MarkupElement {
    name: &'static str,
    attributes: Vec<(&'static str, String)>,
    children: Vec<Child>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Child {
    Element(MarkupElement),
    Text(String),
    /// A style sheet, in which HTML knows no escapes.
    Sheet(&'static str),
}

/// An element with nothing in it.
pub fn element(name: &'static str) -> MarkupElement {
    MarkupElement { name, attributes: Vec::new(), children: Vec::new() }
}

impl MarkupElement {
    /// With an attribute.
    pub fn set(mut self, name: &'static str, value: impl Display) -> Self {
        self.attributes.push((name, value.to_string()));
        self
    }

    /// With a class, if it has a name.
    pub fn class(self, name: &str) -> Self {
        if name.is_empty() { self } else { self.set("class", name) }
    }

    /// With text behind what is there.
    pub fn text(mut self, text: impl Display) -> Self {
        self.children.push(Child::Text(text.to_string()));
        self
    }

    /// With an element behind what is there.
    pub fn with(mut self, child: MarkupElement) -> Self {
        self.children.push(Child::Element(child));
        self
    }

    /// With elements behind what is there.
    pub fn with_all(mut self, children: impl IntoIterator<Item = MarkupElement>) -> Self {
        self.children.extend(children.into_iter().map(Child::Element));
        self
    }

    /// With a style sheet, which must have none of `<`, `>` and `&`.
    pub fn sheet(mut self, css: &'static str) -> Self {
        debug_assert!(!css.contains(['<', '>', '&']), "HTML and XML read these differently");
        self.children.push(Child::Sheet(css));
        self
    }

    fn is_block(&self) -> bool {
        !INLINE.contains(&self.name)
    }
}

impl Display for MarkupElement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{}", self.name)?;
        for (name, value) in &self.attributes {
            write!(f, " {name}=\"{}\"", escaped(value))?;
        }
        if VOID.contains(&self.name) {
            return f.write_str("/>\n");
        }
        f.write_char('>')?;
        if matches!(self.children.first(), Some(Child::Element(first)) if first.is_block()) {
            f.write_char('\n')?;
        }
        for child in &self.children {
            match child {
                Child::Element(element) => element.fmt(f)?,
                Child::Text(text) => f.write_str(&escaped(text))?,
                Child::Sheet(css) => write!(f, "\n{css}")?,
            }
        }
        write!(f, "</{}>", self.name)?;
        if self.is_block() { f.write_char('\n') } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_never_becomes_markup() {
        let evil = "</td><script>alert('1')</script>&amp;\"\u{0}\u{1b}\u{202e}\u{ffff}\r";
        let cell = element("td").set("title", evil).text(evil).to_string();
        let safe = "&lt;/td&gt;&lt;script&gt;alert('1')&lt;/script&gt;&amp;amp;&quot;␀␛\u{fffd}\u{fffd}␍";
        assert_eq!(cell, format!("<td title=\"{safe}\">{safe}</td>"));
        let document = roxmltree::Document::parse(&cell).expect("well-formed");
        let text = "</td><script>alert('1')</script>&amp;\"␀␛\u{fffd}\u{fffd}␍";
        assert_eq!(document.root_element().text(), Some(text));
        assert_eq!(document.root_element().attribute("title"), Some(text));
    }

    #[test]
    fn elements_are_nested() {
        let list = element("ul").class("").with_all(["a", "b"].map(|text| element("li").text(text)));
        assert_eq!(list.to_string(), "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n");
        let line = element("p").text("1 < ").with(element("b").text(2)).with(element("br")).text("x");
        assert_eq!(line.to_string(), "<p>1 &lt; <b>2</b><br/>\nx</p>\n");
        assert_eq!(element("td").to_string(), "<td></td>");
    }
}
