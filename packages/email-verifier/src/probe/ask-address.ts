import type { CatchAllCache, CatchAllVerdict } from '../ports.ts'
import { isDisposableDomain } from '../lists/lists.ts'
import { providerOf } from '../lists/providers.ts'
import type { Findings } from '../verdict/to-result.ts'
import type { ParsedAddress } from '../syntax/parse-address.ts'
import type { DomainSession } from './domain-session.ts'
import type { ProbeContext } from './round.ts'

/** The catch-all check and the cache of its results. */
export interface CatchAllQuestion {
  readonly cache: CatchAllCache
  /** Returns a name that no mailbox has. */
  readonly randomLocalPart: () => string
}

/**
 * Checks an address. If the server accepts it, also finds out whether the domain accepts any address: from the cache, or by checking a
 * random name. Skips this step if it could not change the result.
 */
export const askAddress = async (
  { local, domain }: ParsedAddress,
  session: DomainSession,
  { limits }: Pick<ProbeContext, 'limits'>,
  question: CatchAllQuestion,
): Promise<Pick<Findings, 'found' | 'host' | 'reply' | 'catchAll'>> => {
  if (!(await limits.mayAsk(domain, local))) return { found: 'domain_limit' }
  const asked = await session.ask(`${local}@${domain}`, { insist: true })
  if (asked.found !== 'accepted') return asked
  const saysNothing = isDisposableDomain(domain) || (asked.host !== undefined && providerOf(asked.host)?.acceptsAll)
  return saysNothing ? asked : { ...asked, catchAll: await catchAllOf(domain, session, question) }
}

const catchAllOf = async (
  domain: string,
  session: DomainSession,
  { cache, randomLocalPart }: CatchAllQuestion,
): Promise<CatchAllVerdict> => {
  const known = await cache.get(domain)
  if (known !== undefined) return known
  const { found } = await session.ask(`${randomLocalPart()}@${domain}`, { insist: false })
  const verdict = found === 'no_mailbox' ? 'refuses_unknown' : found === 'accepted' ? 'accepts_all' : 'unknown'
  await cache.set(domain, verdict)
  return verdict
}
