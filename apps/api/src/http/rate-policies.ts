import type { EndpointDefinition } from '@netbox/contract'
import type { RatePolicy } from './rate-limiter.ts'

/** A policy, and whether all processes count together. What is cheap to serve is counted by each process alone. */
export interface AddressPolicy extends RatePolicy {
  readonly shared: boolean
}

const FIVE_MINUTES = 300
const HOUR = 3600

/** What costs a hash, a mail, a derived key, much reading or a connection to a stranger's server. */
const costly: Readonly<Record<string, AddressPolicy>> = {
  'auth.register': { points: 30, seconds: FIVE_MINUTES, shared: true },
  // The account core counts these for all processes; here for the headers.
  'auth.login': { points: 30, seconds: FIVE_MINUTES, shared: false },
  'auth.confirm': { points: 30, seconds: FIVE_MINUTES, shared: true },
  'auth.reset': { points: 30, seconds: FIVE_MINUTES, shared: true },
  'auth.resend': { points: 10, seconds: HOUR, shared: true },
  'auth.recover': { points: 10, seconds: HOUR, shared: true },
  'auth.refresh': { points: 300, seconds: FIVE_MINUTES, shared: true },
  'account.delete': { points: 30, seconds: FIVE_MINUTES, shared: true },
  'account.export': { points: 30, seconds: HOUR, shared: true },
  'captcha.challenge': { points: 60, seconds: FIVE_MINUTES, shared: false },
  'email.verify': { points: 60, seconds: HOUR, shared: true },
}

/** Who is not known by a credential is limited by address. The payment provider is known by its signature. */
const open: AddressPolicy = { points: 600, seconds: 60, shared: false }

/** Wrong credentials by address: guessing tokens is hopeless, and should be quiet too. */
export const BAD_BEARERS: AddressPolicy = { points: 300, seconds: FIVE_MINUTES, shared: false }

/** Tells how often one address may call an endpoint; undefined where callers are known. */
export const addressPolicy = ({ id, access }: EndpointDefinition): AddressPolicy | undefined => {
  if (id === 'subscription.webhook') return undefined
  return costly[id] ?? (access === 'anyone' || access === 'refresh' ? open : undefined)
}
