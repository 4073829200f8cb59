import type { Compilable, CompiledQuery } from 'kysely'
import type { Database, Queries } from './database.ts'
import { engineOf } from './engine-of.ts'

/** What a statement can be given. */
type Value = string | number | null

/** Stands for an argument while a statement is built. */
interface Place {
  readonly place: number
}

const isPlace = (value: unknown): value is Place => typeof value === 'object' && value !== null && 'place' in value

/**
 * Builds and compiles a query once for each engine, and fills in its values at each call: for what every request asks, because
 * building a query takes several times as long as running it. The builder must hand its arguments on as they are.
 *
 * The result goes to `queries.executeQuery`.
 */
export const compileOnce = <Args extends readonly Value[], Row>(
  build: (queries: Queries, ...args: Args) => Compilable<Row>,
): ((queries: Queries, ...args: Args) => CompiledQuery<Row>) => {
  const known = new Map<Database['engine'], CompiledQuery<Row>>()
  return (queries, ...args) => {
    const engine = engineOf(queries)
    let compiled = known.get(engine)
    if (compiled === undefined) {
      // Kysely takes any value for a parameter and does not look at it: where it comes out again, the argument belongs.
      const places = args.map((_, place): Place => ({ place })) as readonly unknown[] as Args
      compiled = build(queries, ...places).compile()
      known.set(engine, compiled)
    }
    const parameters = compiled.parameters.map((value) => (isPlace(value) ? args[value.place] : value))
    return { ...compiled, parameters }
  }
}
