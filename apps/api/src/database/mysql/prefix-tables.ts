import type { KyselyPlugin, RootOperationNode } from 'kysely'

const isNode = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/**
 * Creates a plugin that puts a prefix before the names of tables, so that migrations create them beside others. Foreign keys get `tag` too,
 * because their names are unique in a database, and a renamed table keeps them.
 */
export const prefixTables = (prefix: string, tag: string): KyselyPlugin => {
  const prefixed = (identifier: unknown, added: string): unknown =>
    isNode(identifier) && typeof identifier['name'] === 'string' && !identifier['name'].startsWith(added)
      ? { ...identifier, name: `${added}${identifier['name']}` }
      : identifier

  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(walk)
    if (!isNode(node) || node['kind'] === 'ValueNode' || node['kind'] === 'PrimitiveValueListNode') return node
    const { kind, table, name } = node
    if (kind === 'TableNode' && isNode(table))
      return { ...node, table: { ...table, identifier: prefixed(table['identifier'], prefix) } }
    const walked = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, walk(value)]))
    return kind === 'ForeignKeyConstraintNode' ? { ...walked, name: prefixed(name, tag) } : walked
  }

  return {
    // The walk keeps the kinds of all nodes.
    transformQuery: ({ node }) => walk(node) as RootOperationNode,
    transformResult: async ({ result }) => result,
  }
}
