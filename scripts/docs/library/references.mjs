import { parseSync, Visitor } from 'vite'

const leftmost = (name) => (name.type === 'TSQualifiedName' ? leftmost(name.left) : name)

/**
 * Lists the types and values to which a declaration refers, each once: the name and, if the declaration contains it, the imported module.
 *
 * @param {string} code
 * @returns {{ name: string, from?: string }[]}
 */
export const referencesOf = (code) => {
  const found = new Map()
  const add = (name, from) => found.set(`${from} ${name}`, { name, from })
  // Skips `import("…").Name`, which `TSImportType` handles.
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
