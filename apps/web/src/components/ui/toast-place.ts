import { type RefObject, useLayoutEffect, useState } from 'react'

/** A rectangle in the viewport. */
export type Box = Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>

interface Room {
  readonly width: number
  readonly height: number
}

/** The side of the viewport where toasts appear, and their distance from its bottom edge. */
export interface Place {
  readonly side: 'left' | 'right'
  readonly lift: number
}

const GAP = 8
const INITIAL: Place = { side: 'right', lift: 0 }

const meet = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

const boxAt = ({ side, lift }: Place, size: Room, view: Room, edge: number): Box => {
  const left = side === 'left' ? edge : view.width - edge - size.width
  const bottom = view.height - edge - lift
  return { left, right: left + size.width, top: bottom - size.height, bottom }
}

const costOf = ({ side, lift }: Place, { height }: Room): number => lift + (side === 'left' ? height / 2 : 0)

/**
 * Finds the lowest place that covers no link, button or field. Uses the left side only if the lower half of the right side has no such
 * place. If neither side has one, returns the corner.
 */
export const placeOf = (size: Room, view: Room, edge: number, actions: readonly Box[]): Place => {
  const lifts = [0, ...actions.map(({ top }) => view.height - edge - top + GAP)]
  const places = lifts
    .filter((lift) => lift >= 0 && boxAt({ side: 'right', lift }, size, view, edge).top >= 0)
    .flatMap((lift): Place[] => [
      { side: 'right', lift },
      { side: 'left', lift },
    ])
    .toSorted((one, other) => costOf(one, view) - costOf(other, view))
  return places.find((place) => actions.every((action) => !meet(boxAt(place, size, view, edge), action))) ?? INITIAL
}

const ACTIONS = 'a[href], button, input, select, textarea, summary'

const visibleActions = (besides: Element): Box[] =>
  [...document.querySelectorAll(ACTIONS)]
    .filter((action) => !besides.contains(action))
    .map((action) => action.getBoundingClientRect())
    .filter(({ width, height, top, bottom }) => width > 0 && height > 0 && bottom > 0 && top < innerHeight)

/** Keeps toasts away from the links, buttons and fields of the page, even after the page scrolls or grows. */
export const useToastPlace = (list: RefObject<HTMLElement | null>, count: number): Place => {
  const [place, setPlace] = useState(INITIAL)
  useLayoutEffect(() => {
    const toasts = list.current
    if (toasts === null || count === 0) return undefined
    const find = (): void => {
      // Toasts don't move while they are hovered or focused.
      if (toasts.matches(':hover, :focus-within')) return
      const { width, height } = toasts.getBoundingClientRect()
      const edge = Number.parseFloat(getComputedStyle(toasts).getPropertyValue('--edge-of-toasts')) || 0
      const view = { width: document.documentElement.clientWidth, height: innerHeight }
      const next = placeOf({ width, height }, view, edge, visibleActions(toasts))
      setPlace((now) => (now.side === next.side && now.lift === next.lift ? now : next))
    }
    find()
    const grown = new ResizeObserver(find)
    grown.observe(document.body)
    addEventListener('scrollend', find)
    addEventListener('resize', find)
    return () => {
      grown.disconnect()
      removeEventListener('scrollend', find)
      removeEventListener('resize', find)
    }
  }, [list, count])
  return place
}
