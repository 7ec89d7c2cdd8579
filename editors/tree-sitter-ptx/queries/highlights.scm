(comment) @comment
(preprocessor) @keyword.directive
(string) @string
(number) @number

[
  ".version" ".target" ".address_size" ".file" ".loc" ".section" ".pragma" ".metadata" ".alias"
  ".branchtargets" ".calltargets" ".callprototype" ".ptr" ".align" ".attribute"
] @keyword.directive
[".entry" ".func"] @keyword.function
(linkage) @keyword.modifier
(performance_directive name: _ @attribute)
(space) @keyword.storage
(type) @type.builtin

(function name: (identifier) @function)
(parameter name: (identifier) @variable.parameter)
(declarator name: (identifier) @variable)
(label name: (identifier) @label)
(call_prototype (identifier) @function)

(opcode) @function.builtin
(instruction (modifier) @attribute)
(guard ["@" "!"] @keyword.conditional)
(register_name) @variable
; Special registers, which nobody declares.
((register_name) @variable.builtin
  (#match? @variable.builtin "^%(tid|ntid|ctaid|nctaid|gridid|laneid|warpid|nwarpid|smid|nsmid|clock|clock64|clock_hi|globaltimer|globaltimer_lo|globaltimer_hi|lanemask_(eq|le|lt|ge|gt)|pm[0-7](_64)?|envreg[0-9]+|clusterid|nclusterid|cluster_ctaid|cluster_nctaid|cluster_ctarank|cluster_nctarank|is_explicit_cluster|total_smem_size|aggr_smem_size|dynamic_smem_size|current_graph_exec|reserved_smem_.*)$"))
((identifier) @constant.builtin
  (#any-of? @constant.builtin "WARP_SZ"))

["+" "-" "*" "/" "%" "<<" ">>" "&" "^" "|" "~" "!" "==" "!=" "<=" ">=" "&&" "||" "?" "="] @operator
["(" ")" "[" "]" "{" "}" "<" ">"] @punctuation.bracket
["," ";" ":"] @punctuation.delimiter
