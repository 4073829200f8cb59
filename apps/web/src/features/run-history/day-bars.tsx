import type { DayOfRuns } from '@netbox/contract'
import { StatusGlyph } from '../../components/ui/glyphs/status-glyph.tsx'
import { runHistoryTexts } from '../../texts/run-history.ts'
import * as styles from './day-bars.module.css'

const HEIGHT = 84
const ROOM = 24

interface DayBarsProps {
  readonly days: readonly DayOfRuns[]
  readonly chosen: string | undefined
  readonly onChoose: (day: string | undefined) => void
}

const Bar = ({ runs, most }: { readonly runs: number; readonly most: number }) => {
  const height = runs === 0 ? 1.5 : Math.max(2, (runs / most) * (HEIGHT - ROOM))
  return (
    <svg className={styles.bar} width="100%" height={HEIGHT} aria-hidden="true">
      <rect className={runs === 0 ? styles.none : undefined} x="22%" width="56%" y={HEIGHT - height} height={height} />
    </svg>
  )
}

/** The runs of each day as bars, one of which can be chosen. A day with a critical run is marked. */
export const DayBars = ({ days, chosen, onChoose }: DayBarsProps) => {
  const most = Math.max(1, ...days.map(({ runs }) => runs))
  return (
    <figure className={styles.daybars}>
      <figcaption>
        <b>Fig. 1</b> {runHistoryTexts.days}
        <span className="quiet">{runHistoryTexts.daysHint}</span>
      </figcaption>
      <ol>
        {days.map(({ day, runs, worst }) => (
          <li key={day}>
            <button
              type="button"
              aria-pressed={day === chosen}
              aria-label={runHistoryTexts.day(day, runs, worst)}
              onClick={() => onChoose(day === chosen ? undefined : day)}
            >
              <span className={styles.daysign}>
                {worst === 'critical' ? <StatusGlyph severity="critical" /> : null}
              </span>
              <Bar runs={runs} most={most} />
              <span>{Number(day.slice(8))}</span>
            </button>
          </li>
        ))}
      </ol>
    </figure>
  )
}
