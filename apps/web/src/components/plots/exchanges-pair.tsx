import type { ExchangesPlot } from '@netbox/core'
import { AxisNumbers } from './grid-lines.tsx'
import { type Exchange, leadsOn, scaleOf, Track } from './exchanges-plot.tsx'
import { inSeconds } from './measures.ts'
import { leftAt, span } from './place-style.ts'
import { percent } from './scale.ts'
import * as styles from './exchanges-plot.module.css'

interface ExchangesPairProps {
  readonly a: ExchangesPlot
  readonly b: ExchangesPlot
}

const arrivalOf = ({ exchanges }: ExchangesPlot): number | undefined =>
  exchanges.find(({ outcome }) => outcome === 'accepts')?.to

const isSame = (one: Exchange | undefined, other: Exchange | undefined): boolean =>
  one?.outcome === other?.outcome && one?.from === other?.from && one?.to === other?.to

/** Shows in which run the mail is accepted later, and by how much. */
const Gap = ({ a, b }: ExchangesPairProps) => {
  const scale = scaleOf([...a.exchanges, ...b.exchanges])
  const [before, after] = [arrivalOf(a), arrivalOf(b)]
  if (before === undefined || after === undefined || before === after) return null
  const [from, to] = [Math.min(before, after), Math.max(before, after)].map((time) => percent(time / 1000, scale))
  const words = `B is ${inSeconds(Math.abs(after - before))} ${after > before ? 'later' : 'sooner'}`
  return (
    <div className={styles.gap}>
      <i style={span(from ?? 0, to ?? 0)} />
      <b style={leftAt(((from ?? 0) + (to ?? 0)) / 2)}>{words}</b>
    </div>
  )
}

/** Draws a sender's attempts in two runs on one scale: in each row, lane A above lane B. */
export const ExchangesPair = ({ a, b }: ExchangesPairProps) => {
  const scale = scaleOf([...a.exchanges, ...b.exchanges])
  const names = [...new Set([...a.exchanges, ...b.exchanges].map(({ exchange }) => exchange))]
  const rowOf = (name: string) =>
    [a, b].map(({ exchanges }) => {
      const at = exchanges.findIndex(({ exchange }) => exchange === name)
      return { exchange: exchanges[at], next: exchanges[at + 1] }
    })
  return (
    <div className={`${styles.ladder} ${styles.two}`}>
      {names.map((name) => {
        const lanes = rowOf(name)
        const known = lanes[0]?.exchange ?? lanes[1]?.exchange
        return (
          <div
            className={
              isSame(lanes[0]?.exchange, lanes[1]?.exchange)
                ? `${styles.lrow} ${styles.cmp}`
                : `${styles.lrow} ${styles.cmp} ${styles.chg}`
            }
            key={name}
          >
            <span className={styles.pf}>{known?.priority}</span>
            <span className={styles.h}>
              {name}
              <small>{known?.address}</small>
            </span>
            <div className={styles.lanes}>
              {lanes.map(({ exchange, next }, at) => (
                <div className={styles.lane} key={at === 0 ? 'A' : 'B'}>
                  <b>{at === 0 ? 'A' : 'B'}</b>
                  {exchange === undefined ? (
                    <span className="quiet sm">no such mail server</span>
                  ) : (
                    <Track exchange={exchange} scale={scale} leads={leadsOn(exchange, next)} />
                  )}
                </div>
              ))}
            </div>
          </div>
        )
      })}
      <div className={`${styles.lax} ${styles.two}`}>
        <Gap a={a} b={b} />
        <AxisNumbers scale={scale} unit="s" />
      </div>
    </div>
  )
}
