import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'

/**
 * @typedef {{ id: string, file: string, name: string, comment: string, code: string, kind: Kind }} Declaration
 * @typedef {'function' | 'constant' | 'class' | 'type'} Kind
 * @typedef {(file: string, name: string) => Declaration | undefined} Find
 */

const nameOf = (node) => node.name ?? node.value

/** Returns the declaration of a statement, without the `export` before it. */
const declaredBy = (statement) => statement.declaration ?? statement

const namesIn = (node) =>
  node.type === 'VariableDeclaration' ? node.declarations.map(({ id }) => id.name) : [node.id?.name]

const readModule = (file) => {
  const source = readFileSync(file, 'utf8')
  const { program, comments, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`)
  const declared = new Map()
  const origins = new Map()
  for (const statement of program.body) {
    const from = statement.source?.value
    // `import { a as b } from` and `export { a as b } from` both say where a name comes from.
    for (const { imported, local, exported } of (from && statement.specifiers) || []) {
      const inner = imported ?? (exported && local)
      // Skips `import * as v from`, which imports a whole module.
      if (inner) origins.set(nameOf(exported ?? local), { from, name: nameOf(inner) })
    }
    for (const name of namesIn(declaredBy(statement)))
      if (name) declared.set(name, [...(declared.get(name) ?? []), statement])
  }
  const commentOf = ({ start }) =>
    comments.find(({ value, end }) => value.startsWith('*') && end < start && /^\s*$/.test(source.slice(end, start)))
  return { file, source, declared, origins, commentOf }
}

const kindOf = (node) => {
  if (node.type === 'TSDeclareFunction' || node.type === 'FunctionDeclaration') return 'function'
  if (node.type === 'ClassDeclaration') return 'class'
  if (node.type !== 'VariableDeclaration') return 'type'
  return node.declarations[0].id.typeAnnotation?.typeAnnotation.type === 'TSFunctionType' ? 'function' : 'constant'
}

/**
 * Reads emitted declarations. `find` looks up a name in a file and follows re-exports to its declaration. `referred` does the same for a
 * reference in a file.
 *
 * @param {ReadonlyMap<string, string>} entries  The declaration file of each entry point, by what programs import.
 * @returns {{ find: Find, referred: (file: string, reference: { name: string, from?: string }) => Declaration | undefined }}
 */
export const openDeclarations = (entries) => {
  const modules = new Map()
  const read = (file) => modules.get(file) ?? modules.set(file, readModule(file)).get(file)
  const fileOf = (from, file) =>
    from.startsWith('.') ? join(dirname(file), from.replace(/\.[jt]s$/, '.d.ts')) : entries.get(from)

  const find = (file, name) => {
    const { source, declared, origins, commentOf } = read(file)
    const nodes = declared.get(name)
    if (nodes !== undefined) {
      const comment = nodes.map((node) => commentOf(node)?.value).find((text) => text !== undefined) ?? ''
      const code = nodes.map(({ start, end }) => source.slice(start, end)).join('\n')
      return { id: `${file} ${name}`, file, name, comment, code, kind: kindOf(declaredBy(nodes[0])) }
    }
    const origin = origins.get(name)
    const next = origin && fileOf(origin.from, file)
    return next && find(next, origin.name)
  }
  const referred = (file, { name, from }) => {
    const target = from === undefined ? file : fileOf(from, file)
    return target && find(target, name)
  }
  return { find, referred }
}
