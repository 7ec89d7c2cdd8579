use crate::rules::declare_rule;

declare_rule! {
    /// ## What it does
    /// Reports the first instruction at which a batched kernel computes something different from its reference for one vector. It
    /// needs both kernels and runs as part of `ptxlint parity`.
    ///
    /// Both kernels are converted to graphs of values in a normal form. Terms that select the vector of the batch are removed: those
    /// with `%ctaid.y`, or with the number of the vector in a loop over `m_dim` vectors. A batch may also be unrolled in the text:
    /// then the kernel is examined once for each vector, with its addresses moved back by the distance between vectors. Then every
    /// address and guard of a load or store to global memory, every stored value and every loop must be the same in both. Loads yield
    /// bytes: a word that is taken apart by shifts, masks, `bfe` or `prmt` equals its bytes loaded one by one, or in a vector.
    ///
    /// A scalar parameter that only one kernel has (`n`) is assumed to equal the constant that the other kernel uses in its place,
    /// and must equal it everywhere. The report states what was assumed (`n = 1536`).
    ///
    /// For the shipped kernels, the distance between vectors is known. For others, the conditions under which the reference accesses
    /// memory show how long its vectors are: vectors that are closer overlap, and a distance by another dimension is suspicious (a
    /// warning). No store may go to the same address for all vectors, and at least one load must depend on the vector. Everything
    /// else is assumed to be intended, and listed: what all vectors share, and distances that are greater than the vectors' length,
    /// or whose length is unknown.
    ///
    /// ## Why is this bad
    /// A batched kernel that decodes its weights differently, or reads them from elsewhere, gives wrong results, but only while a
    /// prompt is processed, which tests of single vectors do not see.
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
    /// reassociated differ, and so do stores of another width. It makes no difference here that a wider load needs a larger alignment
    /// and may reach past the end of a buffer. Global memory is assumed to be unchanged since before the kernel. Kernels are not
    /// compared, and the report says so, if they are too complex, call functions, or find their vectors neither by `%ctaid.y` nor in
    /// one loop over `m_dim` vectors nor at constant distances, which are guessed from the addresses. Shared memory of the vectors of
    /// an unrolled batch is kept apart where each vector has its own variables, or a piece of common ones as large as the
    /// reference's; the reference is assumed to stay within its variables. A loop that is tested at its end differs from one that is
    /// tested at its start.
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
