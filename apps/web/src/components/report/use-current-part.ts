import { useEffect, useState } from 'react'

/** Returns which of several parts of the page one reads: the last whose head has passed the upper third. */
export const useCurrentPart = (ids: readonly string[]): string | undefined => {
  const [current, setCurrent] = useState(ids[0])
  const key = ids.join(' ')
  useEffect(() => {
    const parts = key.split(' ')
    const read = () => {
      const line = globalThis.innerHeight / 3
      const passed = parts.filter((id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) < line)
      setCurrent(passed.at(-1) ?? parts[0])
    }
    // Called when a part enters or leaves, not at every step of scrolling.
    const observer = new IntersectionObserver(read, { rootMargin: '0px 0px -66% 0px', threshold: [0, 1] })
    for (const id of parts) {
      const part = document.getElementById(id)
      if (part !== null) observer.observe(part)
    }
    return () => observer.disconnect()
  }, [key])
  return current
}
