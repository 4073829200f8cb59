import { randomBytes } from 'node:crypto'
import { systemClock } from '@netbox/core'
import type { CatchAllQuestion } from '../probe/ask-address.ts'
import { watchPort } from '../probe/port-watch.ts'
import type { ProbeContext } from '../probe/round.ts'
import { createSlots } from '../probe/slots.ts'
import { memoryLimits, memoryCatchAllCache } from '../limits/memory-limits.ts'
import { createConnector } from '../network/connector.ts'
import { createResolver } from '../network/resolver.ts'
import type { Limits, CatchAllCache, Clock, Connector, Resolver } from '../ports.ts'
import { parseAddress } from '../syntax/parse-address.ts'
import type { VerificationResult } from '../verification-result.ts'
import { linked } from './domain-groups.ts'
import type { Verifier, VerifyOptions } from './verifier.ts'
import { verifyList } from './verify-list.ts'
import { verifyOne } from './work-on.ts'

/** The options of a verifier. `helo` and `mailFrom` are required; all others have a default. */
export interface VerifierOptions {
  /**
   * The full name of the verifier's machine, which resolves to the machine's address (RFC 5321, section 2.3.5). Block lists add machines
   * that give a false name.
   */
  readonly helo: string
  /** The verifier's own address, whose mail is read, or `''` for the empty sender of bounces. */
  readonly mailFrom: string
  /** Default: the system's nameservers. */
  readonly resolver?: Resolver
  /** Default: TCP, only to global unicast addresses. */
  readonly connector?: Connector
  /** Default: in memory. Processes that share an address should share these limits. */
  readonly limits?: Limits
  /** Default: in memory. */
  readonly catchAllCache?: CatchAllCache
  readonly clock?: Clock
  /** The port of mail servers; default 25. Set another one only in tests. */
  readonly port?: number
  /** Allows addresses that are not global unicast: only for tests against loopback. */
  readonly allow?: (address: string) => boolean
  /** Generates a name that no mailbox has; default: 20 random letters and digits. */
  readonly randomLocalPart?: () => string
}

// Generates 20 of 32 possible characters, the first a letter, so that the name looks real.
const randomName = (): string => {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789'
  const name = Array.from(randomBytes(20), (byte) => letters[byte & 31]).join('')
  return `q${name.slice(1)}`
}

const DEFAULT_CONCURRENCY = 50
const DEFAULT_LOOKAHEAD = 10_000

const positive = (name: string, value: number, least: number): number => {
  if (Number.isInteger(value) && value >= least) return value
  throw new RangeError(`${name} must be a whole number of at least ${least}, not ${value}.`)
}

// Throws a `RangeError` for an invalid own name: servers would refuse it, and every address would look unknown.
const checkCaller = ({ helo, mailFrom }: VerifierOptions): void => {
  if (parseAddress(`us@${helo}`)?.domain !== helo.toLowerCase())
    throw new RangeError(
      `helo must be the full name of this machine, like mail.example.com, not ${JSON.stringify(helo)}.`,
    )
  if (mailFrom !== '' && (!/^[\x21-\x7E]+$/.test(mailFrom) || parseAddress(mailFrom) === undefined))
    throw new RangeError(
      `mailFrom must be an address of yours in ASCII, like bounces@example.com, or empty, not ${JSON.stringify(mailFrom)}.`,
    )
}

/**
 * Creates a verifier that looks up MX records and checks recipients at mail servers. It never sends a message. Throws a `RangeError` for an
 * invalid `helo` or `mailFrom`.
 *
 * @example
 * import { createVerifier } from '@netbox/email-verifier'
 * const verifier = createVerifier({ helo: 'probe.netbox.example', mailFrom: 'bounces@netbox.example' })
 * const { status, reason } = await verifier.verify('ana@mail.example')
 * status // => 'valid'
 * reason // => 'mailbox_exists'
 * const invalid = []
 * for await (const result of verifier.verifyMany(['ana@mail.example', 'nobody@mail.example']))
 *   if (result.status === 'invalid') invalid.push(result.email)
 * invalid // => ['nobody@mail.example']
 */
export const createVerifier = (options: VerifierOptions): Verifier => {
  checkCaller(options)
  const { clock = systemClock, allow = () => false } = options
  const shared = {
    clock,
    allow,
    helo: options.helo,
    mailFrom: options.mailFrom,
    port: options.port ?? 25,
    limits: options.limits ?? memoryLimits({ clock }),
    resolver: options.resolver ?? createResolver(),
  }
  const connector = options.connector ?? createConnector({ allow, clock })
  const question: CatchAllQuestion = {
    cache: options.catchAllCache ?? memoryCatchAllCache({ clock }),
    randomLocalPart: options.randomLocalPart ?? randomName,
  }
  const officeOf = (concurrency: number): ProbeContext => {
    const watch = watchPort(connector, clock)
    return { ...shared, connector, watch, slots: createSlots(concurrency) }
  }

  return {
    verify: async (address, { signal, attempts = 0 } = {}) => {
      positive('attempts', attempts, 0)
      signal?.throwIfAborted()
      return linked(signal, (own) => verifyOne(address, { context: officeOf(1), question, attempts, signal: own }))
    },
    verifyMany: (addresses, { signal, attempts = 0, ...limits } = {}) => {
      const concurrency = positive('concurrency', limits.concurrency ?? DEFAULT_CONCURRENCY, 1)
      const lookahead = positive('lookahead', limits.lookahead ?? DEFAULT_LOOKAHEAD, 1)
      positive('attempts', attempts, 0)
      return verifyList(addresses, {
        context: officeOf(concurrency),
        question,
        attempts,
        signal,
        concurrency,
        lookahead,
      })
    },
  }
}

/**
 * Verifies one address with a new verifier. To verify several addresses, create one verifier and reuse it: it applies its limits across
 * addresses, and remembers which domains accept any address.
 *
 * @example
 * import { verify } from '@netbox/email-verifier'
 * const result = await verify('nobody@mail.example', { helo: 'probe.netbox.example', mailFrom: 'bounces@netbox.example' })
 * result.status // => 'invalid'
 * result.smtp_response_code // => 550
 */
export const verify = (address: string, options: VerifierOptions & VerifyOptions): Promise<VerificationResult> =>
  createVerifier(options).verify(address, options)
