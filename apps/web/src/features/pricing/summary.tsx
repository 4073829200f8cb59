import { planName } from '@netbox/core'
import type { SummaryCard, SummaryLine } from '@netbox/product'
import * as styles from './summary.module.css'

const LONGEST = 120
const MOST_PER_DECADE = 40
const SHORTEST = 6

/** Returns the length of each amount's line: one step for every power of ten, and one more for an unlimited amount. */
export const summaryScale = (lines: readonly SummaryLine[]): number[] => {
  const known = lines.flatMap(({ amount }) => (amount === null ? [] : [Math.log10(amount)]))
  const most = Math.max(...known)
  const decades = lines.some(({ amount }) => amount === null) ? most + 1 : most
  const step = Math.min(MOST_PER_DECADE, LONGEST / decades)
  return lines.map(({ amount }) =>
    Math.max(SHORTEST, Math.round(step * (amount === null ? most + 1 : Math.log10(amount)))),
  )
}

const Line = ({ line, width }: { readonly line: SummaryLine; readonly width: number }) => {
  const isEndless = line.amount === null
  return (
    <div className={styles.sumLine}>
      <dt>{planName(line.plan)}</dt>
      <dd>
        <svg width={width + 8} height="14" aria-hidden="true">
          <path d={`M0 7H${width}`} strokeWidth="3" strokeDasharray={isEndless ? '4 3' : undefined} />
          {isEndless ? (
            <circle cx={width} cy="7" r="4.5" strokeWidth="3" />
          ) : (
            <path className={styles.stop} d={`M${width - 4.5} 2.5h9v9h-9z`} />
          )}
        </svg>
        {line.text}
      </dd>
    </div>
  )
}

/** Compares one limit of all plans, each as a line whose length shows the limit. */
export const Summary = ({ card: { title, note, lines } }: { readonly card: SummaryCard }) => {
  const widths = summaryScale(lines)
  return (
    <section className={styles.sum}>
      <h2>{title}</h2>
      <dl>
        {lines.map((line, at) => (
          <Line key={line.plan} line={line} width={widths[at] ?? 0} />
        ))}
      </dl>
      <p>{note}</p>
    </section>
  )
}
