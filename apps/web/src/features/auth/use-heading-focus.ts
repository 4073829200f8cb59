import { type RefObject, useEffect, useRef } from 'react'

/** Moves the focus to the heading that replaced a form, so that screen readers continue there. */
export const useHeadingFocus = (): RefObject<HTMLHeadingElement | null> => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return heading
}
