import { useEffect } from 'react'
import { createStore } from './store.ts'

/** The outcome of a checkout when a user returns from the payment provider. */
export type CheckoutReturn = 'success' | 'canceled'

const NAME = 'checkout'

/** Reads the outcome of a checkout from the query of an address. */
export const readCheckoutReturn = (search: string): CheckoutReturn | undefined => {
  const value = new URLSearchParams(search).get(NAME)
  return value === 'success' || value === 'canceled' ? value : undefined
}

/** Returns the query of an address without the outcome of a checkout. */
export const withoutCheckoutReturn = (search: string): string => {
  const query = new URLSearchParams(search)
  query.delete(NAME)
  const rest = query.toString()
  return rest === '' ? '' : `?${rest}`
}

// The outcome is in a store, because it is unknown during prerendering and hydration.
const returned = createStore<CheckoutReturn | undefined>(undefined)

/**
 * Returns the outcome of a checkout until the user leaves the page, and removes it from the address, so that a reload or a shared link
 * doesn't show it again.
 */
export const useCheckoutReturn = (): CheckoutReturn | undefined => {
  useEffect(() => {
    const { search, pathname, hash } = location
    const found = readCheckoutReturn(search)
    if (found !== undefined) {
      returned.set(found)
      history.replaceState(history.state, '', `${pathname}${withoutCheckoutReturn(search)}${hash}`)
    }
    return () => returned.set(undefined)
  }, [])
  return returned.use()
}
