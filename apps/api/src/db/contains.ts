import { type RawBuilder, sql } from 'kysely'

const ESCAPE = '!'

// What somebody types is text to be found, not a pattern.
const patternOf = (text: string): string => `%${text.toLowerCase().replaceAll(/[!%_]/g, `${ESCAPE}$&`)}%`

/** Asks whether a column, whose texts are in lower case, has a text in it, in any case. */
export const contains = (column: string, text: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} like ${patternOf(text)} escape ${sql.lit(ESCAPE)}`
