//! How a kernel is launched.

use super::{LaunchConfig, ParameterValue};

/// Grid, block, dynamic shared memory and arguments of a launch.
///
/// In text: `grid=2,3 block=64 shared=1024 args=zeros[128] u32[64] f32[64] 100 1.5`. Up to three extents; without `shared` there is
/// no dynamic shared memory; the arguments stand last, in the order of the parameters: `zeros[n]` is the address of `n` 32-bit words of
/// zero, `u32[n]` and `f32[n]` that of the numbers 0, 1, … `n` - 1, and a number has the parameter's type.
#[derive(Clone, Debug, PartialEq)]
pub struct Launch {
    /// Blocks in x, y and z.
    pub grid: [u32; 3],
    /// Threads of a block in x, y and z.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub shared_bytes: u32,
    /// One for each parameter.
    pub arguments: Vec<ParameterValue>,
}

/// Words of the largest buffer that a text asks for: a gigabyte of a mistyped number is bad enough.
const MOST_WORDS: usize = 1 << 28;

impl Launch {
    /// Reads the text form.
    ///
    /// # Errors
    /// A sentence that says which word is wrong.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut launch = Launch { grid: [0; 3], block: [0; 3], shared_bytes: 0, arguments: Vec::new() };
        let (shape, arguments) = text.split_once("args=").unwrap_or((text, ""));
        for word in shape.split_whitespace() {
            let wrong = || format!("`{word}` is not one of `grid=…`, `block=…` and `shared=…`");
            let (name, extents) = word.split_once('=').ok_or_else(wrong)?;
            let shape = match name {
                "grid" => &mut launch.grid,
                "block" => &mut launch.block,
                "shared" => {
                    launch.shared_bytes =
                        extents.parse().map_err(|_| format!("`{extents}` is not a number of bytes"))?;
                    continue;
                }
                _ => return Err(wrong()),
            };
            if *shape != [0; 3] {
                return Err(format!("`{name}=…` is there twice"));
            }
            *shape = parse_extents(extents)?;
        }
        if launch.grid[0] == 0 || launch.block[0] == 0 {
            return Err("a launch needs `grid=…` and `block=…`".into());
        }
        launch.arguments = arguments.split_whitespace().map(parse_argument).collect::<Result<_, _>>()?;
        Ok(launch)
    }

    /// The launch without its arguments.
    pub fn config(&self) -> LaunchConfig {
        LaunchConfig { shared_bytes: self.shared_bytes, ..LaunchConfig::new(self.grid, self.block) }
    }
}

fn parse_extents(text: &str) -> Result<[u32; 3], String> {
    let mut extents = [1; 3];
    let mut words = text.split(',');
    for (extent, word) in extents.iter_mut().zip(&mut words) {
        *extent = word.parse().ok().filter(|&n| n > 0).ok_or_else(|| format!("`{word}` is not an extent"))?;
    }
    if words.next().is_some() { Err(format!("`{text}` has more than three extents")) } else { Ok(extents) }
}

fn parse_argument(word: &str) -> Result<ParameterValue, String> {
    let wrong = || format!("`{word}` is not an argument");
    if let Some((kind, count)) = word.strip_suffix(']').and_then(|word| word.split_once('[')) {
        let count = count.parse().map_err(|_| wrong())?;
        if count > MOST_WORDS {
            return Err(format!("`{word}` has more than {MOST_WORDS} elements"));
        }
        return Ok(match kind {
            "zeros" => ParameterValue::Zeros(count),
            "u32" => ParameterValue::CountingWords(count),
            "f32" => ParameterValue::CountingFloats(count),
            _ => return Err(wrong()),
        });
    }
    if let Ok(integer) = word.parse() {
        return Ok(ParameterValue::Integer(integer));
    }
    word.parse().map(ParameterValue::Float).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_to_launch() {
        let launch = Launch::parse(" grid=2,3 block=64 args=zeros[128] u32[64] f32[8] -100 1.5").expect("well-formed");
        assert_eq!(launch.grid, [2, 3, 1]);
        assert_eq!(launch.block, [64, 1, 1]);
        let numbers = [ParameterValue::Integer(-100), ParameterValue::Float(1.5)];
        let buffers =
            [ParameterValue::Zeros(128), ParameterValue::CountingWords(64), ParameterValue::CountingFloats(8)];
        assert_eq!(launch.arguments, [&buffers[..], &numbers].concat());
        assert_eq!(Launch::parse("grid=1 block=32").map(|launch| launch.arguments.len()), Ok(0));
        let shared = |text: &str| Launch::parse(text).map(|launch| launch.config().shared_bytes);
        assert_eq!((shared("grid=1 block=32"), shared("grid=1 block=32 shared=1024")), (Ok(0), Ok(1024)));
    }

    #[test]
    fn errors_name_the_word() {
        for (text, word) in [
            ("grid=1", "block"),
            ("grid=1 block=1,1,1,1", "1,1,1,1"),
            ("grid=0 block=1", "0"),
            ("grid=1 block=1 cluster=2", "cluster=2"),
            ("grid=1 block=1 args=f64[2]", "f64[2]"),
            ("grid=1 block=1 args=many", "many"),
            ("grid=1 block=1 shared=1k", "1k"),
            ("grid=1 grid=2 block=1", "`grid=…` is there twice"),
            ("grid=1 block=1 args=u32[268435457]", "268435457"),
            ("grid=1 block=1 args=u32[99999999999999999999]", "99999999999999999999"),
        ] {
            assert!(Launch::parse(text).is_err_and(|error| error.contains(word)), "{text}");
        }
    }
}
