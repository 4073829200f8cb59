import { createHmac, hkdfSync } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { emailKey } from '@netbox/product'
import type { CatchAllCache, VerificationResult } from '@netbox/email-verifier'
import type { DatabaseAndClock } from '../../db/database.ts'
import { type CachedResult, recall, recallVerdict, rememberVerdict } from './cache-repository.ts'

/** Makes a short text of another one, which can't be guessed back without the key. */
export type Digest = (use: string, text: string) => string

/**
 * Makes digests under a key that is derived from an existing secret of the server (HKDF, RFC 5869): cached data of addresses
 * for a day does not name them. With another secret it is forgotten.
 */
export const createDigest = (secret: Uint8Array): Digest => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'netbox email verification', 32))
  return (use, text) => createHmac('sha256', key).update(`${use} ${text}`).digest('base64url')
}

const DAY = 24 * 60 * 60_000
const LONGEST_DOMAIN = 255
/** Addresses that are looked up at once. */
const CHUNK = 200

/** Remembers definite results for a day, for all who ask. */
export interface ResultCache {
  /** Returns the cached results of some addresses. */
  recall(addresses: readonly string[]): Promise<ReadonlyMap<string, VerificationResult>>
  /** Makes the row that remembers a result; undefined for one that says little or is made up. */
  entryOf(result: VerificationResult): CachedResult | undefined
}

const DEFINITE: ReadonlySet<VerificationResult['status']> = new Set(['valid', 'invalid', 'catch-all', 'suspicious'])

/** Stands for the address in what a server said. No message of a result has control characters. */
const MARK = '\u0000'

const read = (email: string, json: string): VerificationResult => {
  // Written below, by this very version or an older one.
  const result = JSON.parse(json) as VerificationResult
  return {
    ...result,
    email,
    smtp_response_message: result.smtp_response_message?.replaceAll(MARK, () => email) ?? null,
  }
}

/** Writes a result without the address, which servers like to repeat. */
const written = ({ email, smtp_response_message: message, ...result }: VerificationResult): string => {
  const address = new RegExp(email.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu')
  return JSON.stringify({ ...result, smtp_response_message: message?.replace(address, MARK) ?? null })
}

/** Makes the memory of results in the database. */
export const createResultCache = ({
  database,
  clock,
  digest,
}: DatabaseAndClock & {
  readonly digest: Digest
}): ResultCache => {
  const keyOf = (email: string): string => digest('result', emailKey(email))
  return {
    recall: async (addresses) => {
      const found = new Map<string, VerificationResult>()
      for (let start = 0; start < addresses.length; start += CHUNK) {
        const chunk = addresses.slice(start, start + CHUNK).map((email) => ({ email, key: keyOf(email) }))
        const keys = chunk.map(({ key }) => key)
        const known = await recall(database.queries, keys, clock.now())
        for (const { email, key } of chunk) {
          const json = known.get(key)
          if (json !== undefined) found.set(email, read(email, json))
        }
        // Others are served in between: SQLite answers in the same turn of the event loop.
        await nextTurn()
      }
      return found
    },
    entryOf: (result) => {
      // Results without a connection cost nothing to compute again.
      const isDefinite =
        DEFINITE.has(result.status) && result.retry_after === null && result.smtp_response_code !== null
      if (result.simulated || !isDefinite) return undefined
      return { key: keyOf(result.email), result: written(result), expires_at: clock.now() + DAY }
    },
  }
}

/** Makes the memory of catch-all verdicts in the database. */
export const createCatchAllCache = ({ database, clock }: DatabaseAndClock): CatchAllCache => ({
  get: async (domain) => {
    if (domain.length > LONGEST_DOMAIN) return undefined
    return recallVerdict(database.queries, domain.toLowerCase(), clock.now())
  },
  set: async (domain, verdict) => {
    if (domain.length > LONGEST_DOMAIN) return
    await rememberVerdict(database.queries, { domain: domain.toLowerCase(), verdict, until: clock.now() + DAY })
  },
})
