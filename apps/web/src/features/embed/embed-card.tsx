import { type ExchangesPlot, type Finding, severityWords, type ToolRun } from '@netbox/core'
import { useSyncExternalStore } from 'react'
import { inSeconds } from '../../components/plots/measures.ts'
import { percent, scaleTo } from '../../components/plots/scale.ts'
import { SimulatedMark } from '../../components/report/simulated-mark.tsx'
import { useReplay } from '../../components/run/use-replay.ts'
import { Status, StatusGlyph } from '../../components/ui/glyphs/status-glyph.tsx'
import { AbsentGlyph, SourceGlyph } from '../../components/ui/glyphs/trace-glyphs.tsx'
import { showClock } from '../../lib/run-order.ts'
import { runPath } from '../../lib/share-link.ts'
import { sharingTexts } from '../../texts/sharing.ts'
import * as plotFigure from '../../components/plots/plot-figure.module.css'
import * as styles from './embed-card.module.css'

// More rows don't fit.
const MOST_ROWS = 3
const ROW = 44

type Exchange = ExchangesPlot['exchanges'][number]

const said: Readonly<Record<Exchange['outcome'], (exchange: Exchange) => string>> = {
  accepts: ({ to }) => `at ${inSeconds(to)}`,
  refuses: () => 'refused',
  silent: ({ from, to }) => `no answer, ${inSeconds(to - from)}`,
  'no-address': () => 'no address',
  'not-tried': () => 'not tried',
}

const Row = ({ exchange, start, place }: { exchange: Exchange; start: number; place: number }) => {
  const { outcome, from } = exchange
  const tone = outcome === 'accepts' ? 'pass' : outcome === 'not-tried' ? 'quiet' : 'crit'
  return (
    <li>
      <b>{exchange.priority}</b>
      <code>{exchange.exchange}</code>
      <span className={styles.way}>
        <svg width="100%" height={ROW} aria-hidden="true">
          {outcome === 'not-tried' ? null : (
            <line className={tone} x1={`${start}%`} x2={`${place}%`} y1={ROW / 2} y2={ROW / 2} />
          )}
          {outcome === 'not-tried' || from === 0 ? null : (
            <line x1={`${start}%`} x2={`${start}%`} y1={9 - ROW / 2} y2={ROW / 2 + 1.5} />
          )}
          <svg x={`${place}%`} y={ROW / 2} overflow="visible">
            <g transform="translate(-9 -9)">
              <svg width="18" height="18">
                {outcome === 'not-tried' ? (
                  <AbsentGlyph />
                ) : (
                  <StatusGlyph severity={outcome === 'accepts' ? 'pass' : 'critical'} />
                )}
              </svg>
            </g>
          </svg>
          {from === 0 && outcome !== 'not-tried' ? (
            <svg x="3%" y={ROW / 2} overflow="visible">
              <g transform="translate(-8 -8)">
                <svg width="16" height="16">
                  <SourceGlyph />
                </svg>
              </g>
            </svg>
          ) : null}
          <text className={tone} x={`${place}%`} dx={16} y={ROW / 2 + 4.5}>
            {said[outcome](exchange)}
          </text>
        </svg>
      </span>
    </li>
  )
}

const Exchanges = ({ plot: { exchanges, alternative } }: { readonly plot: ExchangesPlot }) => {
  const scale = scaleTo((Math.max(0, ...exchanges.map(({ to }) => to)) / 1000) * 1.5)
  return (
    <ol className={styles.eml} aria-label={alternative}>
      {exchanges.slice(0, MOST_ROWS).map((exchange) => {
        const start = exchange.from === 0 ? 3 : percent(exchange.from / 1000, scale)
        const place = Math.max(start + 6, percent(exchange.to / 1000, scale))
        return <Row key={exchange.exchange} exchange={exchange} start={start} place={place} />
      })}
    </ol>
  )
}

const Findings = ({ findings }: { readonly findings: readonly Finding[] }) => (
  <ul className={styles.efinds}>
    {findings.slice(0, MOST_ROWS).map(({ code, severity, title }) => (
      <li key={code + title}>
        <StatusGlyph severity={severity} /> {title}
      </li>
    ))}
  </ul>
)

const Card = ({ run }: { readonly run: ToolRun }) => {
  const { tool, input, verdict, plot, findings, figures, seed, scenario, at } = run
  return (
    <article className={styles.ecard}>
      <div className={styles.eh}>
        <Status severity={verdict.severity}>{severityWords[verdict.severity].label}</Status>
        <code>
          {tool} {input.split('\n', 1)[0]}
        </code>
        <SimulatedMark />
      </div>
      <h1>{verdict.sentence}</h1>
      <div className={styles.eb}>
        {plot.kind === 'exchanges' && plot.exchanges.length > 0 ? (
          <Exchanges plot={plot} />
        ) : (
          <Findings findings={findings} />
        )}
      </div>
      <dl className={styles.efigs}>
        {figures.slice(0, 2).map(({ label, value, unit }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {value}
              {unit === undefined ? null : <small> {unit}</small>}
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.ef}>
        <span>
          seed <b>{seed}</b> · {scenario} · {showClock(at)}
        </span>
        <a href={runPath(run)} target="_blank" rel="noopener">
          {sharingTexts.open}
        </a>
      </p>
    </article>
  )
}

const never = () => () => undefined

/** The card of the report that the address describes. Visitors can read and open it, but not change it. */
export const EmbedCard = () => {
  // The page is prerendered and hydrated without the query, which stays the same afterwards.
  const path = useSyncExternalStore<string | undefined>(
    never,
    () => `/embed${location.search}`,
    () => undefined,
  )
  const replay = useReplay(path)
  if (replay?.run !== undefined) return <Card run={replay.run} />
  return (
    <article className={styles.ecard}>
      <h1>{sharingTexts.cardName}</h1>
      {replay === undefined ? (
        <div className={`${plotFigure.hatched} ${styles.hatched}`} role="status" aria-label={sharingTexts.making} />
      ) : (
        <p role="alert">{replay?.problems.join(' ') ?? sharingTexts.notLoaded}</p>
      )}
    </article>
  )
}
