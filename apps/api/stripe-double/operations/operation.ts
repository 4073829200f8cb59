import type { Form } from '../wire/form.ts'
import { missing } from '../wire/refusal.ts'
import type { World } from '../world.ts'

/** A call as an operation sees it. */
export interface Call {
  readonly world: World
  readonly form: Form
  /** The variable parts of the path, in their order. */
  readonly ids: readonly string[]
  /** Scheme, host and port of the double itself. */
  readonly origin: string
}

/** One thing that the API can do. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Parts in braces are variable. */
  readonly path: string
  /** The parameters that it takes; any other is refused, as the provider does. */
  readonly takes: readonly string[]
  run(call: Call): object
}

/** Declares an operation. */
export const operation = (
  method: Operation['method'],
  path: string,
  takes: readonly string[],
  run: Operation['run'],
): Operation => ({ method, path, takes, run })

/** Finds what an id names. */
export const found = <Row>(table: Readonly<Record<string, Row>>, id: string | undefined): Row | undefined =>
  id !== undefined && Object.hasOwn(table, id) ? table[id] : undefined

/** Finds what an id names. Throws the provider's refusal when it names nothing; `param` says where the id stood, default in the path. */
export const named = <Row>(table: Readonly<Record<string, Row>>, id: string, what: string, param?: string): Row => {
  const row = found(table, id)
  if (row === undefined) throw missing(what, id, param)
  return row
}
