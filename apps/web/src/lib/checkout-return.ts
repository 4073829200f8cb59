import { useEffect } from 'react'
import { createStore } from './store.ts'

/** How someone came back from the payment provider. */
export type CheckoutReturn = 'success' | 'canceled'

const NAME = 'checkout'

/** Reads from the query of an address how someone came back from paying. */
export const readCheckoutReturn = (search: string): CheckoutReturn | undefined => {
  const value = new URLSearchParams(search).get(NAME)
  return value === 'success' || value === 'canceled' ? value : undefined
}

/** Returns the query of an address without that. */
export const withoutCheckoutReturn = (search: string): string => {
  const query = new URLSearchParams(search)
  query.delete(NAME)
  const rest = query.toString()
  return rest === '' ? '' : `?${rest}`
}

// A store, as pages are prerendered for all visitors: there is no return before the address is read.
const returned = createStore<CheckoutReturn | undefined>(undefined)

/**
 * Returns how someone came back from paying, for as long as they stay on the page, and takes it out of the address: a page that is
 * loaded again, or whose address is passed on, has nobody who came back.
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
