import type { Theme } from './theme.ts'

/** A tab and the number of its entries. */
export interface Label {
  readonly name: string
  readonly count: number | undefined
}

const textOf = ({ name, count }: Label): string => (count === undefined ? name : `${name} ${count}`)

/** Formats the row of tabs, in which the open one is marked. If the row doesn't fit, shows only the open tab and its position. */
export const tabLine = (
  labels: readonly Label[],
  open: number,
  width: number,
  { glyphs, paint }: Pick<Theme, 'glyphs' | 'paint'>,
): string => {
  const texts = labels.map(textOf)
  const isWhole = texts.reduce((sum, text) => sum + Array.from(text).length + 2, 0) + 3 * (texts.length - 1) <= width
  const shown = texts.map((text, index) =>
    index === open ? `${paint('signal', glyphs.step)} ${paint('strong', text)}` : `  ${text}`,
  )
  if (isWhole) return shown.join('   ')
  return `${shown[open] ?? ''}   ${paint('dim', `${open + 1} of ${labels.length}`)}`
}
