import { createHmac, hkdfSync } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { emailKey } from '@netbox/product'
import type { CatchAllCache, VerificationResult } from '@netbox/email-verifier'
import { DAY } from '../clock.ts'
import type { DatabaseAndClock } from '../database/database.ts'
import { type CachedResult, recall, recallVerdict, rememberVerdict } from './results-repository.ts'

/** Computes a short digest of a text. Without the key, the digest reveals nothing about the text. */
export type Digest = (use: string, text: string) => string

/**
 * Creates digests with a key that is derived from an existing secret of the server (HKDF, RFC 5869), so that a day's cache does not contain
 * addresses. With another secret, the cache is lost.
 */
export const createDigest = (secret: Uint8Array): Digest => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'netbox email verification', 32))
  return (use, text) => createHmac('sha256', key).update(`${use} ${text}`).digest('base64url')
}

const LONGEST_DOMAIN = 255
/** The number of addresses in one lookup. */
const CHUNK = 200

const DEFINITE: ReadonlySet<VerificationResult['status']> = new Set(['valid', 'invalid', 'catch-all', 'suspicious'])

/** The placeholder for the address in a server's message. Messages of results contain no control characters. */
const MARK = '\u0000'

const read = (email: string, json: string): VerificationResult => {
  // The cast is safe: this module wrote the JSON, perhaps in an older version.
  const result = JSON.parse(json) as VerificationResult
  return {
    ...result,
    email,
    smtp_response_message: result.smtp_response_message?.replaceAll(MARK, () => email) ?? null,
  }
}

/** Serializes a result without the address, which servers often repeat in their messages. */
const written = ({ email, smtp_response_message: message, ...result }: VerificationResult): string => {
  const address = new RegExp(email.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu')
  return JSON.stringify({ ...result, smtp_response_message: message?.replace(address, MARK) ?? null })
}

/** Creates the cache in the database that stores definite results for a day, for all users. */
export const createResultCache = ({
  database,
  clock,
  digest,
}: DatabaseAndClock & {
  readonly digest: Digest
}) => {
  const keyOf = (email: string): string => digest('result', emailKey(email))
  return {
    /** Returns the cached results of some addresses. */
    recall: async (addresses: readonly string[]): Promise<ReadonlyMap<string, VerificationResult>> => {
      const found = new Map<string, VerificationResult>()
      for (let start = 0; start < addresses.length; start += CHUNK) {
        const chunk = addresses.slice(start, start + CHUNK).map((email) => ({ email, key: keyOf(email) }))
        const keys = chunk.map(({ key }) => key)
        const known = await recall(database.queries, keys, clock.now())
        for (const { email, key } of chunk) {
          const json = known.get(key)
          if (json !== undefined) found.set(email, read(email, json))
        }
        // Lets other requests run in between, because SQLite answers in the same turn of the event loop.
        await nextTurn()
      }
      return found
    },
    /** Returns the cache row of a result; undefined for an indefinite or simulated one. */
    entryOf: (result: VerificationResult): CachedResult | undefined => {
      // Results without a connection are cheap to compute again.
      const isDefinite =
        DEFINITE.has(result.status) && result.retry_after === null && result.smtp_response_code !== null
      if (result.simulated || !isDefinite) return undefined
      return { key: keyOf(result.email), result: written(result), expires_at: clock.now() + DAY }
    },
  }
}

export type ResultCache = ReturnType<typeof createResultCache>

/** Creates the cache of catch-all verdicts in the database. */
export const createCatchAllCache = ({ database, clock }: DatabaseAndClock): CatchAllCache => ({
  get: async (domain) => {
    if (domain.length > LONGEST_DOMAIN) return undefined
    return recallVerdict(database.queries, domain.toLowerCase(), clock.now())
  },
  set: async (domain, verdict) => {
    if (domain.length > LONGEST_DOMAIN) return
    await rememberVerdict(database.writer, { domain: domain.toLowerCase(), verdict, until: clock.now() + DAY })
  },
})
