import type { Figure } from '@netbox/core'
import { Breakable, WholeWords } from './sheet.tsx'

/** The kind of a key figure: numbers and short words, longer words, or addresses, names and dates. */
type FigureKind = 'plain' | 'words' | 'machine' | 'machine long'

/**
 * Returns the kind of a key figure: numbers and words use the display font, longer words in a smaller size. Addresses, names and dates use
 * the monospaced font, long ones in a smaller size.
 */
export const figureKind = (value: string): FigureKind => {
  if (/^[+-]?[\d.,]{1,9}$/.test(value) && !/\..*\./.test(value)) return 'plain'
  const isMachine = !/\s/.test(value) && (/\d{10}|\d-\d|[.:@/_]/.test(value) || value.length > 22)
  if (isMachine) return value.length > 18 ? 'machine long' : 'machine'
  return value.length > 12 ? 'words' : 'plain'
}

const DISPLAY = 'font-display font-medium tracking-head lining-nums'
const MACHINE = 'font-mono font-medium wrap-anywhere tabular-nums'

const fonts: Readonly<Record<FigureKind, string>> = {
  plain: `${DISPLAY} text-figure leading-head whitespace-nowrap tabular-nums max-md:text-xl`,
  words: `${DISPLAY} text-lg leading-read wrap-anywhere`,
  machine: `${MACHINE} text-lg leading-read max-lg:text-base max-lg:leading-ui`,
  'machine long': `${MACHINE} pt-1 pb-1.5 text-base leading-ui max-lg:text-sm`,
}

const columns: Readonly<Record<number, string>> = { 2: 'lg:grid-cols-2', 3: 'lg:grid-cols-3', 4: 'lg:grid-cols-4' }

/** The classes of the row of key figures and of one figure in it, which a placeholder has too. */
export const keyFigures = {
  list: (count: number): string => `grid grid-cols-2 border-y border-rule ${columns[count] ?? ''}`,
  item: 'min-w-0 border-rule px-6 pt-3.5 pb-4 not-last:border-r max-lg:even:border-r-0 max-lg:[&:last-child:nth-child(odd)]:col-span-full max-lg:[&:nth-child(n+3)]:border-t max-md:px-4 max-md:py-3',
}

/** Shows the two to four key figures of a report. */
export const KeyFigures = ({ figures, id }: { readonly figures: readonly Figure[]; readonly id: string }) => (
  <dl className={keyFigures.list(figures.length)} id={id}>
    {figures.map(({ label, value, unit, note }) => (
      <div key={label} className={keyFigures.item}>
        <dt className="text-sm text-ink-2">{label}</dt>
        <dd className={`mt-1.5 ${fonts[figureKind(value)]}`}>
          <Breakable text={value} />
          {unit === undefined ? null : (
            <small className="ml-0.5 font-sans text-ui font-normal tracking-normal whitespace-pre-wrap text-ink-2">
              {' '}
              {unit}
            </small>
          )}
        </dd>
        {note === undefined ? null : (
          <dd className="mt-2 text-sm leading-ui wrap-anywhere text-ink-3">
            <WholeWords text={note} />
          </dd>
        )}
      </div>
    ))}
  </dl>
)
