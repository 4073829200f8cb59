import type { LatencyPlot as Latency } from '@netbox/core'
import type { CSSProperties } from 'react'
import { StatusGlyph } from '../ui/glyphs/status-glyph.tsx'
import { inMilliseconds } from './measures.ts'
import { percent, type Scale, scaleTo } from './scale.ts'
import * as styles from './latency-plot.module.css'

type Packet = Latency['packets'][number]

const heightOf = (time: number, scale: Scale): CSSProperties => ({ height: `${percent(time, scale)}%` })

const averageOf = (packets: readonly Packet[]): number | undefined => {
  const times = packets.flatMap(({ time }) => (time === null ? [] : [time]))
  return times.length === 0 ? undefined : times.reduce((sum, time) => sum + time, 0) / times.length
}

const Stem = ({ packet: { sequence, time }, scale }: { packet: Packet; scale: Scale }) => (
  <li className={styles.ping}>
    {time === null ? (
      <span className={`${styles.stem} ${styles.lost}`}>
        <b className="crit">lost</b>
        <StatusGlyph severity="critical" />
      </span>
    ) : (
      <span className={styles.stem} style={heightOf(time, scale)}>
        <b>{inMilliseconds(time)}</b>
      </span>
    )}
    <small>{sequence}</small>
  </li>
)

/** Draws one stem for each packet from zero, with its time on top; a lost packet is a dashed stem that ends in a cross. */
export const LatencyPlot = ({
  plot: { packets },
  most = 1,
}: {
  readonly plot: Latency
  /** An additional maximum for the scale. */
  readonly most?: number
}) => {
  const scale = scaleTo(Math.max(most, ...packets.map(({ time }) => time ?? 0)) * 1.05, 5)
  const average = averageOf(packets)
  return (
    <div className={styles.pings}>
      <div className={styles.pgrid}>
        {scale.ticks.map((tick) => (
          <span key={tick} style={{ bottom: `${percent(tick, scale)}%` }}>
            <small>{tick}</small>
          </span>
        ))}
        {average === undefined ? null : (
          <i className={styles.avg} style={{ bottom: `${percent(average, scale)}%` }}>
            <b>average {inMilliseconds(average)}</b>
          </i>
        )}
      </div>
      <ol>
        {packets.map((packet) => (
          <Stem key={packet.sequence} packet={packet} scale={scale} />
        ))}
      </ol>
    </div>
  )
}
