import { useEffect, useState } from 'react'

/** Returns a value once it has stayed the same for a moment: what someone types is not asked for letter by letter. */
export const useSettled = <Value>(value: Value, milliseconds = 250): Value => {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
