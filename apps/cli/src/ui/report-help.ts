import { wrap } from '@netbox/core'
import type { Look } from './look.ts'
import { words } from './words.ts'

// Where keys and what they do stand beside each other, the keys have this much.
const KEY_WIDTH = 18
const WIDE = 60

/** Writes what each key of a report does, in two columns where there is room for them. */
export const reportHelp = (columns: number, { paint }: Look): string[] =>
  words.reportKeys.flatMap(([key, what]) => {
    const isWide = columns >= WIDE
    const indent = isWide ? KEY_WIDTH + 2 : 2
    const [first = '', ...more] = wrap(what, columns - indent)
    const rest = more.map((line) => ' '.repeat(indent) + line)
    return isWide
      ? [`${paint('strong', key.padEnd(KEY_WIDTH))}  ${first}`, ...rest]
      : [paint('strong', key), `  ${first}`, ...rest]
  })
