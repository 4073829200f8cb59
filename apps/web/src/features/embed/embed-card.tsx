import { type ExchangesPlot, type Finding, severityWords, type ToolRun } from '@netbox/core'
import type { ReactNode } from 'react'
import { inSeconds, percent, scaleTo } from '../../components/plots/scale.tsx'
import { SimulatedMark } from '../../components/ui/chips.tsx'
import { useReplay } from '../../components/run/use-replay.ts'
import { Status, StatusGlyph, AbsentGlyph, SourceGlyph } from '../../components/ui/glyphs/status-glyph.tsx'
import { showClock } from '../../lib/world/world.ts'
import { runPath } from '../../lib/runs/run-links.ts'
import { useHydrated } from '../../lib/page/store.ts'
import { sharingTexts } from '../../texts/sharing.ts'

// More rows don't fit.
const MOST_ROWS = 3
const ROW = 44

type Exchange = ExchangesPlot['exchanges'][number]

const said: Readonly<Record<Exchange['outcome'], (exchange: Exchange) => string>> = {
  open: ({ to }) => `at ${inSeconds(to)}`,
  refused: () => 'refused',
  silent: ({ from, to }) => `no answer, ${inSeconds(to - from)}`,
  'no-address': () => 'no address',
  'not-tried': () => 'not tried',
}

// The line to an attempt, and the words after it.
const lines = { pass: 'stroke-signal stroke-3', crit: 'stroke-crit stroke-2' }
const words = { pass: 'fill-pass font-semibold', crit: 'fill-crit font-semibold', quiet: 'fill-ink-2' }

interface GlyphProps {
  readonly x: number
  readonly size: number
  readonly children: ReactNode
}

/** A glyph in the middle of the drawing's height. */
const Glyph = ({ x, size, children }: GlyphProps) => (
  <svg x={`${x}%`} y={ROW / 2} overflow="visible">
    <g transform={`translate(${-size / 2} ${-size / 2})`}>
      <svg width={size} height={size}>
        {children}
      </svg>
    </g>
  </svg>
)

const Row = ({ exchange, start, place }: { exchange: Exchange; start: number; place: number }) => {
  const { outcome, from } = exchange
  const tone = outcome === 'open' ? 'pass' : outcome === 'not-tried' ? 'quiet' : 'crit'
  return (
    <li className="grid h-control grid-cols-[26px_150px_minmax(0,1fr)] items-center gap-2 max-sm:grid-cols-[22px_136px_minmax(0,1fr)]">
      <b className="font-display font-medium">{exchange.priority}</b>
      <code className="truncate text-xs">{exchange.exchange}</code>
      <svg className="overflow-visible" width="100%" height={ROW} aria-hidden="true">
        {tone === 'quiet' ? null : (
          <line
            className={lines[tone]}
            strokeDasharray={tone === 'crit' ? '7 5' : undefined}
            x1={`${start}%`}
            x2={`${place}%`}
            y1={ROW / 2}
            y2={ROW / 2}
          />
        )}
        {tone === 'quiet' || from === 0 ? null : (
          <line className={lines.pass} x1={`${start}%`} x2={`${start}%`} y1={9 - ROW / 2} y2={ROW / 2 + 1.5} />
        )}
        <Glyph x={place} size={18}>
          {tone === 'quiet' ? <AbsentGlyph /> : <StatusGlyph severity={tone === 'pass' ? 'pass' : 'critical'} />}
        </Glyph>
        {from === 0 && tone !== 'quiet' ? (
          <Glyph x={3} size={16}>
            <SourceGlyph />
          </Glyph>
        ) : null}
        {/* Hidden in a narrow card; screen readers get the words from the list. */}
        <text className={`text-sm max-sm:hidden ${words[tone]}`} x={`${place}%`} dx={16} y={ROW / 2 + 4.5}>
          {said[outcome](exchange)}
        </text>
      </svg>
    </li>
  )
}

const Exchanges = ({ plot: { exchanges, alternative } }: { readonly plot: ExchangesPlot }) => {
  const scale = scaleTo((Math.max(0, ...exchanges.map(({ to }) => to)) / 1000) * 1.5)
  return (
    <ol aria-label={alternative}>
      {exchanges.slice(0, MOST_ROWS).map((exchange) => {
        const start = exchange.from === 0 ? 3 : percent(exchange.from / 1000, scale)
        const place = Math.max(start + 6, percent(exchange.to / 1000, scale))
        return <Row key={exchange.exchange} exchange={exchange} start={start} place={place} />
      })}
    </ol>
  )
}

const Findings = ({ findings }: { readonly findings: readonly Finding[] }) => (
  <ul>
    {findings.slice(0, MOST_ROWS).map(({ code, severity, title }) => (
      <li
        key={code + title}
        className="grid grid-cols-[14px_minmax(0,1fr)] items-baseline gap-2.5 py-1.5 text-ui [&>svg]:size-3.5 [&>svg]:translate-y-0.5"
      >
        <StatusGlyph severity={severity} /> {title}
      </li>
    ))}
  </ul>
)

const Figures = ({ figures }: Pick<ToolRun, 'figures'>) => (
  <dl className="grid auto-cols-fr grid-flow-col border-t border-rule">
    {figures.slice(0, 2).map(({ label, value, unit }) => (
      <div
        key={label}
        className="flex min-w-0 flex-wrap items-baseline gap-x-2.5 border-rule px-4.5 pt-2 pb-2.5 not-first:border-l max-sm:px-3"
      >
        <dt className="text-sm text-ink-2">{label}</dt>
        <dd className="max-h-5 overflow-hidden font-display text-lg leading-none font-medium tracking-head wrap-anywhere">
          {value}
          {unit === undefined ? null : (
            <small className="font-sans text-sm font-normal tracking-normal text-ink-2"> {unit}</small>
          )}
        </dd>
      </div>
    ))}
  </dl>
)

/** The frame of the card: 600 by 340 px, and at least 320 px wide. */
const Frame = ({ title, head, children }: { title: string; head?: ReactNode; children: ReactNode }) => (
  <article className="grid h-[340px] max-w-[600px] grid-cols-1 grid-rows-[auto_auto_minmax(0,1fr)_auto_auto] overflow-hidden border border-t-2 border-rule-2 border-t-ink bg-sheet">
    {head}
    <h1 className="px-4.5 pt-1.5 pb-2 text-xl max-sm:text-lg">{title}</h1>
    {children}
  </article>
)

const Card = ({ run }: { readonly run: ToolRun }) => {
  const { tool, input, verdict, plot, findings, figures, seed, scenario, at } = run
  const head = (
    <div className="flex items-center gap-3 px-4.5 pt-3">
      <Status severity={verdict.severity}>{severityWords[verdict.severity].label}</Status>
      <code className="min-w-0 flex-1 truncate text-xs text-ink-2">
        {tool} {input.split('\n', 1)[0]}
      </code>
      <SimulatedMark />
    </div>
  )
  return (
    <Frame title={verdict.sentence} head={head}>
      <div className="overflow-hidden border-t border-rule px-4.5 pt-1.5">
        {plot.kind === 'exchanges' && plot.exchanges.length > 0 ? (
          <Exchanges plot={plot} />
        ) : (
          <Findings findings={findings} />
        )}
      </div>
      <Figures figures={figures} />
      <p className="flex h-10 items-center justify-between gap-4 border-t border-rule bg-paper px-4.5 font-mono text-xs whitespace-nowrap text-ink-2">
        <span className="truncate">
          seed <b className="font-medium text-ink">{seed}</b> · {scenario} · {showClock(at)}
        </span>
        <a className="py-1 font-sans text-sm font-semibold" href={runPath(run)} target="_blank" rel="noopener">
          {sharingTexts.open}
        </a>
      </p>
    </Frame>
  )
}

/** The card of the report that the address describes. Visitors can read and open it, but not change it. */
export const EmbedCard = () => {
  // The page is prerendered and hydrated without the query, which stays the same afterwards.
  const isHydrated = useHydrated()
  const replay = useReplay(isHydrated ? `/embed${location.search}` : undefined)
  return (
    // The label distinguishes the card from the main part of the embedding page.
    <main className="min-h-dvh bg-sheet" id="content" aria-label={sharingTexts.cardName}>
      {replay?.run !== undefined ? (
        <Card run={replay.run} />
      ) : (
        <Frame title={sharingTexts.cardName}>
          {replay === undefined ? (
            <div className="mx-4.5 h-3 hatched" role="status" aria-label={sharingTexts.making} />
          ) : (
            <p className="mx-4.5" role="alert">
              {replay?.problems.join(' ') ?? sharingTexts.notLoaded}
            </p>
          )}
        </Frame>
      )}
    </main>
  )
}
