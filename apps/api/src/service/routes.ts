import type { Config } from '../config/config.ts'
import type { KeySet, PlanInfo, VerificationMode } from '@netbox/contract'
import type { PriceIds } from '@netbox/product'
import type { Routes } from '../http/handler.ts'
import { serializeService } from '../serialize-entities.ts'
import type { Switches } from './switches.ts'
import { pricing } from '@netbox/core'

/** Returns the plan cards with the configured price ids. */
const plansWithPrices = (prices: PriceIds): PlanInfo[] =>
  pricing.cards.map(({ id, name, price, description, audience, popular, features, limitations }) => {
    const { monthly = null, annual = null } = id === 'free' ? {} : (prices[id] ?? {})
    return {
      id,
      name,
      price: { ...price },
      price_ids: { monthly, annual },
      description,
      audience,
      popular,
      features: [...features],
      limitations: [...limitations],
    }
  })

/** The dependencies of the routes. */
export interface SystemRoutesOptions {
  readonly switches: Switches
  /** The public keys of access tokens. */
  readonly publishedKeys: () => { readonly keys: readonly KeySet['keys'][number][] }
  readonly config: Pick<Config, 'billing' | 'verifier'>
}

/** The kind of verification while its switch is on. */
const modes = { smtp: 'real', simulated: 'simulated', off: 'off' } as const satisfies Record<string, VerificationMode>

/** Creates the routes about the service itself. */
export const systemRoutes = ({ switches, publishedKeys, config }: SystemRoutesOptions) => {
  const plans = { plans: plansWithPrices(config.billing.prices) }
  const verification = modes[config.verifier.mode]
  return {
    'auth.keys': async () => ({ keys: [...publishedKeys().keys] }),
    'plans.list': async () => plans,
    'ip.get': async ({ ip }) => ({ ip }),
    'services.list': async () => ({
      services: (await switches.list()).map(serializeService),
      email_verification: (await switches.isOn('email_verification')) ? verification : ('off' as const),
    }),
  } satisfies Routes
}
