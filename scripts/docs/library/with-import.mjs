import { parseSync, Visitor } from 'vite'

/** Lists the names that a piece of code uses but does not declare. */
const freeNames = (code) => {
  const used = []
  const declared = []
  const notNames = new Set()
  const within = []
  new Visitor({
    MemberExpression: ({ property, computed }) => computed || notNames.add(property.start),
    Property: ({ key, computed, shorthand }) => computed || shorthand || notNames.add(key.start),
    VariableDeclarator: ({ id }) => within.push(id),
    ArrowFunctionExpression: ({ params }) => within.push(...params),
    ImportSpecifier: ({ local }) => within.push(local),
    Identifier: (node) => used.push(node),
  }).visit(parseSync('example.js', code).program)
  for (const { name, start } of used)
    if (within.some((pattern) => pattern.start <= start && start < pattern.end)) declared.push(name)
  return new Set(
    used.filter(({ name, start }) => !notNames.has(start) && !declared.includes(name)).map(({ name }) => name),
  )
}

/**
 * Adds the missing imports to an example, so that readers can copy it unchanged. If several entry points export a name, uses the first one.
 *
 * @param {string} code
 * @param {readonly { name: string, exports: readonly { name: string }[] }[]} entries
 * @returns {string}
 */
export const withImport = (code, entries) => {
  const free = freeNames(code)
  const imports = []
  for (const { name: entry, exports } of entries) {
    const names = exports.map(({ name }) => name).filter((name) => free.delete(name))
    if (names.length > 0 && !code.includes(`from '${entry}'`))
      imports.push(`import { ${names.toSorted().join(', ')} } from '${entry}'\n`)
  }
  return imports.join('') + code
}
