import { useEffect, useState } from 'react'

/** Returns the part of the page that the user is reading: the last one whose heading has passed the upper third. */
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
    // Runs when a part enters or leaves, not at every scroll step.
    const observer = new IntersectionObserver(read, { rootMargin: '0px 0px -66% 0px', threshold: [0, 1] })
    for (const id of parts) {
      const part = document.getElementById(id)
      if (part !== null) observer.observe(part)
    }
    return () => observer.disconnect()
  }, [key])
  return current
}
