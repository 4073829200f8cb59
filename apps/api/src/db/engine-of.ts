import type { Database, Queries } from './database.ts'

/** Tells which engine is behind queries: of the two, only SQLite's dialect can return the rows that it wrote. */
export const engineOf = (queries: Queries): Database['engine'] =>
  queries.getExecutor().adapter.supportsReturning ? 'sqlite' : 'mysql'
