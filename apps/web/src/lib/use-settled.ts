import { useEffect, useState } from 'react'

/** Returns a value after it has stayed the same for a moment, so that typing does not cause a request for each letter. */
export const useSettled = <Value>(value: Value, milliseconds = 250): Value => {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
