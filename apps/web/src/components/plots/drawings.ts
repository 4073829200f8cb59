import type { Plot } from '@netbox/core'
import type { ComponentType } from 'react'
import { type LazyPart, lazyPart } from '../../lib/page/lazy-part.ts'

/** Properties of a drawing. `most` is an additional value for the scale, so that two plots can share one scale. */
interface DrawingProps<Kind extends Plot['kind']> {
  readonly plot: Extract<Plot, { kind: Kind }>
  readonly most?: number | undefined
}

type Drawings = { readonly [Kind in Plot['kind']]: LazyPart<DrawingProps<Kind>> }

const drawings: Drawings = {
  exchanges: lazyPart(async () => (await import('./exchanges-plot.tsx')).ExchangesPlot),
  latency: lazyPart(async () => (await import('./latency-plot.tsx')).LatencyPlot),
  hops: lazyPart(async () => (await import('./hops-plot.tsx')).HopsPlot),
  places: lazyPart(async () => (await import('./places-plot.tsx')).PlacesPlot),
  gauge: lazyPart(async () => (await import('./gauge-plot.tsx')).GaugePlot),
  chain: lazyPart(async () => (await import('./row-plots.tsx')).ChainPlot),
  tree: lazyPart(async () => (await import('./row-plots.tsx')).TreePlot),
  dialogue: lazyPart(async () => (await import('./dialogue-plot.tsx')).DialoguePlot),
  timeline: lazyPart(async () => (await import('./timeline-plot.tsx')).TimelinePlot),
  list: lazyPart(async () => (await import('./row-plots.tsx')).ListPlot),
  records: lazyPart(async () => (await import('./row-plots.tsx')).RecordsPlot),
}

/** Returns the component that draws a kind of plot. */
export const drawingOf = (kind: Plot['kind']): ComponentType<DrawingProps<Plot['kind']>> =>
  // Each drawing only gets plots of its own kind.
  drawings[kind] as ComponentType<DrawingProps<Plot['kind']>>

/** Loads the drawing of a kind of plot, so that a figure appears together with its report. */
export const preloadPlot = async (kind: Plot['kind']): Promise<void> => drawings[kind].preload()
