//! The kinds of parameters that the mangled name of a C++ function tells (Itanium C++ ABI, 5.1).

/// What a parameter is in C++.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MangledKind {
    /// An integer of 32 or 64 bits.
    Integer,
    /// A class or an enumeration.
    Named,
    /// Something else, or nothing that the name tells.
    Other,
}

/// The kinds of the parameters, in order. `None` when the name is not mangled, or holds what is not understood.
pub(super) fn parameters(name: &str) -> Option<Vec<MangledKind>> {
    let mut parser = Parser { rest: name.strip_prefix("_Z")?.as_bytes() };
    parser.eat(b'L');
    let templated = parser.name()?;
    if templated {
        parser.ty()?;
    }
    let mut kinds = Vec::new();
    while !parser.rest.is_empty() && !matches!(parser.rest[0], b'.' | b'$') {
        kinds.push(parser.ty()?);
    }
    let nothing = name.ends_with('v') && kinds.len() == 1;
    Some(if nothing { Vec::new() } else { kinds })
}

/// Longest name that is read: types are read by recursion.
const MOST_LETTERS: usize = 4096;

struct Parser<'s> {
    rest: &'s [u8],
}

impl Parser<'_> {
    fn eat(&mut self, byte: u8) -> bool {
        let found = self.rest.first() == Some(&byte);
        if found {
            self.rest = &self.rest[1..];
        }
        found
    }

    fn next(&mut self) -> Option<u8> {
        let (&first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first)
    }

    /// A name; returns whether it ends with template arguments.
    fn name(&mut self) -> Option<bool> {
        if self.eat(b'N') {
            return self.nested();
        }
        self.identifier()?;
        self.arguments()
    }

    /// What follows `N`, up to its `E`.
    fn nested(&mut self) -> Option<bool> {
        let mut templated = false;
        while !self.eat(b'E') {
            templated = match self.rest.first()? {
                b'I' => self.arguments()?,
                b'S' | b'T' => {
                    self.substitution()?;
                    false
                }
                b'K' | b'V' | b'r' | b'L' => {
                    self.next();
                    false
                }
                _ => {
                    self.identifier()?;
                    false
                }
            };
        }
        Some(templated)
    }

    /// `6kernel`
    fn identifier(&mut self) -> Option<()> {
        let digits = self.rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let length: usize = std::str::from_utf8(&self.rest[..digits]).ok()?.parse().ok()?;
        self.rest = self.rest.get(digits.checked_add(length)?..)?;
        Some(())
    }

    /// `S_`, `S1_`, `St`, `T_`: something that was mentioned before, a namespace, a template parameter.
    fn substitution(&mut self) -> Option<()> {
        self.next()?;
        if self.eat(b't') {
            return self.identifier();
        }
        if self.rest.first().is_some_and(u8::is_ascii_lowercase) {
            return self.next().map(drop);
        }
        while self.next()? != b'_' {}
        Some(())
    }

    /// Template arguments, if there are some; returns whether there are.
    fn arguments(&mut self) -> Option<bool> {
        if !self.eat(b'I') {
            return Some(false);
        }
        while !self.eat(b'E') {
            self.argument()?;
        }
        Some(true)
    }

    fn argument(&mut self) -> Option<()> {
        if self.eat(b'J') {
            while !self.eat(b'E') {
                self.argument()?;
            }
            return Some(());
        }
        if !self.eat(b'L') {
            return self.ty().map(drop);
        }
        self.ty()?;
        while self.next()? != b'E' {}
        Some(())
    }

    fn ty(&mut self) -> Option<MangledKind> {
        if self.rest.len() > MOST_LETTERS {
            return None;
        }
        let kind = match *self.rest.first()? {
            b'i' | b'j' | b'l' | b'm' | b'x' | b'y' => {
                self.next();
                MangledKind::Integer
            }
            b'K' | b'V' | b'r' => {
                self.next();
                return self.ty();
            }
            b'P' | b'R' | b'O' => {
                self.next();
                self.ty()?;
                MangledKind::Other
            }
            b'N' | b'0'..=b'9' => {
                self.name()?;
                MangledKind::Named
            }
            b'S' => {
                self.substitution()?;
                self.arguments()?;
                MangledKind::Named
            }
            b'T' => {
                self.substitution()?;
                self.arguments()?;
                MangledKind::Other
            }
            b'D' => {
                self.rest = self.rest.get(2..)?;
                MangledKind::Other
            }
            b'F' => {
                self.next();
                while !self.eat(b'E') {
                    self.ty()?;
                }
                MangledKind::Other
            }
            b'a'..=b'z' => {
                self.next();
                MangledKind::Other
            }
            _ => return None,
        };
        Some(kind)
    }
}

#[cfg(test)]
mod tests {
    use super::MangledKind::{Integer, Named, Other};
    use super::parameters;

    #[test]
    fn parameters_of_mangled_names() {
        for (name, kinds) in [
            ("_Z6kernelPfi", Some(vec![Other, Integer])),
            ("_ZL6kernelPKfj", Some(vec![Other, Integer])),
            ("_Z4fillIfEvPT_S0_m", Some(vec![Other, Named, Integer])),
            ("_Z3setPf4Mode", Some(vec![Other, Named])),
            ("_ZN2ns3setIiLi4ENS_4ModeEEEvPT_S1_NS_4KindE", Some(vec![Other, Named, Named])),
            ("_Z4nonev", Some(vec![])),
            ("_Z4callPFviEi", Some(vec![Other, Integer])),
            ("_Z4packIJidEEvDpT_", Some(vec![Other, Other])),
            ("kernel", None),
            ("_Z9", None),
            ("_Z99999999999999999999kPf", None),
        ] {
            assert_eq!(parameters(name), kinds, "{name}");
        }
    }
}
