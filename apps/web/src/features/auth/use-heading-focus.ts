import { type RefObject, useEffect, useRef } from 'react'

/** Puts the keyboard, and whoever listens, at the heading of what has taken the place of a form. */
export const useHeadingFocus = (): RefObject<HTMLHeadingElement | null> => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return heading
}
