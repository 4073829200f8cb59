import { type RefObject, useEffect, useState } from 'react'

/** The height of a row of results, in pixels. */
export const ROW_HEIGHT = 48

/** The rows to draw: from `first` to before `end`. */
export interface RowWindow {
  readonly first: number
  readonly end: number
}

interface View {
  readonly top: number
  readonly height: number
  readonly rowHeight: number
  readonly count: number
}

/** The number of extra rows beyond the edges, so that fast scrolling shows no gap. */
const SPARE = 6

/** Returns the visible rows of a scrolled list with rows of equal height, plus a few rows around them. */
export const rowWindow = ({ top, height, rowHeight, count }: View): RowWindow => {
  const first = Math.max(0, Math.min(count, Math.floor(top / rowHeight)) - SPARE)
  const end = Math.min(count, Math.ceil((top + height) / rowHeight) + SPARE)
  return { first, end: Math.max(first, end) }
}

/** Returns the scroll position that shows a whole row with the least movement. */
export const scrollToRow = (row: number, { top, height, rowHeight }: Omit<View, 'count'>): number => {
  const from = row * rowHeight
  if (from < top) return from
  return from + rowHeight > top + height ? from + rowHeight - height : top
}

const PAGE = 7

/** Returns the row that a key selects; undefined for other keys. */
export const rowAfterKey = (key: string, row: number, count: number): number | undefined => {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: PAGE,
    PageUp: -PAGE,
    Home: -count,
    End: count,
  }
  const step = steps[key]
  return step === undefined || count === 0 ? undefined : Math.max(0, Math.min(count - 1, row + step))
}

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
