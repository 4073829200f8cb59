import type { Config } from '../config/config.ts'
import type { KeySet, PlanInfo, ServiceName, VerificationMode } from '@netbox/contract'
import type { PriceIds } from '@netbox/product'
import type { Routes } from '../http/handler.ts'
import { serializeService } from '../serialize-entities.ts'
import { type Clock, pricing } from '@netbox/core'
import type { Database } from '../database/database.ts'
import { listServices } from '../database/shared.ts'

/** The time after which a process notices a changed feature flag, in milliseconds. */
const FRESH = 1000

interface SwitchesOptions {
  readonly database: Database
  readonly clock: Pick<Clock, 'now'>
  readonly config: Pick<Config, 'isRegistrationClosed'>
}

/** Creates the reader of feature flags. A setting closes registration regardless of its flag. Each process reads them at most once a second, because every run needs them. */
export const createSwitches = ({ database, clock, config }: SwitchesOptions) => {
  let known: { readonly at: number; readonly off: Promise<ReadonlySet<string>> } | undefined
  const list = async () =>
    (await listServices(database.queries)).map((row) =>
      row.id === 'registration' && config.isRegistrationClosed ? { ...row, is_enabled: 0 as const } : row,
    )
  const readOff = async (): Promise<ReadonlySet<string>> =>
    new Set((await list()).filter(({ is_enabled }) => is_enabled === 0).map(({ service_name }) => service_name))
  const off = (): Promise<ReadonlySet<string>> => {
    const now = clock.now()
    if (known !== undefined && now - known.at < FRESH && now >= known.at) return known.off
    const fresh = { at: now, off: readOff() }
    known = fresh
    // A failed read is not cached.
    fresh.off.catch(() => {
      if (known === fresh) known = undefined
    })
    return fresh.off
  }
  /** Returns whether a part of the service is on; a part that was never switched is on. */
  const isOn = async (service: ServiceName): Promise<boolean> => !(await off()).has(service)
  return { list, isOn }
}

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

export interface SystemRoutesOptions {
  readonly switches: ReturnType<typeof createSwitches>
  /** The public keys of access tokens. */
  readonly publishedKeys: () => { readonly keys: readonly KeySet['keys'][number][] }
  readonly config: Pick<Config, 'billing' | 'devMailbox' | 'mail' | 'verifier'>
}

/** The kind of verification while its switch is on. */
const modes = { smtp: 'real', simulated: 'simulated', off: 'off' } as const satisfies Record<string, VerificationMode>

/** Creates the routes about the service itself. */
export const systemRoutes = ({ switches, publishedKeys, config }: SystemRoutesOptions) => {
  const plans = { plans: plansWithPrices(config.billing.prices) }
  const verification = modes[config.verifier.mode]
  const mail = config.mail.smtpUrl !== undefined ? 'smtp' : config.devMailbox === 'off' ? 'none' : 'mailbox'
  return {
    'auth.keys': async () => ({ keys: [...publishedKeys().keys] }),
    'plans.list': async () => plans,
    'ip.get': async ({ ip }) => ({ ip }),
    'services.list': async () => ({
      services: (await switches.list()).map(serializeService),
      email_verification: (await switches.isOn('email_verification')) ? verification : ('off' as const),
      mail,
    }),
  } satisfies Routes
}
