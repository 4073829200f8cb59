import type { ResponseOf } from '@netbox/contract'
import { useEffect } from 'react'
import { createStore } from './store.ts'

/** The placeholder until the visitor's address is known (RFC 5737). */
const PLACEHOLDER = '203.0.113.42'

const address = createStore(PLACEHOLDER)
let asked: Promise<void> | undefined

const isAnswer = (value: unknown): value is ResponseOf<'ip.get'> =>
  typeof value === 'object' && value !== null && 'ip' in value && typeof value.ip === 'string'

// Uses `fetch`, because every page would have to load the API client for this one call.
const ask = async (): Promise<void> => {
  try {
    const response = await fetch('/api/ip')
    const answer: unknown = response.ok ? await response.json() : undefined
    if (isAnswer(answer)) address.set(answer.ip)
  } catch {
    // If the service can't be reached, the placeholder stays.
  }
}

/** Returns the visitor's address: a placeholder first, the real one after the service has answered. */
export const useAddress = (): string => {
  useEffect(() => {
    asked ??= ask()
  }, [])
  return address.use()
}
