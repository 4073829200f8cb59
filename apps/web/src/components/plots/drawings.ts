import type { Plot } from '@netbox/core'
import type { ComponentType } from 'react'

/** A component that draws one kind of plot. `most` is an additional value for the scale, so that two plots can share one scale. */
export type Drawing = ComponentType<{ readonly plot: Plot; readonly most?: number | undefined }>

type Loaders = {
  readonly [Kind in Plot['kind']]: () => Promise<
    ComponentType<{
      readonly plot: Extract<Plot, { kind: Kind }>
      readonly most?: number
    }>
  >
}

const loaders: Loaders = {
  exchanges: async () => (await import('./exchanges-plot.tsx')).ExchangesPlot,
  latency: async () => (await import('./latency-plot.tsx')).LatencyPlot,
  hops: async () => (await import('./hops-plot.tsx')).HopsPlot,
  places: async () => (await import('./places-plot.tsx')).PlacesPlot,
  gauge: async () => (await import('./gauge-plot.tsx')).GaugePlot,
  chain: async () => (await import('./chain-plot.tsx')).ChainPlot,
  tree: async () => (await import('./tree-plot.tsx')).TreePlot,
  dialogue: async () => (await import('./dialogue-plot.tsx')).DialoguePlot,
  timeline: async () => (await import('./timeline-plot.tsx')).TimelinePlot,
  list: async () => (await import('./list-plot.tsx')).ListPlot,
  records: async () => (await import('./records-plot.tsx')).RecordsPlot,
}

const loaded = new Map<Plot['kind'], Drawing>()

/** Returns the drawing of a kind if its chunk is already loaded. */
export const drawingOf = (kind: Plot['kind']): Drawing | undefined => loaded.get(kind)

/**
 * Loads the drawing of a kind of plot. Called when a run has succeeded, before its report is shown, so that the figure appears together
 * with the report. Rejects if the chunk can't be fetched.
 */
export const preloadPlot = async (kind: Plot['kind']): Promise<Drawing> => {
  // Each loader returns the drawing of its own kind, which only gets plots of that kind.
  const drawing = (await loaders[kind]()) as Drawing
  loaded.set(kind, drawing)
  return drawing
}
