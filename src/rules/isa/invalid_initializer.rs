use crate::diagnostic::Finding;
use crate::ir::{ConstKind, Initializer, Linkage, Misfit, MisfitKind, Property, Relocation, Symbol, Variable};
use crate::isa::{ScalarType, StateSpace, Word, word};
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports initial values that do not fit their variable: constants of another kind, too many elements, braces that do not match
    /// the dimensions, addresses in variables that cannot hold them, and values in state spaces that cannot be initialised.
    ///
    /// ## Why is this bad
    /// The assembler rejects the module. It does not convert `5` to `5.0`; integers that are too wide are truncated silently.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .global .f32 scale = 2;
    /// .entry k() { ret; }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .global .f32 scale = 2.0;
    /// .entry k() { ret; }
    /// ```
    ///
    /// ## Limits
    /// The values of texture, sampler and surface properties are not checked, as the assembler does not check them either.
    ///
    /// ## References
    /// PTX ISA 5.4.4 "Initializers", 5.3 "Texture Sampler and Surface Types".
    pub static INVALID_INITIALIZER = "invalid-initializer" {
        group: Isa,
        level: Error,
        fixable: false,
        hooks: [Hook::Module(check)],
    }
}

fn check(cx: &mut Context<'_, '_>) {
    let module = cx.module;
    for variable in &module.variables {
        if let Some(init) = variable.init {
            check_initializer(cx, variable, &module[init]);
        }
    }
    for property in &module.properties {
        check_property(cx, property);
    }
}

fn check_initializer(cx: &mut Context<'_, '_>, variable: &Variable, init: &Initializer) {
    let module = cx.module;
    let name = module.source.text_of(variable.name_span);
    if variable.linkage == Linkage::Extern {
        cx.report(Finding::new(init.span, format!("`{name}` is `.extern` and cannot be initialised here")));
    } else if !matches!(variable.space, StateSpace::Global | StateSpace::Const) {
        cx.report(Finding::new(init.span, format!("variables in `{}` cannot have an initial value", variable.space)));
    } else if let Some(misfit) = init.misfit {
        check_misfit(cx, variable, misfit);
    } else {
        for relocation in module.relocations(init) {
            check_relocation(cx, variable, relocation);
        }
    }
}

fn check_misfit(cx: &mut Context<'_, '_>, variable: &Variable, misfit: Misfit) {
    let name = cx.module.source.text_of(variable.name_span);
    let ty = variable.ty.map_or("?", ScalarType::name);
    let text = cx.module.source.text_of(misfit.span);
    let message = match misfit.kind {
        // A number that is too wide is cut.
        MisfitKind::Kind(ConstKind::Overflow) if is_integer(&text) && takes_integers(variable.ty) => return,
        MisfitKind::Kind(ConstKind::Overflow) => format!("`{text}` has too many digits"),
        MisfitKind::Kind(ConstKind::Invalid) => "this expression has no value".to_string(),
        MisfitKind::Kind(_) if matches!(variable.ty, Some(ScalarType::F16 | ScalarType::F16x2)) => {
            format!("variables of type `.{ty}` cannot have an initial value: declare `.b16` or `.b32`")
        }
        MisfitKind::Kind(_) => format!("`{text}` is not a value of type `.{ty}`"),
        MisfitKind::TooMany => format!("too many initial values for `{name}`"),
        MisfitKind::VectorLength { found, wanted } => format!("a vector of {wanted} is given {found} elements"),
        MisfitKind::Depth if module_dims(cx, variable) == 0 => format!("`{name}` is a scalar: remove the braces"),
        MisfitKind::Depth => format!("the braces do not match the dimensions of `{name}`"),
        // What is undeclared has been reported as such.
        MisfitKind::Symbol => return,
    };
    let finding = Finding::new(misfit.span, message).label(variable.type_span, format!("the type of `{name}`"));
    cx.report(match misfit.kind {
        MisfitKind::Kind(ConstKind::Signed | ConstKind::Unsigned) if ty.starts_with('f') => {
            finding.help("floating-point constants need a decimal point")
        }
        _ => finding,
    });
}

fn module_dims(cx: &Context<'_, '_>, variable: &Variable) -> usize {
    cx.module.dims(variable).len() + usize::from(variable.vector > 1)
}

fn is_integer(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
        && text.bytes().all(|b| b.is_ascii_alphanumeric())
        && (text.starts_with("0x") || text.starts_with("0X") || !text.contains(['e', 'E']))
}

fn takes_integers(ty: Option<ScalarType>) -> bool {
    ty.is_some_and(|ty| ty.is_integer() || ty.is_bits())
}

fn check_relocation(cx: &mut Context<'_, '_>, variable: &Variable, relocation: &Relocation) {
    let module = cx.module;
    let holds_address = match variable.ty {
        Some(ScalarType::U32 | ScalarType::U64) => true,
        Some(ScalarType::U8) => relocation.mask.is_some(),
        _ => false,
    };
    let message = match relocation.symbol {
        Symbol::Func(_) if relocation.generic => "functions have no generic address",
        Symbol::Func(_) if relocation.addend != 0 => "no offset can be added to the address of a function",
        Symbol::Var(id) if !matches!(module[id].space, StateSpace::Global | StateSpace::Const) => {
            "only the addresses of `.global` and `.const` variables are known before the launch"
        }
        _ if relocation.mask.is_some_and(|mask| !is_byte_mask(mask)) => {
            "a mask selects one byte: `0xff`, `0xff00` and so on"
        }
        _ if !holds_address && variable.ty == Some(ScalarType::U8) => {
            "a byte holds only part of an address: write `0xff(…)`, `0xff00(…)` and so on"
        }
        _ if !holds_address => "an address needs the type `.u64` or `.u32`",
        _ => return,
    };
    cx.report(Finding::new(relocation.span, message).label(variable.type_span, "the type of the variable"));
}

fn is_byte_mask(mask: u64) -> bool {
    mask != 0 && mask == 0xff << (mask.trailing_zeros() & !7)
}

const TEXTURE: &[Word] = &[
    word::WIDTH,
    word::HEIGHT,
    word::DEPTH,
    word::CHANNEL_DATA_TYPE,
    word::CHANNEL_ORDER,
    word::ARRAY_SIZE,
    word::NORMALIZED_COORDS,
    word::ADDR_MODE_0,
    word::ADDR_MODE_1,
    word::ADDR_MODE_2,
    word::FILTER_MODE,
    word::NUM_MIPMAP_LEVELS,
    word::NUM_SAMPLES,
];
const SAMPLER: &[Word] =
    &[word::ADDR_MODE_0, word::ADDR_MODE_1, word::ADDR_MODE_2, word::FILTER_MODE, word::FORCE_UNNORMALIZED_COORDS];
const SURFACE: &[Word] =
    &[word::WIDTH, word::HEIGHT, word::DEPTH, word::CHANNEL_DATA_TYPE, word::CHANNEL_ORDER, word::ARRAY_SIZE];
/// Values of properties that are no numbers: these are no words of instructions.
const VALUES: &[&str] = &["nearest", "linear", "wrap", "mirror", "clamp_ogl", "clamp_to_edge", "clamp_to_border"];

fn check_property(cx: &mut Context<'_, '_>, property: &Property) {
    let source = cx.module.source;
    let known = match property.ty {
        ScalarType::Samplerref => SAMPLER,
        ScalarType::Surfref => SURFACE,
        _ => TEXTURE,
    };
    let is_known = Word::lookup(source.text_of(property.name).as_bytes()).is_some_and(|name| known.contains(&name));
    let (span, message, known) = if !is_known {
        let names = known.iter().map(|name| name.name()).collect();
        (property.name, format!("`.{}` does not have this property", property.ty.name()), names)
    } else if let Some(word) = property.word.filter(|&word| !VALUES.contains(&source.text_of(word).as_ref())) {
        (word, "unknown property value".to_string(), VALUES.to_vec())
    } else {
        return;
    };
    cx.report(Finding::new(span, message).help(format!("expected one of `{}`", known.join("`, `"))));
}
