import { catalogue } from './catalogue.ts'
import { checkout } from './checkout.ts'
import { customers } from './customers.ts'
import type { Operation } from './operation.ts'
import { payments } from './payments.ts'
import { portal } from './portal.ts'
import { subscriptions } from './subscriptions.ts'
import { tools } from './tools.ts'

const all = [...catalogue, ...customers, ...checkout, ...subscriptions, ...payments, ...portal, ...tools]

const table = all.map((operation) => ({
  operation,
  // The paths are constants of this folder.
  pattern: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
}))

/** Finds what a request asks for, with the variable parts of its path. */
export const findOperation = (
  method: string,
  path: string,
): { readonly operation: Operation; readonly ids: readonly string[] } | undefined => {
  for (const { operation, pattern } of table) {
    const match = operation.method === method ? pattern.exec(path) : null
    if (match !== null) return { operation, ids: match.slice(1).map((id) => decodeURIComponent(id)) }
  }
  return undefined
}
