import { wrap } from '@netbox/core'
import type { Theme } from './theme.ts'
import { texts } from './texts.ts'

// Where keys and what they do stand beside each other, the keys have this much.
const KEY_WIDTH = 18
const WIDE = 60

/** Writes what each key of a report does, in two columns where there is room for them. */
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
