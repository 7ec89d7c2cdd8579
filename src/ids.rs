//! Dense ids: `u32` newtypes that index one arena each.

/// Defines an id type: a `u32` index whose `Option` takes no extra space.
macro_rules! define_id {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(std::num::NonZeroU32);

        impl $name {
            /// The id of the element at `index`, which must be less than `u32::MAX`.
            #[inline]
            pub fn new(index: usize) -> Self {
                let raw = u32::try_from(index).unwrap_or(u32::MAX).saturating_add(1);
                Self(std::num::NonZeroU32::new(raw).unwrap_or(std::num::NonZeroU32::MIN))
            }

            /// The place in the arena.
            #[inline]
            pub fn index(self) -> usize {
                (self.0.get() - 1) as usize
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}({})", stringify!($name), self.index())
            }
        }
    )*};
}

define_id! {
    /// A distinct spelling of an identifier or opcode; see [`crate::names::Names`].
    NameId;
    /// A register of one function body.
    RegId;
    /// A variable or parameter.
    VarId;
    /// A label, or a `.branchtargets`, `.calltargets` or `.callprototype` that a label names.
    LabelId;
    /// A function name with all its declarations.
    FuncId;
    /// One declaration or definition of a function.
    FunctionId;
    /// An instruction.
    InstId;
    /// A distinct spelling of an opcode with its modifiers.
    OpcodeId;
    /// An address or symbol-plus-offset operand.
    AddressId;
    /// A constant.
    ConstId;
    /// A `.reg` declarator.
    RegDeclId;
    /// An initial value of a variable.
    InitializerId;
}
