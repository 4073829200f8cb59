import { useEffect } from 'react'
import { createStore } from './store.ts'

/** The outcome of a checkout when a user returns from the payment provider. */
export type CheckoutReturn = 'success' | 'canceled'

const NAME = 'checkout'

/** Reads from the query of an address how a user returned from the payment provider. */
export const readCheckoutReturn = (search: string): CheckoutReturn | undefined => {
  const value = new URLSearchParams(search).get(NAME)
  return value === 'success' || value === 'canceled' ? value : undefined
}

/** Returns the query of an address without that part. */
export const withoutCheckoutReturn = (search: string): string => {
  const query = new URLSearchParams(search)
  query.delete(NAME)
  const rest = query.toString()
  return rest === '' ? '' : `?${rest}`
}

// A store, because pages are prerendered for all visitors: the return is unknown until the address is read.
const returned = createStore<CheckoutReturn | undefined>(undefined)

/**
 * Returns how a user returned from the payment provider, while they stay on the page, and removes it from the address: a reloaded page or a
 * shared address is not a return.
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
