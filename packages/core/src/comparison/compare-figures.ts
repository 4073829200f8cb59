import type { Figure } from '../reports/report.ts'

/** The comparison of one figure. If only one run has the figure, only that run's side is filled. */
export interface FigureComparison {
  readonly label: string
  readonly change: 'same' | 'changed' | 'only-in-a' | 'only-in-b'
  readonly a?: Figure
  readonly b?: Figure
  /** The change from A to B in words, if both are numbers of one unit: `1 fewer`, `10.1 s longer`. */
  readonly words?: string
}

const NUMBER = /^\+?(\d+(?:\.(\d+))?)$/
const TIMES: ReadonlySet<string | undefined> = new Set(['ms', 's', 'min', 'h', 'days'])

// The maximum number of digits in a count. A longer number without a unit may be an identifier, such as a key tag; the difference between two
// identifiers means nothing.
const LONGEST_COUNT = 4

const SCORES: ReadonlySet<string | undefined> = new Set(['of 100', '%'])

const describe = (amount: string, isMore: boolean, unit: string | undefined): string => {
  if (SCORES.has(unit)) return `${amount} points ${isMore ? 'higher' : 'lower'}`
  if (unit === undefined) return `${amount} ${isMore ? 'higher' : 'lower'}`
  if (unit.startsWith('of ')) return `${amount} ${isMore ? 'more' : 'fewer'}`
  if (TIMES.has(unit)) return `${amount} ${unit} ${isMore ? 'longer' : 'shorter'}`
  return `${amount} ${unit} ${isMore ? 'more' : 'less'}`
}

const wordsOf = (a: Figure, b: Figure): string | undefined => {
  const [, before, decimals = ''] = NUMBER.exec(a.value) ?? []
  const [, after, others = ''] = NUMBER.exec(b.value) ?? []
  if (before === undefined || after === undefined || a.unit !== b.unit || Number(before) === Number(after))
    return undefined
  if (a.unit === undefined && Math.max(before.length, after.length) > LONGEST_COUNT) return undefined
  const difference = Number(after) - Number(before)
  const amount = Math.abs(difference).toFixed(Math.max(decimals.length, others.length))
  return describe(amount, difference > 0, a.unit)
}

const compareFigure = (a: Figure | undefined, b: Figure | undefined, label: string): FigureComparison => {
  if (b === undefined) return { label, change: 'only-in-a', ...(a === undefined ? {} : { a }) }
  if (a === undefined) return { label, change: 'only-in-b', b }
  const isSame = a.value === b.value && a.unit === b.unit && a.note === b.note
  const words = wordsOf(a, b)
  return { label, change: isSame ? 'same' : 'changed', a, b, ...(words === undefined ? {} : { words }) }
}

/** Compares the figures of two runs by their labels: in the order of A, then those that only B has. */
export const compareFigures = (a: readonly Figure[], b: readonly Figure[]): FigureComparison[] => {
  const labels = new Set([...a, ...b].map(({ label }) => label))
  const find = (figures: readonly Figure[], label: string) => figures.find((figure) => figure.label === label)
  return [...labels].map((label) => compareFigure(find(a, label), find(b, label), label))
}
