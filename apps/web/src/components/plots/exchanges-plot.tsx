import type { ExchangesPlot as Exchanges } from '@netbox/core'
import type { CSSProperties, ReactNode } from 'react'
import { AbsentGlyph, SourceGlyph, StatusGlyph } from '../ui/glyphs/status-glyph.tsx'
import { AxisNumbers, GridLines, inSeconds, leftAt, percent, properties, type Scale, scaleTo, span } from './scale.tsx'

/** A sender's attempts at one mail server. */
type Exchange = Exchanges['exchanges'][number]

// The factor that extends the scale beyond the last answer, to leave space for its label.
const ROOM_FOR_WORDS = 1.3

const words: Readonly<Record<Exchange['outcome'], (exchange: Exchange) => string>> = {
  open: ({ from, to }) => `accepts, ${inSeconds(to - from)}`,
  refused: ({ from, to }) => `refused, ${inSeconds(to - from)}`,
  silent: ({ from, to }) => `no answer, ${inSeconds(to - from)}`,
  'no-address': () => 'no address',
  'not-tried': () => 'not tried',
}

/** Returns the place of an outcome, far enough from the start of its line that its marker does not cover the line. */
const placeOf = ({ outcome, from, to }: Exchange, scale: Scale): string => {
  const end = `${percent(to / 1000, scale)}%`
  return outcome === 'not-tried' ? end : `max(${end}, calc(${percent(from / 1000, scale)}% + 22px))`
}

const tone = { pass: 'font-semibold text-pass', crit: 'font-semibold text-crit', quiet: 'font-normal text-ink-3' }

// On a narrow screen, the label of a late outcome is before its marker; the label of a failure is above the dashes.
const late = {
  pass: 'max-xl:translate-x-[calc(-100%-17px)]',
  crit: 'max-xl:translate-x-[calc(-100%-6px)] max-xl:-translate-y-[150%] max-xl:bg-transparent',
  quiet: 'max-xl:translate-x-[calc(-100%-17px)]',
}

/** The line of an attempt: dashes for a wait, a thick line for an answer. */
const Attempt = ({ outcome, from, to }: { outcome: Exchange['outcome']; from: number; to: number }) => (
  <i
    data-outcome={outcome}
    className={`absolute top-1/2 -translate-y-1/2 border-0 ${outcome === 'open' ? 'border-t-4 border-signal' : 'border-t-2 border-dashed border-crit'}`}
    style={{ left: `${from}%`, width: `max(${to - from}%, 18px)` }}
  />
)

/** Draws a sender's attempts at one mail server. */
const Track = ({ exchange, scale, next }: { exchange: Exchange; scale: Scale; next: Exchange | undefined }) => {
  const { outcome, from, to } = exchange
  const [start, end] = [percent(from / 1000, scale), percent(to / 1000, scale)]
  const place: CSSProperties = { left: placeOf(exchange, scale) }
  const isTried = outcome !== 'not-tried'
  const isAccepted = outcome === 'open'
  const kind = isAccepted ? 'pass' : isTried ? 'crit' : 'quiet'
  const leads = isTried && !isAccepted && next !== undefined && next.outcome !== 'not-tried'
  return (
    <div className="relative h-full">
      <GridLines scale={scale} />
      {from === 0 && isTried ? (
        <span className="absolute top-1/2 z-2 size-4.5 -translate-1/2" style={leftAt(0)}>
          <SourceGlyph />
        </span>
      ) : null}
      {isTried ? <Attempt outcome={outcome} from={start} to={end} /> : null}
      <span className="absolute top-1/2 z-2 size-4.5 -translate-1/2" style={place}>
        {isTried ? <StatusGlyph severity={isAccepted ? 'pass' : 'critical'} /> : <AbsentGlyph />}
      </span>
      <b
        className={`absolute top-1/2 z-1 translate-x-[17px] -translate-y-1/2 bg-sheet px-1 text-sm leading-5 whitespace-nowrap ${tone[kind]} ${end > 45 ? late[kind] : ''}`}
        style={place}
      >
        {words[outcome](exchange)}
      </b>
      {leads ? (
        <i
          className="absolute top-[calc(50%+9px)] z-1 -ml-px h-[calc(var(--row)-9px)] border-l-2 border-signal"
          style={leftAt(end)}
        />
      ) : null}
    </div>
  )
}

/** Returns a scale for the attempts at the given mail servers, with space for labels. */
const scaleOf = (exchanges: readonly Exchange[], most = 0): Scale =>
  scaleTo((Math.max(most, ...exchanges.map(({ to }) => to)) / 1000) * ROOM_FOR_WORDS)

// A name that is longer than two lines of its column.
const LONG = 38

/** The rows of mail servers above the numbers of the scale. A long name makes all rows higher. */
const Ladder = ({
  exchanges,
  isPair = false,
  children,
}: {
  exchanges: readonly Exchange[]
  isPair?: boolean
  children: ReactNode
}) => (
  <div
    className={`md:[--names:230px] xl:[--names:296px] ${isPair ? '[--names:24px] [--row:calc(120px+var(--more))] md:[--row:calc(77px+var(--more))]' : '[--names:9px] [--row:calc(86px+var(--more))] md:[--row:calc(60px+var(--more))]'}`}
    style={properties({ more: exchanges.some(({ exchange }) => exchange.length > LONG) ? '40px' : '0px' })}
  >
    {children}
  </div>
)

const MailServer = ({ exchange: { priority, exchange, address } }: { exchange: Exchange }) => (
  <>
    <span className="font-display text-xl leading-none font-medium tracking-head lining-nums">{priority}</span>
    <span className="font-mono text-sm font-medium wrap-anywhere">
      {exchange}
      <small className="block text-xs font-normal text-ink-3">{address}</small>
    </span>
  </>
)

const ROW =
  'relative grid h-(--row) grid-cols-[34px_minmax(0,1fr)] items-center gap-x-4 border-t border-rule md:grid-cols-[44px_calc(var(--names)-76px)_minmax(0,1fr)] md:grid-rows-1'

const Axis = ({ scale, children }: { scale: Scale; children?: ReactNode }) => (
  <div className="grid grid-cols-[var(--names)_minmax(0,1fr)] border-t border-rule-2">
    <div className="relative col-start-2 mr-6">
      {children}
      <div className="relative h-7 font-mono text-xs leading-7 text-ink-3">
        <AxisNumbers scale={scale} unit="s" />
      </div>
    </div>
  </div>
)

interface ExchangesPlotProps {
  readonly plot: Exchanges
  /** An additional maximum for the scale. */
  readonly most?: number | undefined
}

/** Draws the attempts of a sender: a wait as dashes, an answer as a line, an untried mail server as a dashed ring. */
export const ExchangesPlot = ({ plot: { exchanges }, most }: ExchangesPlotProps) => {
  const scale = scaleOf(exchanges, most)
  return (
    <Ladder exchanges={exchanges}>
      {exchanges.map((exchange, at) => (
        <div className={`${ROW} grid-rows-[minmax(0,1fr)_44px]`} key={exchange.exchange}>
          <MailServer exchange={exchange} />
          <div className="mr-6 h-full max-md:col-span-full max-md:ml-2">
            <Track exchange={exchange} scale={scale} next={exchanges[at + 1]} />
          </div>
        </div>
      ))}
      <Axis scale={scale} />
    </Ladder>
  )
}

/** Draws a sender's attempts at mail servers, a lane each, without numbers; the caller sets the height of a lane as `--row`. */
export const attemptLanes = (exchanges: readonly Exchange[]): readonly ReactNode[] => {
  const scale = scaleOf(exchanges)
  return exchanges.map((exchange, at) => (
    <Track key={exchange.exchange} exchange={exchange} scale={scale} next={exchanges[at + 1]} />
  ))
}

interface ExchangesPairProps {
  readonly a: Exchanges
  readonly b: Exchanges
}

const arrivalOf = ({ exchanges }: Exchanges): number | undefined =>
  exchanges.find(({ outcome }) => outcome === 'open')?.to

/** Shows in which run the mail is accepted later, and by how much. */
const Gap = ({ a, b, scale }: ExchangesPairProps & { scale: Scale }) => {
  const [before, after] = [arrivalOf(a), arrivalOf(b)]
  if (before === undefined || after === undefined || before === after) return null
  const from = percent(Math.min(before, after) / 1000, scale)
  const to = percent(Math.max(before, after) / 1000, scale)
  return (
    <>
      <i
        className="absolute top-2.5 h-2 border-x border-ink before:absolute before:inset-x-0 before:top-1 before:border-t before:border-ink"
        style={span(from, to)}
      />
      <b
        className="absolute -translate-x-1/2 bg-sheet px-1.5 text-sm leading-7 font-semibold whitespace-nowrap"
        style={leftAt((from + to) / 2)}
      >
        B is {inSeconds(Math.abs(after - before))} {after > before ? 'later' : 'sooner'}
      </b>
    </>
  )
}

const isSame = (one: Exchange | undefined, other: Exchange | undefined): boolean =>
  one?.outcome === other?.outcome && one?.from === other?.from && one?.to === other?.to

const CHANGED =
  'before:absolute before:-inset-y-px before:-left-4 before:border-l-4 before:border-signal md:before:-left-6'

/** Draws a sender's attempts in two runs on one scale: in each row, lane A above lane B. */
export const ExchangesPair = ({ a, b }: ExchangesPairProps) => {
  const all = [...a.exchanges, ...b.exchanges]
  const scale = scaleOf(all)
  const rows = [...new Map(all.toReversed().map((one) => [one.exchange, one])).values()].toReversed()
  return (
    <Ladder exchanges={all} isPair>
      {rows.map((row) => {
        const lanes = [a, b].map(({ exchanges }, run) => {
          const at = exchanges.findIndex(({ exchange }) => exchange === row.exchange)
          return { name: run === 0 ? 'A' : 'B', exchange: exchanges[at], next: exchanges[at + 1] }
        })
        const changed = isSame(lanes[0]?.exchange, lanes[1]?.exchange) ? '' : CHANGED
        return (
          <div className={`${ROW} grid-rows-[minmax(0,1fr)_78px] ${changed}`} key={row.exchange}>
            <MailServer exchange={row} />
            <div className="grid h-full min-w-0 grid-rows-2 max-md:col-span-full max-md:ml-6">
              {lanes.map(({ name, exchange, next }) => (
                <div className="relative mr-6 min-w-0" key={name}>
                  <b className="absolute top-1/2 -left-6 -translate-y-1/2 font-mono text-xs font-medium text-ink-2">
                    {name}
                  </b>
                  {exchange === undefined ? (
                    <span className="quiet sm">no such mail server</span>
                  ) : (
                    <Track exchange={exchange} scale={scale} next={next} />
                  )}
                </div>
              ))}
            </div>
          </div>
        )
      })}
      <Axis scale={scale}>
        <div className="relative h-7">
          <Gap a={a} b={b} scale={scale} />
        </div>
      </Axis>
    </Ladder>
  )
}
