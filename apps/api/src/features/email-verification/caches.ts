import type { Clock } from '@netbox/core'
import type { CatchAllCache, VerificationResult } from '@netbox/email-verifier'
import type { Database } from '../../db/database.ts'
import { type CachedResult, recall, recallVerdict, rememberVerdict } from './cache-repository.ts'
import type { Digest } from './digest.ts'

const DAY = 24 * 60 * 60_000
const LONGEST_DOMAIN = 255

/** Remembers definite results for a day, for all who ask. */
export interface ResultCache {
  /** Gives what is known of some addresses. */
  recall(addresses: readonly string[]): Promise<ReadonlyMap<string, VerificationResult>>
  /** Makes the row that remembers a result; undefined for one that says little or is made up. */
  entryOf(result: VerificationResult): CachedResult | undefined
}

const DEFINITE: ReadonlySet<VerificationResult['status']> = new Set(['valid', 'invalid', 'catch-all', 'suspicious'])

/** The domain is the same in any case; whether the local part is, its server alone knows. */
const sameAddress = (email: string): string => {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, at)}${email.slice(at).toLowerCase()}`
}

const read = (email: string, json: string): VerificationResult => ({
  // Written below, by this very version or an older one; the columns of a row are read with it.
  ...(JSON.parse(json) as VerificationResult),
  email,
})

/** Makes the memory of results in the database. */
export const createResultCache = ({
  database,
  clock,
  digest,
}: {
  readonly database: Database
  readonly clock: Pick<Clock, 'now'>
  readonly digest: Digest
}): ResultCache => {
  const keyOf = (email: string): string => digest('result', sameAddress(email))
  return {
    recall: async (addresses) => {
      const keys = addresses.map(keyOf)
      const known = await recall(database.queries, keys, clock.now())
      const found = addresses.flatMap((email, index) => {
        const json = known.get(keys[index] ?? '')
        return json === undefined ? [] : [[email, read(email, json)] as const]
      })
      return new Map(found)
    },
    entryOf: ({ email, ...result }) => {
      // What was never asked about costs nothing to find out again.
      const isDefinite =
        DEFINITE.has(result.status) && result.retry_after === null && result.smtp_response_code !== null
      if (result.simulated || !isDefinite) return undefined
      return { key: keyOf(email), result: JSON.stringify(result), expires_at: clock.now() + DAY }
    },
  }
}

/** Makes the memory of catch-all verdicts in the database. */
export const createCatchAllCache = ({
  database,
  clock,
}: {
  readonly database: Database
  readonly clock: Pick<Clock, 'now'>
}): CatchAllCache => ({
  get: async (domain) => {
    if (domain.length > LONGEST_DOMAIN) return undefined
    return recallVerdict(database.queries, domain.toLowerCase(), clock.now())
  },
  set: async (domain, verdict) => {
    if (domain.length > LONGEST_DOMAIN) return
    await rememberVerdict(database.queries, { domain: domain.toLowerCase(), verdict, until: clock.now() + DAY })
  },
})
