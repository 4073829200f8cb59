import type { Plot } from '@netbox/core'
import { useEffect, useState } from 'react'
import { type Drawing, drawingOf, preloadPlot } from './drawings.ts'

/** Returns the drawing of a kind of plot: at once if it was preloaded, else when its chunk has loaded; null if it can't be loaded. */
export const useDrawing = (kind: Plot['kind']): Drawing | undefined | null => {
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
