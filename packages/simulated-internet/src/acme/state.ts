import { createHash } from 'node:crypto'
import type { JWK } from 'jose'
import type { Authority } from '../tls/authority.ts'
import type { Ask } from '../internet/comparison.ts'
import type { LiveWorld } from '../internet/live-world.ts'
import type { AcmeAuthority } from './authorities.ts'
import type { IssuedCertificate } from './issue.ts'
import { AcmeProblem, type Identifier } from './problem.ts'
import type { ChallengeType } from './validate.ts'
import type { Viewpoint } from './viewpoint.ts'

/** An account of a client. */
export interface Account {
  readonly url: string
  jwk: JWK
  thumbprint: string
  status: 'valid' | 'deactivated'
  contact: readonly string[]
  readonly createdAt: number
  /** When the authority stops refusing its orders, under a fault. */
  refusedUntil?: number
}

/** A challenge of an authorization. */
export interface Challenge {
  readonly url: string
  readonly type: ChallengeType
  readonly token: string
  status: 'pending' | 'processing' | 'valid' | 'invalid'
  validated?: number
  error?: AcmeProblem
}

/** An authorization for an identifier. Times follow the clock of the world, in epoch milliseconds. */
export interface Authorization {
  readonly url: string
  readonly account: Account
  readonly identifier: Identifier
  readonly isWildcard: boolean
  readonly expires: number
  readonly challenges: readonly Challenge[]
  isDeactivated: boolean
}

/** An order of a certificate. */
export interface Order {
  readonly url: string
  readonly account: Account
  readonly authorizations: readonly Authorization[]
  readonly profile: string | undefined
  /** The certificate that the new one replaces (RFC 9773). */
  readonly replaces: string | undefined
  readonly expires: number
  certificate?: Certified
  /** When clients see the certificate, if not at once. */
  readyAt?: number
}

/** A certificate and what its resources need. */
export interface Certified {
  readonly url: string
  readonly order: Order
  readonly shown: IssuedCertificate & { revoked?: string }
  /** Its identifier for renewal information (RFC 9773, section 4.1). */
  readonly renewalId: string
  readonly chain: string
  /** Whether it is the first one for its names. */
  readonly isFirst: boolean
  isReplaced: boolean
}

/** Tasks that wait for others to end. */
interface Queue {
  /** Runs a task as soon as enough earlier ones have ended. */
  readonly run: (task: () => Promise<void>) => Promise<void>
  /** Returns the estimated time until all tasks have ended, in whole seconds. */
  readonly seconds: () => number
}

// With more tasks at the same time, none ends earlier, and the servers of the world close the oldest of too many connections.
const MOST_AT_ONCE = 20
const PER_SECOND = 50

/** Creates a queue that runs 20 tasks at the same time and starts them in their order. */
export const createQueue = (): Queue => {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    run: async (task) => {
      if (running < MOST_AT_ONCE) running++
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        await task()
      } finally {
        const next = waiting.shift()
        if (next === undefined) running--
        else next()
      }
    },
    seconds: () => 1 + Math.floor(waiting.length / PER_SECOND),
  }
}

/** An authority with its state, which lasts as long as the world. */
export interface Ca {
  readonly authority: AcmeAuthority
  readonly live: LiveWorld
  readonly ask: Ask | undefined
  readonly signer: Authority
  readonly viewpoints: readonly [Viewpoint, ...Viewpoint[]]
  /** The validations of all authorities. */
  readonly validations: Queue
  readonly accounts: Map<string, Account>
  readonly orders: Map<string, Order>
  readonly authorizations: Map<string, Authorization>
  readonly challenges: Map<string, { readonly authorization: Authorization; readonly challenge: Challenge }>
  readonly certificates: Map<string, Certified>
  /** The names of certificates, each list as a text. */
  readonly certified: Set<string>
  /** The certificates of all authorities, for the control API. */
  readonly issued: IssuedCertificate[]
  /** Returns the URL of a new resource of a kind. It follows from the seed and the number of earlier ones. */
  readonly newUrl: (kind: string) => string
  /** Returns octets that follow from the seed and the number of earlier ones of a kind. */
  readonly draw: (kind: string, length: number) => Buffer
  readonly urlOf: (path: string) => string
}

/** How much an authority keeps. An order has one authorization for each of its names. */
const MOST = { accounts: 1000, orders: 10_000, authorizations: 30_000 } as const

/** Creates the state of an authority. */
export const createCa = (
  given: Pick<Ca, 'authority' | 'live' | 'ask' | 'signer' | 'viewpoints' | 'validations' | 'issued'>,
): Ca => {
  const counts = new Map<string, number>()
  const draw: Ca['draw'] = (kind, length) => {
    const count = counts.get(kind) ?? 0
    counts.set(kind, count + 1)
    const { host } = given.authority
    return createHash('sha512').update(`${given.live.seed} ${host} ${kind} ${count}`).digest().subarray(0, length)
  }
  const urlOf = (path: string): string => `https://${given.authority.host}${given.authority.base}/${path}`
  return {
    ...given,
    accounts: new Map(),
    orders: new Map(),
    authorizations: new Map(),
    challenges: new Map(),
    certificates: new Map(),
    certified: new Set(),
    draw,
    newUrl: (kind) => urlOf(`${kind}/${draw(kind, 8).toString('hex')}`),
    urlOf,
  }
}

/** Throws a problem if an authority would have more resources of a kind than it keeps. */
export const checkRoom = (ca: Ca, kind: keyof typeof MOST, added = 1): void => {
  if (ca[kind].size + added > MOST[kind])
    throw new AcmeProblem('rateLimited', `too many ${kind} (${MOST[kind]}) in this world`)
}

/** Returns a time of the world as clients see it, who compare it with the machine's clock. */
export const timeText = ({ live }: Ca, time: number): string =>
  new Date(time + live.distance()).toISOString().replace(/\.\d+/, '')

/** Returns the status of an authorization (RFC 8555, section 7.1.6). */
export const statusOfAuthorization = (
  { live }: Ca,
  { challenges, expires, isDeactivated }: Authorization,
): 'pending' | 'valid' | 'invalid' | 'deactivated' | 'expired' => {
  if (isDeactivated) return 'deactivated'
  if (challenges.some(({ status }) => status === 'invalid')) return 'invalid'
  if (live.time() > expires) return 'expired'
  return challenges.some(({ status }) => status === 'valid') ? 'valid' : 'pending'
}

/** Returns the status of an order. */
export const statusOfOrder = (ca: Ca, order: Order): 'pending' | 'ready' | 'processing' | 'valid' | 'invalid' => {
  if (order.certificate !== undefined) return ca.live.time() < (order.readyAt ?? 0) ? 'processing' : 'valid'
  const statuses = order.authorizations.map((authorization) => statusOfAuthorization(ca, authorization))
  if (ca.live.time() > order.expires) return 'invalid'
  if (statuses.every((status) => status === 'valid')) return 'ready'
  return statuses.every((status) => status === 'valid' || status === 'pending') ? 'pending' : 'invalid'
}
