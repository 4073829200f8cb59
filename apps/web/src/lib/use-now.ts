import { useEffect, useState } from 'react'

/** Returns the present, in epoch milliseconds, and again every so often while something continues. */
export const useNow = (every: number, isGoing = true): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isGoing) return undefined
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every, isGoing])
  return now
}
