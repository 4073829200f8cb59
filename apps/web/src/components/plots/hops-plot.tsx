import type { HopsPlot as Hops } from '@netbox/core'
import { StatusGlyph, severityClass } from '../ui/glyphs/status-glyph.tsx'
import { AxisNumbers, GridLines } from './grid-lines.tsx'
import { type DrawnHop, hopSteps, largestStep, layHops } from './hop-line.ts'
import { leftAt, span } from './place-style.ts'
import { percent, type Scale, scaleTo } from './scale.ts'
import * as styles from './hops-plot.module.css'

const timeOf = (time: number | null): string => (time === null ? '*' : time.toFixed(1))

const spreadOf = (times: readonly (number | null)[]): readonly [number, number] => {
  const known = times.filter((time) => time !== null)
  return [Math.min(...known), Math.max(...known)]
}

const Network = ({ name, scale }: { name: string; scale: Scale }) => {
  const [number = '', ...rest] = name.split(' ')
  return (
    <div className={`${styles.hrow} ${styles.net}`}>
      <span className={styles.nn}>
        <b>{number}</b>
        {rest.join(' ')}
      </span>
      <div className={styles.hplot}>
        <GridLines scale={scale} />
      </div>
    </div>
  )
}

const shapeOf = ({ hop, isLast }: DrawnHop): string | undefined => {
  if (hop.median === null) return styles.gone
  if (hop.hop === 1) return styles.s
  return isLast ? styles.d : ''
}

const Point = ({ drawn, scale, step }: { drawn: DrawnHop; scale: Scale; step: number | undefined }) => {
  const { hop, at, isLast } = drawn
  const place = percent(at, scale)
  const side = place > 55 ? styles.before : ''
  if (hop.median === null)
    return (
      <>
        <span className={`${styles.hnode} ${styles.gone}`} style={leftAt(place)} />
        <span className={`${styles.hnote} ${side}`} style={leftAt(place)}>
          {isLast ? 'silent' : 'silent, later hops answer'}
        </span>
      </>
    )
  const [fastest, slowest] = spreadOf(hop.times)
  const band = span(percent(fastest, scale), percent(slowest, scale))
  return (
    <>
      <i className={`${styles.band2} ${hop.mark === undefined ? '' : severityClass[hop.mark]}`} style={band} />
      <span className={`${styles.hnode} ${shapeOf(drawn)}`} style={leftAt(place)} />
      {hop.mark === undefined ? null : (
        <span className={styles.hmark} style={leftAt(percent(slowest, scale))}>
          <StatusGlyph severity={hop.mark} />
        </span>
      )}
      {step === undefined ? null : (
        <span className={`${styles.hnote} ${side}`} style={leftAt(place)}>
          <b>+{step.toFixed(1)} ms</b> in one hop
        </span>
      )}
    </>
  )
}

const Row = ({ drawn, scale, step }: { drawn: DrawnHop; scale: Scale; step: number | undefined }) => {
  const { hop } = drawn
  return (
    <div className={styles.hrow}>
      <span className={styles.hn}>{hop.hop}</span>
      <span className={hop.hostname === null ? `${styles.hh} quiet` : styles.hh}>
        {hop.hostname ?? 'no reply'}
        <small>{hop.ip ?? 'three probes, 1 s each'}</small>
      </span>
      <div className={styles.hplot}>
        <GridLines scale={scale} />
        <Point drawn={drawn} scale={scale} step={step} />
      </div>
      <span className={hop.median === null ? `${styles.t} quiet` : styles.t}>
        {hop.times.map((time, at) => (
          // The three probes have no key except their order.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={at}>{timeOf(time)}</span>
        ))}
      </span>
    </div>
  )
}

/** Draws the route hop by hop, grouped by network: the line moves right by the time of each hop. */
export const HopsPlot = ({
  plot,
  most = 1,
}: {
  readonly plot: Hops
  /** An additional maximum for the scale. */
  readonly most?: number
}) => {
  const slowest = Math.max(most, ...plot.hops.flatMap(({ times }) => times.map((time) => time ?? 0)))
  const scale = scaleTo(slowest * 1.08, 5)
  const { hops, height } = layHops(plot.hops)
  const step = largestStep(plot.hops)
  return (
    <div>
      <div className={`${styles.hrow} ${styles.hx}`}>
        <span className={styles.hn}>Hop</span>
        <span>Name and address</span>
        <div className={styles.hplot}>
          <AxisNumbers scale={scale} unit="ms" />
        </div>
        <span className={styles.t}>
          <span>time1</span>
          <span>time2</span>
          <span>time3</span>
        </span>
      </div>
      <div className={styles.hbody}>
        {hops.map((drawn) => (
          <div key={drawn.hop.hop}>
            {drawn.network === undefined ? null : <Network name={drawn.network} scale={scale} />}
            <Row drawn={drawn} scale={scale} step={step?.hop === drawn.hop.hop ? step.by : undefined} />
          </div>
        ))}
        <svg className={styles.hline} viewBox={`0 0 100 ${height}`} preserveAspectRatio="none" aria-hidden="true">
          {hopSteps(hops, (time) => percent(time, scale)).map(({ path, silent }) => (
            <path key={path} d={path} vectorEffect="non-scaling-stroke" strokeDasharray={silent ? '4 4' : undefined} />
          ))}
        </svg>
      </div>
    </div>
  )
}
