import { type Cell, table } from '@netbox/core'
import type { Theme } from './theme.ts'
import { windowOf } from './scroll.ts'

interface Choices {
  readonly rows: readonly (readonly Cell[])[]
  readonly selected: number
  /** The number of rows that the list may take. */
  readonly room: number
}

/** Draws as much of a list as fits, around the selected row. The trace marks the selected row as a step. */
export const choiceList = ({ rows, selected, room }: Choices, columns: number, { glyphs, paint }: Theme): string[] => {
  const [from, to] = windowOf(rows.length, selected, room)
  return table(rows.slice(from, to), columns - 2).map((text, index) =>
    from + index === selected
      ? `${paint('signal', glyphs.step)} ${paint('strong', text)}`
      : `${paint('signal', glyphs.down)} ${text}`,
  )
}
