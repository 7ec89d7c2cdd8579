use crate::rules::declare_rule;

declare_rule! {
    /// ## What it does
    /// Reports the first instruction at which a batched kernel computes something else than its reference for one vector. It needs
    /// both kernels and runs as part of `ptxlint parity`.
    ///
    /// Both kernels are turned into graphs of values in a normal form. Terms that select the vector of the batch are taken out: those
    /// with `%ctaid.y`, or with the number of the vector in a loop over `m_dim` vectors. A batch may also be unrolled when the kernel is
    /// written: then the kernel is looked at once for each vector, its addresses moved back by the distance of the vectors. Then every address and guard of a load or
    /// store of global memory, every stored value and every loop must be the same in both. What is loaded is bytes: a word that is taken
    /// apart by shifts, masks, `bfe` or `prmt` is the same as its bytes loaded one by one, or in a vector.
    ///
    /// A scalar parameter that only one kernel has (`n`) is taken to be the constant that the other has where it is used first, and has
    /// to be that everywhere. The report says what was assumed (`n = 1536`).
    ///
    /// How far vectors have to be apart is known for the shipped kernels. For others, the conditions under which the reference accesses
    /// memory tell how long its vectors are: closer vectors overlap, and those that are apart by another dimension are doubtful (a
    /// warning). No store may go to the same place for all vectors, and some load has to be of the vector's own. Anything else is
    /// assumed to be meant, and told: what all vectors share, and distances that are greater than the vectors' length, or of which the
    /// length is not known.
    ///
    /// ## Why is this bad
    /// A batched kernel that decodes its weights differently, or takes them from other places, gives wrong results, but only
    /// while a prompt is processed, which tests of single vectors don't see.
    ///
    /// ## Bad
    /// ```text
    /// batched:   shl.b32 %r7, %r6, 2;    // (qh & 3) * 4
    /// reference: shl.b32 %r7, %r6, 4;    // (qh & 3) * 16
    /// ```
    ///
    /// ## Good
    /// ```text
    /// batched:   mul.lo.u32 %r7, %r6, 16;
    /// reference: shl.b32 %r7, %r6, 4;
    /// ```
    ///
    /// ## Limits
    /// Integer arithmetic is compared as if it never overflowed, floating-point arithmetic operation by operation: sums that are
    /// reassociated differ, and so do stores of another width. That a wider load has to be aligned to more bytes, and may reach beyond
    /// the end of a buffer, is no difference here. Global memory is taken to be as it was before the kernel. Kernels are not
    /// compared, which the report says, if they are too complex, call functions, or find their vectors neither by `%ctaid.y` nor in one loop over `m_dim`
    /// vectors nor at constant distances, which are guessed from the addresses. What the vectors of an unrolled batch keep in shared memory
    /// is told apart where each has variables of its own, or a part of the reference's size of common ones; the reference is taken to stay
    /// within its variables. A loop that is tested at its end differs from one that is tested at its start.
    ///
    /// ## References
    /// Shigeo Shingo, *Zero Quality Control: Source Inspection and the Poka-Yoke System*, 1986; Alpern, Wegman and Zadeck, *Detecting
    /// Equality of Variables in Programs*, POPL 1988.
    pub static PARITY_DIVERGENCE = "parity-divergence" {
        group: Dispatch,
        level: Error,
        fixable: false,
        hooks: [],
    }
}
