import { Visitor } from 'vite'

/** @typedef {(program: object, report: (node: { start: number }, message: string) => void) => void} SyntaxRule */

const isDate = (callee) => callee.type === 'Identifier' && callee.name === 'Date'

/**
 * Refuses what would give core another answer on another day or another engine, where the linter has no rule.
 *
 * @type {SyntaxRule}
 */
export const deterministicSyntax = (program, report) => {
  new Visitor({
    NewExpression: (node) => {
      if (isDate(node.callee) && node.arguments.length === 0)
        report(node, '`new Date()` reads the machine’s clock: time comes from the injected one.')
    },
    CallExpression: (node) => {
      if (isDate(node.callee)) report(node, '`Date()` reads the machine’s clock: time comes from the injected one.')
    },
    BinaryExpression: (node) => {
      if (node.operator === '**') report(node, '`**` is rounded differently by engines: multiply.')
    },
    AssignmentExpression: (node) => {
      if (node.operator === '**=') report(node, '`**=` is rounded differently by engines: multiply.')
    },
  }).visit(program)
}

/**
 * Refuses classes that are not errors: values and functions do.
 *
 * @type {SyntaxRule}
 */
export const errorsAreTheOnlyClasses = (program, report) => {
  const check = (node) => {
    const parent = node.superClass?.type === 'Identifier' ? node.superClass.name : ''
    if (!parent.endsWith('Error'))
      report(node, 'Only errors are classes here: write a function that returns an object.')
  }
  new Visitor({ ClassDeclaration: check, ClassExpression: check }).visit(program)
}
