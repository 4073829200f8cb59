import type { Client } from '@netbox/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { loadViewerApi } from './viewer.ts'

/** What is known of something that is read from the service. What was read stays while it is read again. */
export interface Reading<Value> {
  readonly phase: 'loading' | 'loaded' | 'failed'
  readonly value?: Value
  /** Why it could not be read, for people. */
  readonly error?: string
}

/**
 * Reads something from the service, for whose dashboard is shown. A component that may be shown for another one is given a
 * key of its own for each.
 */
export const useReading = <Value>(read: (api: Pick<Client, 'call'>) => Promise<Value>) => {
  const [reading, setReading] = useState<Reading<Value>>({ phase: 'loading' })
  const reader = useRef<typeof read>(undefined)
  const load = useCallback(async (): Promise<void> => {
    const wanted = reader.current
    if (wanted === undefined) return
    const show = (next: (known: Reading<Value>) => Reading<Value>) => {
      if (reader.current !== undefined) setReading(next)
    }
    try {
      const value = await wanted(await loadViewerApi())
      show(() => ({ phase: 'loaded', value }))
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      show((known) => ({ ...known, phase: 'failed', error: message }))
    }
  }, [])
  useEffect(() => {
    reader.current = read
    void load()
    return () => {
      reader.current = undefined
    }
    // What is read stays the same for the life of a component.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  const again = useCallback(() => void load(), [load])
  return { ...reading, again, change: setReading }
}
