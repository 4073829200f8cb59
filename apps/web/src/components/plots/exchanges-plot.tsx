import type { ExchangesPlot as Exchanges } from '@netbox/core'
import type { CSSProperties } from 'react'
import { AbsentGlyph, SourceGlyph } from '../ui/glyphs/trace-glyphs.tsx'
import { StatusGlyph } from '../ui/glyphs/status-glyph.tsx'
import { AxisNumbers, GridLines } from './grid-lines.tsx'
import { inSeconds } from './measures.ts'
import { leftAt, span } from './place-style.ts'
import { percent, type Scale, scaleTo } from './scale.ts'
import * as styles from './exchanges-plot.module.css'

/** A sender's attempts at one mail server. */
export type Exchange = Exchanges['exchanges'][number]

// The factor that extends the scale beyond the last answer, to leave space for its label.
const ROOM_FOR_WORDS = 1.3

const words: Readonly<Record<Exchange['outcome'], (exchange: Exchange) => string>> = {
  accepts: ({ from, to }) => `accepts, ${inSeconds(to - from)}`,
  refuses: ({ from, to }) => `refused, ${inSeconds(to - from)}`,
  silent: ({ from, to }) => `no answer, ${inSeconds(to - from)}`,
  'no-address': () => 'no address',
  'not-tried': () => 'not tried',
}

const tone: Readonly<Record<Exchange['outcome'], string>> = {
  accepts: 'pass',
  refuses: 'crit',
  silent: 'crit',
  'no-address': 'crit',
  'not-tried': 'quiet',
}

/** Returns the place of an outcome, far enough from the start of its line that its marker does not cover the line. */
const placeOf = ({ outcome, from, to }: Exchange, scale: Scale): string => {
  const end = `${percent(to / 1000, scale)}%`
  return outcome === 'not-tried' ? end : `max(${end}, calc(${percent(from / 1000, scale)}% + 22px))`
}

const Sign = ({ outcome }: Pick<Exchange, 'outcome'>) =>
  outcome === 'not-tried' ? <AbsentGlyph /> : <StatusGlyph severity={outcome === 'accepts' ? 'pass' : 'critical'} />

/** Draws a sender's attempts at one mail server. */
export const Track = ({ exchange, scale, leads }: { exchange: Exchange; scale: Scale; leads: boolean }) => {
  const { outcome, from, to } = exchange
  const [start, end] = [percent(from / 1000, scale), percent(to / 1000, scale)]
  const place: CSSProperties = { left: placeOf(exchange, scale) }
  return (
    <div className={styles.plot}>
      <GridLines scale={scale} />
      {from === 0 && outcome !== 'not-tried' ? (
        <span className={styles.pt} style={leftAt(0)}>
          <SourceGlyph />
        </span>
      ) : null}
      {outcome === 'not-tried' ? null : (
        <i
          className={`${styles.seg} ${outcome === 'accepts' ? styles.ok : styles.dead}`}
          data-outcome={outcome}
          style={{ left: `${start}%`, width: `max(${end - start}%, 18px)` }}
        />
      )}
      <span className={styles.pt} style={place}>
        <Sign outcome={outcome} />
      </span>
      <b className={`${styles.pl} ${tone[outcome]} ${end > 45 ? styles.late : ''}`} style={place}>
        {words[outcome](exchange)}
      </b>
      {leads ? <i className={styles.drop} style={span(end, end)} /> : null}
    </div>
  )
}

/** Returns a scale for the attempts at the given mail servers, with space for labels. */
export const scaleOf = (exchanges: readonly Exchange[]): Scale =>
  scaleTo((Math.max(0, ...exchanges.map(({ to }) => to)) / 1000) * ROOM_FOR_WORDS)

/** Returns whether the sender continues from one mail server to the next. */
export const leadsOn = ({ outcome }: Exchange, next: Exchange | undefined): boolean =>
  outcome !== 'accepts' && outcome !== 'not-tried' && next !== undefined && next.outcome !== 'not-tried'

/** Draws the attempts of a sender: a wait as dashes, an answer as a line, an untried mail server as a dashed ring. */
export const ExchangesPlot = ({ plot: { exchanges } }: { readonly plot: Exchanges }) => {
  const scale = scaleOf(exchanges)
  return (
    <div className={styles.ladder}>
      {exchanges.map((exchange, at) => (
        <div className={styles.lrow} key={exchange.exchange}>
          <span className={styles.pf}>{exchange.priority}</span>
          <span className={styles.h}>
            {exchange.exchange}
            <small>{exchange.address}</small>
          </span>
          <Track exchange={exchange} scale={scale} leads={leadsOn(exchange, exchanges[at + 1])} />
        </div>
      ))}
      <div className={styles.lax}>
        <AxisNumbers scale={scale} unit="s" />
      </div>
    </div>
  )
}
