import { wrap } from '@netbox/core'
import type { Theme } from './theme.ts'
import { texts } from '../texts/screen-texts.ts'

// The width of the key column.
const KEY_WIDTH = 18
const WIDE = 60

/** Returns the lines that explain the keys of a report, in two columns if they fit. */
export const reportHelp = (columns: number, { paint }: Theme): string[] =>
  texts.reportKeys.flatMap(([key, what]) => {
    const isWide = columns >= WIDE
    const indent = isWide ? KEY_WIDTH + 2 : 2
    const [first = '', ...more] = wrap(what, columns - indent)
    const rest = more.map((line) => ' '.repeat(indent) + line)
    return isWide
      ? [`${paint('strong', key.padEnd(KEY_WIDTH))}  ${first}`, ...rest]
      : [paint('strong', key), `  ${first}`, ...rest]
  })
