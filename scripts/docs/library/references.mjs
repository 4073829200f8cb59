import { parseSync, Visitor } from 'vite'

const leftmost = (name) => (name.type === 'TSQualifiedName' ? leftmost(name.left) : name)

/**
 * Lists the types and values that a declaration names, each once: by name, and with their source if the declaration has it.
 *
 * @param {string} code
 * @returns {{ name: string, from?: string }[]}
 */
export const referencesOf = (code) => {
  const found = new Map()
  const add = (name, from) => found.set(`${from} ${name}`, { name, from })
  // `import("…").Name` is visited separately below.
  const named = (node) => node.type !== 'TSImportType' && add(leftmost(node).name)
  new Visitor({
    TSTypeReference: ({ typeName }) => named(typeName),
    TSInterfaceHeritage: ({ expression }) => named(expression),
    TSClassImplements: ({ expression }) => named(expression),
    TSTypeQuery: ({ exprName }) => named(exprName),
    TSImportType: ({ source, qualifier }) => qualifier && add(leftmost(qualifier).name, source.value),
  }).visit(parseSync('declaration.d.ts', code).program)
  return [...found.values()]
}
