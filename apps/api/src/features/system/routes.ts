import type { KeySet } from '@netbox/contract'
import type { PriceIds } from '@netbox/product'
import { prepared } from '../../http/answers.ts'
import type { Routes } from '../../http/handler.ts'
import { presentService } from '../../presenters/service-control.ts'
import { plansWithPrices } from './plans.ts'
import type { Switches } from './switches.ts'

/** What the routes need. */
export interface SystemRoutesOptions {
  readonly switches: Switches
  /** The public keys of access tokens. */
  readonly publishedKeys: () => { readonly keys: readonly KeySet['keys'][number][] }
  readonly prices: PriceIds
}

/** Clients keep the key set for ten minutes (spec §9). */
export const KEYS_AGE = 600
const PLANS_AGE = 300

/** Makes the routes of what the service tells about itself. */
export const systemRoutes = ({ switches, publishedKeys, prices }: SystemRoutesOptions) => {
  const plans = prepared({ plans: plansWithPrices(prices) }, PLANS_AGE)
  return {
    'auth.keys': async () => prepared<KeySet>({ keys: [...publishedKeys().keys] }, KEYS_AGE),
    'plans.list': async () => plans,
    'ip.get': async ({ address }) => ({ ip: address }),
    'services.list': async () => ({
      services: (await switches.list()).map(presentService),
    }),
  } satisfies Routes
}
