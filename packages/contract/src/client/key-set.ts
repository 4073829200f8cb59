import type { Clock } from '@netbox/core'
import type { KeySet, PublicKey } from '../entities/session.ts'

/** The cache lifetime of published keys, in milliseconds. */
export const KEY_SET_LIFETIME = 600_000

// The minimum time between two reloads, in milliseconds, so that tokens with unknown key ids don't reload the keys for every request.
const RELOAD_PAUSE = 30_000

/** A cache of published keys, in memory. */
export interface CachedKeySet {
  /** Finds a key by its id; reloads the keys if they are too old or if none has the id. */
  find(kid: string): Promise<PublicKey | undefined>
}

/**
 * Caches the keys that verify access tokens for 10 minutes. Concurrent callers share one request.
 *
 * @example
 * const client = createClient({ baseUrl: 'https://netbox.example/api' })
 * const keys = cachedKeySet({ load: () => client.call('auth.keys'), clock: systemClock })
 * const key = await keys.find('2026-11')
 * key?.alg // => 'ES256'
 * await keys.find('forged') // => undefined
 */
export const cachedKeySet = ({
  load,
  clock,
}: {
  readonly load: () => Promise<KeySet>
  readonly clock: Clock
}): CachedKeySet => {
  let loaded: { readonly at: number; readonly keys: readonly PublicKey[] } | undefined
  let loading: Promise<void> | undefined

  const loadNow = async (): Promise<void> => {
    const { keys } = await load()
    loaded = { at: clock.now(), keys }
  }
  const reload = (): Promise<void> => {
    loading ??= loadNow().finally(() => {
      loading = undefined
    })
    return loading
  }
  const age = (): number => (loaded === undefined ? Number.POSITIVE_INFINITY : clock.now() - loaded.at)
  const search = (kid: string): PublicKey | undefined => loaded?.keys.find((key) => key.kid === kid)

  return {
    find: async (kid) => {
      if (age() >= KEY_SET_LIFETIME) await reload()
      if (search(kid) === undefined && age() >= RELOAD_PAUSE) await reload()
      return search(kid)
    },
  }
}
