import { type RefObject, useEffect, useRef } from 'react'

/** Moves the focus, also of screen readers, to the heading that replaced a form. */
export const useHeadingFocus = (): RefObject<HTMLHeadingElement | null> => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return heading
}
