(function kind: ".entry" name: (identifier) @name) @definition.function
(function kind: ".func" name: (identifier) @name) @definition.function
(module (variable (declarator name: (identifier) @name)) @definition.constant)
