import { useSyncExternalStore } from 'react'

/** Reads the token in the link of a message: after the '#', which browsers never send. */
export const tokenIn = (hash: string): string | undefined => {
  const token = new URLSearchParams(hash.replace(/^#/, '')).get('token')
  return token === null || token === '' ? undefined : token
}

const subscribe = (listener: () => void) => {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

/** Returns the token of the address; none until the page is hydrated. */
export const useMailToken = (): string | undefined =>
  useSyncExternalStore(
    subscribe,
    () => tokenIn(location.hash),
    () => undefined,
  )

/** Removes a used or invalid token from the address and the history. */
export const forgetToken = (): void => {
  history.replaceState(history.state, '', location.pathname)
  dispatchEvent(new HashChangeEvent('hashchange'))
}
