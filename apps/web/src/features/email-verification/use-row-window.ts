import { type RefObject, useEffect, useState } from 'react'
import { type RowWindow, rowWindow } from './row-window.ts'

/** The number of rows before the window is measured. */
const FIRST_ROWS = 8

/** Returns the visible rows of a scrolled element. */
export const useRowWindow = (
  place: RefObject<HTMLElement | null>,
  { count, rowHeight }: { readonly count: number; readonly rowHeight: number },
): RowWindow & { readonly top: number; readonly onScroll: () => void } => {
  const [view, setView] = useState({ top: 0, height: FIRST_ROWS * rowHeight })
  const measure = (): void => {
    if (place.current === null) return
    const { scrollTop: top, clientHeight: height } = place.current
    setView((before) => (before.top === top && before.height === height ? before : { top, height }))
  }
  useEffect(() => {
    if (place.current === null) return undefined
    const observer = new ResizeObserver(measure)
    observer.observe(place.current)
    return () => observer.disconnect()
    // The element stays the same during the life of the component.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return { ...rowWindow({ ...view, rowHeight, count }), top: view.top, onScroll: measure }
}
