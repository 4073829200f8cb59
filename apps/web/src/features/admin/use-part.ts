import type { Client } from '@netbox/contract'
import type { Notice } from '@netbox/product'
import { loadApi } from '../../lib/api.ts'
import { toast } from '../../lib/toasts.ts'
import { type Loaded, useLoaded } from '../../lib/use-loaded.ts'
import { deedNotice } from './deed-failure.ts'
import { checkAccess } from './use-deed.ts'

/** Loads a part of the panel; shows the spec's words for a failure, in a toast and in place of the part. */
export const usePart = <Value>(
  key: string,
  words: Notice,
  load: (client: Client, signal: AbortSignal) => Promise<Value>,
): Loaded<Value> =>
  useLoaded(
    key,
    async (signal) => load(await loadApi(), signal),
    (failure) => {
      toast('critical', deedNotice(failure, words))
      checkAccess(failure)
    },
  )
