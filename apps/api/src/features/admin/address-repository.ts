import { type RawBuilder, sql } from 'kysely'

// What somebody types is text to be found, not a pattern.
const patternOf = (search: string): string => `%${search.trim().toLowerCase().replaceAll(/[%_!]/g, '!$&')}%`

/** Asks whether the key of an address, which is in lower case, has a text in it, in any case. */
export const hasInAddress = (column: string, search: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} like ${patternOf(search)} escape '!'`
