import type { Lock } from '@netbox/contract'

const NAME = 'netbox-session'

/** Runs one piece of work at a time among all tabs, where the browser lets tabs agree: behind TLS, and on localhost. */
export const tabLock = (): Lock => async (work) =>
  // Elsewhere there are no locks. A tab that was too late then finds the other tab's result in the storage.
  'locks' in navigator ? navigator.locks.request(NAME, work) : work()
