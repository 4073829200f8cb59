import { useEffect, useState } from 'react'

/** Returns the current time in epoch milliseconds, and updates it at an interval while `isGoing` is true. */
export const useNow = (every: number, isGoing = true): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isGoing) return undefined
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every, isGoing])
  return now
}
