import type { Plot } from '@netbox/core'
import { createElement, type CSSProperties, type ReactNode, useId, useEffect, useState } from 'react'
import { DataTable } from './data-table.tsx'
import { plotHeight } from './plot-height.ts'
import { isEmptyPlot, plotTable, plotUnit } from './plot-table.ts'
import * as reportStyles from '../report/report.module.css'
import * as styles from './plot-figure.module.css'
import { type Drawing, drawingOf, preloadPlot } from './drawings.ts'

/** Returns the drawing of a kind of plot: at once if it was preloaded, else when its chunk has loaded; null if it can't be loaded. */
const useDrawing = (kind: Plot['kind']): Drawing | undefined | null => {
  const [drawing, setDrawing] = useState<Drawing | undefined | null>(() => drawingOf(kind))
  useEffect(() => {
    if (drawingOf(kind) !== undefined) return
    let isCurrent = true
    preloadPlot(kind).then(
      (loaded) => isCurrent && setDrawing(() => loaded),
      () => isCurrent && setDrawing(null),
    )
    return () => {
      isCurrent = false
    }
  }, [kind])
  return drawing
}

// The figure of a run without data: a dashed path.
const EmptyPlot = ({ words }: { readonly words: string }) => (
  <div className={styles.noplot}>
    <svg viewBox="0 0 260 40" fill="none" aria-hidden="true">
      <circle cx="12" cy="20" r="8" fill="var(--signal)" />
      <path d="M24 20h200" stroke="var(--control)" strokeWidth="1.5" strokeDasharray="4 5" />
      <circle cx="236" cy="20" r="8" stroke="var(--control)" strokeWidth="1.5" strokeDasharray="3 3" />
    </svg>
    <p>{words}</p>
  </div>
)

const Place = ({ plot }: { plot: Plot }) => {
  const height = plotHeight(plot)
  const style: CSSProperties = height === undefined ? { aspectRatio: '1000 / 427' } : { height }
  return <div className={styles.hatched} style={style} />
}

// If the drawing can't load (offline, or after an update of the site), the report is still complete, and the sentence describes the figure.
const Drawn = ({ plot, most }: { plot: Plot; most: number | undefined }) => {
  const drawing = useDrawing(plot.kind)
  if (drawing === undefined) return <Place plot={plot} />
  return drawing === null ? <EmptyPlot words={plot.alternative} /> : createElement(drawing, { plot, most })
}

interface FrameProps {
  readonly plot: Plot
  readonly isPicture: boolean
  readonly children: ReactNode
}

/**
 * Describes a figure to screen readers: a picture is one image whose description is a sentence, and rows of text follow that sentence as
 * normal text.
 */
const Frame = ({ plot, isPicture, children }: FrameProps) =>
  isPicture ? (
    <div className={styles.graphic} role="img" aria-label={plot.alternative}>
      {children}
    </div>
  ) : (
    <div className={styles.graphic}>
      <p className="vh">{plot.alternative}</p>
      {children}
    </div>
  )

interface PlotFigureProps {
  readonly plot: Plot
  /** The number of the figure, which findings may mention. */
  readonly number?: number
  readonly id?: string
  /** Additional values for the scale. */
  readonly most?: number | undefined
}

/** Shows the picture of a result with its title, its unit, its sentence and a table of its data. */
export const PlotFigure = ({ plot, number = 1, id, most }: PlotFigureProps) => {
  const titleId = useId()
  const table = plotTable(plot)
  const unit = plotUnit(plot)
  const isEmpty = isEmptyPlot(plot)
  return (
    <figure className={styles.fig} id={id} aria-labelledby={titleId}>
      <figcaption className={`${reportStyles.cap} ${styles.cap}`}>
        <span id={titleId}>
          <b>Fig. {number}</b> {plot.caption}
        </span>
        {unit === '' ? null : <span className={`${reportStyles.end} quiet xs`}>{unit}</span>}
      </figcaption>
      {isEmpty ? (
        <EmptyPlot words={plot.alternative} />
      ) : (
        <Frame plot={plot} isPicture={table !== undefined}>
          <Drawn key={plot.kind} plot={plot} most={most} />
        </Frame>
      )}
      {table === undefined || isEmpty ? null : (
        <details className={styles.behind}>
          <summary>Fig. {number} as a table</summary>
          <DataTable name={plot.caption} {...table} />
        </details>
      )}
    </figure>
  )
}
