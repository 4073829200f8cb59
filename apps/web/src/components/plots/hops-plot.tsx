import type { HopsPlot as Hops } from '@netbox/core'
import { StatusGlyph, severityClass } from '../ui/glyphs/status-glyph.tsx'
import { AxisNumbers, GridLines } from './grid-lines.tsx'
import { type DrawnHop, hopSteps, largestStep, layHops } from './hop-line.ts'
import { leftAt, span } from './place-style.ts'
import { percent, type Scale, scaleTo } from './scale.ts'
import './hops-plot.css'

const timeOf = (time: number | null): string => (time === null ? '*' : time.toFixed(1))

const spreadOf = (times: readonly (number | null)[]): readonly [number, number] => {
  const known = times.filter((time) => time !== null)
  return [Math.min(...known), Math.max(...known)]
}

const Network = ({ name, scale }: { name: string; scale: Scale }) => {
  const [number = '', ...rest] = name.split(' ')
  return (
    <div className="hrow net">
      <span className="nn">
        <b>{number}</b>
        {rest.join(' ')}
      </span>
      <div className="hplot">
        <GridLines scale={scale} />
      </div>
    </div>
  )
}

const shapeOf = ({ hop, isLast }: DrawnHop): string => {
  if (hop.median === null) return 'gone'
  if (hop.hop === 1) return 's'
  return isLast ? 'd' : ''
}

const Point = ({ drawn, scale, step }: { drawn: DrawnHop; scale: Scale; step: number | undefined }) => {
  const { hop, at, isLast } = drawn
  const place = percent(at, scale)
  const side = place > 55 ? 'before' : 'after'
  if (hop.median === null)
    return (
      <>
        <span className="hnode gone" style={leftAt(place)} />
        <span className={`hnote ${side}`} style={leftAt(place)}>
          {isLast ? 'silent' : 'silent, later hops answer'}
        </span>
      </>
    )
  const [fastest, slowest] = spreadOf(hop.times)
  const band = span(percent(fastest, scale), percent(slowest, scale))
  return (
    <>
      <i className={`band2 ${hop.mark === undefined ? '' : severityClass[hop.mark]}`} style={band} />
      <span className={`hnode ${shapeOf(drawn)}`} style={leftAt(place)} />
      {hop.mark === undefined ? null : (
        <span className="hmark" style={leftAt(percent(slowest, scale))}>
          <StatusGlyph severity={hop.mark} />
        </span>
      )}
      {step === undefined ? null : (
        <span className={`hnote ${side}`} style={leftAt(place)}>
          <b>+{step.toFixed(1)} ms</b> in one hop
        </span>
      )}
    </>
  )
}

const Row = ({ drawn, scale, step }: { drawn: DrawnHop; scale: Scale; step: number | undefined }) => {
  const { hop } = drawn
  return (
    <div className="hrow">
      <span className="hn">{hop.hop}</span>
      <span className={hop.hostname === null ? 'hh quiet' : 'hh'}>
        {hop.hostname ?? 'no reply'}
        <small>{hop.ip ?? 'three probes, 1 s each'}</small>
      </span>
      <div className="hplot">
        <GridLines scale={scale} />
        <Point drawn={drawn} scale={scale} step={step} />
      </div>
      <span className={hop.median === null ? 't quiet' : 't'}>
        {hop.times.map((time, at) => (
          // Three probes without a name: their order identifies them.
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
    <div className="hopc">
      <div className="hrow hx">
        <span className="hn">Hop</span>
        <span>Name and address</span>
        <div className="hplot">
          <AxisNumbers scale={scale} unit="ms" />
        </div>
        <span className="t">
          <span>time1</span>
          <span>time2</span>
          <span>time3</span>
        </span>
      </div>
      <div className="hbody">
        {hops.map((drawn) => (
          <div key={drawn.hop.hop}>
            {drawn.network === undefined ? null : <Network name={drawn.network} scale={scale} />}
            <Row drawn={drawn} scale={scale} step={step?.hop === drawn.hop.hop ? step.by : undefined} />
          </div>
        ))}
        <svg className="hline" viewBox={`0 0 100 ${height}`} preserveAspectRatio="none" aria-hidden="true">
          {hopSteps(hops, (time) => percent(time, scale)).map(({ path, silent }) => (
            <path key={path} d={path} vectorEffect="non-scaling-stroke" strokeDasharray={silent ? '4 4' : undefined} />
          ))}
        </svg>
      </div>
    </div>
  )
}
