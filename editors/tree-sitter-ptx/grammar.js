/**
 * PTX, as editors see it: every text that `ptxas` accepts parses without an error node; what is legal where is for ptxlint to say.
 * Names follow the PTX ISA, chapters 4 (Syntax), 5 (State Spaces, Types, and Variables) and 11 (Directives).
 */
/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

const comma1 = rule => seq(rule, repeat(seq(',', rule)));
const comma = rule => optional(comma1(rule));

module.exports = grammar({
  name: 'ptx',

  // `ptxas` skips a stray `\\` like white space.
  extras: $ => [/[\s\\]/, $.comment, $.preprocessor],

  word: $ => $.identifier,

  conflicts: $ => [],

  rules: {
    module: $ => repeat($._item),

    _item: $ => choice(
      $.version, $.target, $.address_size,
      $.function, $.variable, $.alias,
      $.file, $.section, $.pragma, $.location, $.metadata,
      $.label, ';',
    ),

    // PTX module directives.
    version: $ => seq('.version', $.number),
    target: $ => seq('.target', comma1($.identifier)),
    address_size: $ => seq('.address_size', $.number),

    // Linking directives come before what they link.
    linkage: _ => choice('.extern', '.visible', '.weak', '.common'),

    alias: $ => seq('.alias', field('alias', $.identifier), ',', field('aliasee', $.identifier), ';'),

    function: $ => prec.right(seq(
      repeat(choice($.linkage, $.attribute)),
      field('kind', choice('.entry', '.func')),
      repeat($.attribute),
      optional(field('result', $.parameters)),
      field('name', $._name),
      optional(field('parameters', $.parameters)),
      repeat(choice($.performance_directive, $.abi_directive)),
      choice(field('body', $.block), ';'),
    )),

    // LLVM writes names with dots, which `ptxas` rejects: ptxlint says so, and editors go on.
    _name: $ => seq($.identifier, repeat($.modifier)),

    attribute: $ => seq('.attribute', '(', comma1(seq($.modifier, optional(seq('(', comma1($._expression), ')')))), ')'),

    parameters: $ => seq('(', comma($.parameter), ')'),
    parameter: $ => seq(
      choice('.param', '.reg'), repeat(choice($.type, $.alignment, $.pointer)),
      field('name', choice($._name, $.register_name, '_')), optional($.dimensions),
    ),
    pointer: $ => seq('.ptr', optional($.space)),

    // Directives on how a kernel is launched and compiled.
    performance_directive: $ => prec.right(seq(
      field('name', choice(
        '.maxnreg', '.maxntid', '.reqntid', '.minnctapersm', '.maxnctapersm', '.reqnctapercluster', '.maxclusterrank',
        '.explicitcluster', '.blocksareclusters', '.pragma', '.noreturn', '.language', '.abi_preserve', '.abi_preserve_control',
      )),
      optional(seq(comma1(choice($.number, $.string)), optional(';'))),
    )),
    abi_directive: $ => seq('.unified', '(', comma1($._expression), ')'),

    // Statements.
    block: $ => seq('{', repeat($._statement), '}'),

    _statement: $ => choice(
      $.block, $.label, $.instruction, $.variable, $.location, $.pragma, $.file, $.section,
      $.target_list, $.call_prototype, ';',
    ),

    label: $ => seq(field('name', $.identifier), ':'),

    instruction: $ => seq(
      optional($.guard),
      field('opcode', $.opcode),
      repeat($.modifier),
      field('operands', optional($.operands)),
      ';',
    ),

    guard: $ => seq('@', optional('!'), choice($.register_name, $.identifier)),
    opcode: $ => $.identifier,
    // `.rn`, `.shared::cta`, `.L2::cache_hint`: what follows an opcode. Also the components of special registers.
    modifier: _ => token(/\.[A-Za-z0-9_]+(::[A-Za-z0-9_.]+)*/),

    operands: $ => comma1($._operand),
    _operand: $ => choice($._expression, $.vector, $.address, $.argument_list, $.pair, '_'),
    // `p|q`: two destinations.
    pair: $ => seq(choice($._simple, $.vector, '_'), '|', choice($._simple, '_')),
    vector: $ => seq('{', comma(choice($._expression, $.vector, '_')), '}'),
    argument_list: $ => seq('(', comma(choice($._expression, '_')), ')'),
    address: $ => seq('[', comma1(choice($._expression, $.vector)), ']', optional($.modifier)),

    // Constant expressions, and registers, which stand alone.
    _expression: $ => choice($._simple, $.unary, $.binary, $.conditional, $.parenthesized, $.cast, $.generic, $.masked),
    _simple: $ => choice($.register, $.identifier_operand, $.number),
    register: $ => prec.left(seq($.register_name, repeat($.modifier))),
    register_name: _ => token(/%[A-Za-z0-9_$]+/),
    identifier_operand: $ => prec.left(seq($.identifier, repeat($.modifier), optional(seq('[', $._expression, ']')))),
    parenthesized: $ => prec(-1, seq('(', $._expression, ')')),
    cast: $ => prec(11, seq('(', choice('.s64', '.u64'), ')', $._expression)),
    generic: $ => prec(2, seq('generic', '(', $._expression, ')')),
    // `0xff(symbol)`: one byte of an address.
    masked: $ => prec(12, seq($.number, '(', $._expression, ')')),
    unary: $ => prec(10, seq(choice('-', '+', '!', '~'), $._expression)),
    binary: $ => choice(...[
      [9, choice('*', '/', '%')], [8, choice('+', '-')], [7, choice('<<', '>>')], [6, choice('<', '>', '<=', '>=')],
      [5, choice('==', '!=')], [4, '&'], [3, '^'], [1, '&&'], [0, '||'],
    ].map(([level, operator]) => prec.left(level, seq($._expression, operator, $._expression)))),
    conditional: $ => prec.right(-2, seq($._expression, '?', $._expression, ':', $._expression)),

    // Declarations of variables and registers.
    variable: $ => seq(
      repeat(choice($.linkage, $.attribute)),
      field('space', $.space),
      repeat(choice($.type, $.alignment, $.attribute)),
      comma1($.declarator),
      ';',
    ),
    space: _ => choice('.reg', '.sreg', '.const', '.global', '.local', '.param', '.shared', '.tex'),
    type: _ => token(prec(1, /\.([subf](8|16|32|64)|[sub]128|f16x2|bf16|bf16x2|tf32|b1|b4|b4x16|b6x16|pred|v[248]|texref|samplerref|surfref|e4m3x2|e5m2x2)/)),
    alignment: $ => seq('.align', $.number),
    declarator: $ => seq(
      field('name', choice($._name, $.register_name)),
      optional(choice($.range, $.dimensions)),
      optional(seq('=', field('value', choice($.initializer, $._expression, $.texture_initializer)))),
    ),
    range: $ => seq('<', $.number, '>'),
    dimensions: $ => repeat1(seq('[', optional($._expression), ']')),
    initializer: $ => seq('{', comma(choice($._expression, $.initializer, $.texture_initializer)), optional(','), '}'),
    texture_initializer: $ => seq('{', comma1(seq($.identifier, '=', $._expression)), '}'),

    // Targets of branches and calls.
    target_list: $ => seq(choice('.branchtargets', '.calltargets'), comma1($.identifier), ';'),
    call_prototype: $ => seq(
      '.callprototype', optional($.parameters), choice($.identifier, '_'), optional($.parameters), repeat($.performance_directive), ';',
    ),

    // Debugging directives end where their last operand does, not with a `;`.
    location: $ => prec.right(seq(
      '.loc', $.number, $.number, $.number,
      optional(seq(',', 'function_name', $._expression)),
      optional(seq(',', 'inlined_at', $.number, $.number, $.number)),
    )),
    file: $ => prec.right(seq('.file', $.number, $.string, optional(seq(',', $.number, ',', $.number)))),
    section: $ => seq('.section', choice($.identifier, $.modifier), '{', repeat(choice($.data, $.label)), '}'),
    data: $ => prec.right(seq($.type, comma1(choice($._expression, $.section_offset)), optional(';'))),
    section_offset: $ => prec.left(seq($.modifier, optional(seq('+', $.number)))),
    pragma: $ => seq('.pragma', comma1($.string), ';'),
    metadata: $ => seq('.metadata', repeat(choice($.string, $.number, $.identifier)), ';'),

    identifier: _ => /[A-Za-z][A-Za-z0-9_$]*|[_$][A-Za-z0-9_$]+/,
    // Integers in four bases with the suffix U, floats, floats as bits.
    number: _ => token(choice(
      /0[fF][0-9a-fA-F]{8}/, /0[dD][0-9a-fA-F]{16}/, /0[xX][0-9a-fA-F]+U?/, /0[bB][01]+U?/, /[0-9]+U?/,
      /[0-9]+\.[0-9]*([eE][+-]?[0-9]+)?/, /[0-9]+[eE][+-]?[0-9]+/, /\.[0-9]+([eE][+-]?[0-9]+)?/,
    )),
    string: _ => /"([^"\\]|\\.)*"/,
    comment: _ => token(choice(/\/\/[^\n]*/, /\/\*[^*]*\*+([^/*][^*]*\*+)*\//)),
    preprocessor: _ => token(prec(-1, /#[^\n]*/)),
  },
});
