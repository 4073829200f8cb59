import { useSyncExternalStore } from 'react'

/** Reads the token of a mail's link: behind the '#', which is never sent to anyone. */
export const tokenIn = (hash: string): string | undefined => {
  const token = new URLSearchParams(hash.replace(/^#/, '')).get('token')
  return token === null || token === '' ? undefined : token
}

const subscribe = (listener: () => void) => {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

/** Follows the token of the address; none until the page is hydrated. */
export const useMailToken = (): string | undefined =>
  useSyncExternalStore(
    subscribe,
    () => tokenIn(location.hash),
    () => undefined,
  )

/** Takes a token that is used, or no good, out of the address and the history. */
export const forgetToken = (): void => {
  history.replaceState(history.state, '', location.pathname)
  dispatchEvent(new HashChangeEvent('hashchange'))
}
