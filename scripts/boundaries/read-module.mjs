import { readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'vite'

/**
 * @typedef {{ specifier: string, kind: 'value' | 'type' | 'dynamic', line: number }} Import
 * @typedef {{ imports: Import[], program: object, lineAt: (offset: number) => number }} Module
 */

/**
 * Parses a TypeScript or JavaScript file and lists what it imports and re-exports.
 *
 * @param {string} file
 * @returns {Module}
 */
export const readModule = (file) => {
  const source = readFileSync(file, 'utf8')
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`)
  const lineAt = (offset) => source.slice(0, offset).split('\n').length
  const imports = []
  const add = (node, kind) => {
    if (node.source && typeof node.source.value === 'string')
      imports.push({ specifier: node.source.value, kind, line: lineAt(node.start) })
  }
  new Visitor({
    ImportDeclaration: (node) => add(node, isTypeOnly(node, node.importKind) ? 'type' : 'value'),
    ExportNamedDeclaration: (node) => add(node, isTypeOnly(node, node.exportKind) ? 'type' : 'value'),
    ExportAllDeclaration: (node) => add(node, node.exportKind === 'type' ? 'type' : 'value'),
    ImportExpression: (node) => add(node, 'dynamic'),
    TSImportType: (node) => add(node, 'type'),
  }).visit(program)
  return { imports, program, lineAt }
}

// `import type { A }` says it of the whole statement, `import { type A }` of each name.
const isTypeOnly = (node, kind) =>
  kind === 'type' ||
  (node.specifiers?.length > 0 &&
    node.specifiers.every((name) => name.importKind === 'type' || name.exportKind === 'type'))
