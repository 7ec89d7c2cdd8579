(block) @local.scope
(function) @local.scope
(declarator name: (_) @local.definition.var)
(parameter name: (_) @local.definition.parameter)
(label name: (identifier) @local.definition)
(register_name) @local.reference
(identifier) @local.reference
