import type { Finding, Plot } from '@netbox/core'
import { createElement, type CSSProperties, useId, useMemo } from 'react'
import { Caption } from '../report/sheet.tsx'
import { PartBoundary } from '../ui/page-boundary.tsx'
import { DataTable } from './data-table.tsx'
import { drawingOf } from './drawings.ts'
import { FindingSeverities } from '../ui/glyphs/status-glyph.tsx'
import { mostOf, plotData } from './plot-data.ts'

// The figure of a run without data: a dashed path.
const EmptyPlot = ({ words }: { readonly words: string }) => (
  <div className="flex min-h-[72px] flex-wrap items-center gap-x-5 gap-y-2 text-ink-2">
    <svg className="w-[260px] flex-none fill-none" viewBox="0 0 260 40" aria-hidden="true">
      <circle className="fill-signal" cx="12" cy="20" r="8" />
      <path className="stroke-control" d="M24 20h200" strokeWidth="1.5" strokeDasharray="4 5" />
      <circle className="stroke-control" cx="236" cy="20" r="8" strokeWidth="1.5" strokeDasharray="3 3" />
    </svg>
    <p>{words}</p>
  </div>
)

const Place = ({ height }: { height: number | undefined }) => {
  const style: CSSProperties = height === undefined ? { aspectRatio: '1000 / 427' } : { height }
  return <div className="hatched" style={style} />
}

/** Makes all colors the color of pencil. */
export const PENCIL = [
  '[--color-crit:var(--color-ink-3)] [--color-info:var(--color-ink-3)] [--color-ink-2:var(--color-ink-3)] [--color-ink:var(--color-ink-3)] [--color-pass:var(--color-ink-3)]',
  '[--color-signal:var(--color-ink-3)] [--color-sim:var(--color-ink-3)] [--color-sim-edge:var(--color-rule-2)] [--color-sim-wash:transparent] [--color-warn:var(--color-ink-3)] text-ink-3',
  'forced-colors:[--color-ink:GrayText] forced-colors:[--color-ink-2:GrayText] forced-colors:[--color-ink-3:GrayText]',
].join(' ')

// Of a figure in pencil, only the line is seen: its words would cover the new figure's.
const LINE =
  'absolute inset-0 opacity-45 [&_b]:invisible [&_small]:invisible [&_span]:text-transparent [&_svg]:invisible'

interface DrawingProps {
  readonly plot: Plot
  /** The figure of the same run with another fault, whose line stays in pencil. */
  readonly before: Plot | undefined
  readonly most: number | undefined
  readonly isPicture: boolean
  readonly height: number | undefined
}

/**
 * Draws a plot, and describes it to screen readers: a picture is one image whose description is a sentence, and rows of text follow that
 * sentence as normal text. If the drawing can't load (offline, or after an update of the site), the sentence replaces it.
 */
const Drawing = ({ plot, before, most, isPicture, height }: DrawingProps) => (
  <div
    // In forced colors, the tokens of the marks are system colors.
    className="min-w-0 forced-color-adjust-none"
    {...(isPicture ? { role: 'img', 'aria-label': plot.alternative } : {})}
  >
    {isPicture ? null : <p className="vh">{plot.alternative}</p>}
    <PartBoundary key={plot.kind} instead={<EmptyPlot words={plot.alternative} />} fallback={<Place height={height} />}>
      <div className="relative">
        {before === undefined || before.kind !== plot.kind || most === undefined ? null : (
          <div className={`${LINE} ${PENCIL}`} aria-hidden="true">
            {createElement(drawingOf(plot.kind), { plot: before, most })}
          </div>
        )}
        <div key={plot.alternative} className={before === undefined ? '' : 'relative redrawn'}>
          {createElement(drawingOf(plot.kind), { plot, most })}
        </div>
      </div>
    </PartBoundary>
  </div>
)

interface PlotFigureProps {
  readonly plot: Plot
  /** The number of the figure, which findings may mention. */
  readonly number?: number
  readonly id?: string
  /** The findings of the report. Parts of the figure without a finding of their severity have a neutral marker. */
  readonly findings?: readonly Finding[]
  /** The figure of the same run with another fault: both share one scale. */
  readonly before?: Plot | undefined
  /** Additional values for the scale. */
  readonly most?: number | undefined
}

/** Shows the picture of a result with its title, its unit, its sentence and a table of its data. */
export const PlotFigure = ({ plot, number = 1, id, findings, before, most }: PlotFigureProps) => {
  const titleId = useId()
  const severities = useMemo(() => findings && new Set(findings.map(({ severity }) => severity)), [findings])
  const { isEmpty, height, unit, table } = plotData(plot)
  const [had, has] = [before && mostOf(before), mostOf(plot)]
  const shared = had === undefined || has === undefined ? most : Math.max(had, has)
  return (
    <figure id={id} aria-labelledby={titleId}>
      <figcaption>
        <Caption id={titleId} name={`Fig. ${number}`} aside={unit}>
          {plot.caption}
        </Caption>
      </figcaption>
      {isEmpty ? (
        <EmptyPlot words={plot.alternative} />
      ) : (
        <FindingSeverities value={severities}>
          <Drawing plot={plot} before={before} most={shared} isPicture={table !== undefined} height={height} />
        </FindingSeverities>
      )}
      {table === undefined || isEmpty ? null : (
        <details className="mt-3 text-sm print:hidden">
          <summary className="w-max cursor-pointer py-1 text-ink-3 underline decoration-rule-2 underline-offset-3 hover:text-signal">
            Fig. {number} as a table
          </summary>
          <div className="mt-3">
            <DataTable name={plot.caption} {...table} />
          </div>
        </details>
      )}
    </figure>
  )
}
