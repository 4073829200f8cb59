import type { Client } from '@netbox/contract'
import type { Notice } from '@netbox/product'
import { loadApi } from '../../lib/api.ts'
import { type Loaded, useLoaded } from '../../lib/use-loaded.ts'
import { announceFailure } from './failed-action.ts'

/** Loads a part of the panel; a failure shows the spec's words, in a toast and where the part would be. */
export const usePart = <Value>(
  key: string,
  words: Notice,
  load: (client: Client, signal: AbortSignal) => Promise<Value>,
): Loaded<Value> => useLoaded(key, async (signal) => load(await loadApi(), signal), announceFailure(words))
