import type { Plot } from '@netbox/core'
import { type CSSProperties, lazy, type ReactNode, Suspense, useId, useMemo } from 'react'
import { DataTable } from './data-table.tsx'
import { type Drawing, drawingOf, preloadPlot } from './drawings.ts'
import { EmptyPlot } from './empty-plot.tsx'
import { plotHeight } from './plot-height.ts'
import { isEmptyPlot, plotTable, plotUnit } from './plot-table.ts'
import './plot-figure.css'

// Offline, or after an update of the site: the report is whole without its picture, and the sentence says what it shows.
const Undrawn: Drawing = ({ plot }) => <EmptyPlot words={plot.alternative} />

const drawingFor = (kind: Plot['kind']): Drawing =>
  drawingOf(kind) ?? lazy(async () => ({ default: await preloadPlot(kind).catch(() => Undrawn) }))

const Place = ({ plot }: { plot: Plot }) => {
  const height = plotHeight(plot)
  const style: CSSProperties = height === undefined ? { aspectRatio: '1000 / 427' } : { height }
  return <div className="hatched" style={style} />
}

const Drawn = ({ plot }: { plot: Plot }) => {
  const Picture = useMemo(() => drawingFor(plot.kind), [plot.kind])
  return (
    <Suspense fallback={<Place plot={plot} />}>
      <Picture plot={plot} />
    </Suspense>
  )
}

interface FrameProps {
  readonly plot: Plot
  readonly isPicture: boolean
  readonly children: ReactNode
}

/** A picture is one image with its sentence; rows of words are read as they are, after the same sentence. */
const Frame = ({ plot, isPicture, children }: FrameProps) =>
  isPicture ? (
    <div className="graphic" role="img" aria-label={plot.alternative}>
      {children}
    </div>
  ) : (
    <div className="graphic">
      <p className="vh">{plot.alternative}</p>
      {children}
    </div>
  )

interface PlotFigureProps {
  readonly plot: Plot
  /** The number of the figure, which findings may name. */
  readonly number?: number
  readonly id?: string
}

/** Shows the picture of a result with its title, its unit, its sentence and the table behind it. */
export const PlotFigure = ({ plot, number = 1, id }: PlotFigureProps) => {
  const titleId = useId()
  const table = plotTable(plot)
  const unit = plotUnit(plot)
  const isEmpty = isEmptyPlot(plot)
  return (
    <figure className="fig" id={id} aria-labelledby={titleId}>
      <figcaption className="cap">
        <span id={titleId}>
          <b>Fig. {number}</b> {plot.caption}
        </span>
        {unit === '' ? null : <span className="end quiet xs">{unit}</span>}
      </figcaption>
      {isEmpty ? (
        <EmptyPlot words={plot.alternative} />
      ) : (
        <Frame plot={plot} isPicture={table !== undefined}>
          <Drawn plot={plot} />
        </Frame>
      )}
      {table === undefined || isEmpty ? null : (
        <details className="behind">
          <summary>Fig. {number} as a table</summary>
          <DataTable name={plot.caption} {...table} />
        </details>
      )}
    </figure>
  )
}
