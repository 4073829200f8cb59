import { askAddress, type CatchAllQuestion } from '../probe/ask-address.ts'
import { createDomainSession } from '../probe/domain-session.ts'
import { findRoute, type Route } from '../probe/find-route.ts'
import type { ProbeContext } from '../probe/round.ts'
import { toResult } from '../verdict/to-result.ts'
import { parseAddress } from '../syntax/parse-address.ts'
import type { VerificationResult } from '../verification-result.ts'
import type { Group, Item } from './domain-groups.ts'

/** The dependencies of a run. */
export interface Run {
  readonly context: ProbeContext
  readonly question: CatchAllQuestion
  readonly attempts: number
  readonly signal: AbortSignal
}

/** Verifies the addresses of one domain, one after the other, and reports each result. */
export const workOn = async (
  group: Group,
  { context, question, attempts, signal }: Run,
  hand: (result: VerificationResult) => void,
): Promise<void> => {
  const { whereabouts } = group
  const route = await (whereabouts.route ??= routeOf(group.domain, context, signal))
  const session = createDomainSession('hosts' in route ? route.hosts : [], whereabouts.addresses, context, signal)
  const find = async ({ address }: Item) =>
    'decided' in route ? { found: route.decided } : askAddress(address, session, context, question)
  try {
    for (let item = group.next(); item !== undefined; item = group.next()) {
      signal.throwIfAborted()
      hand(toResult({ ...item, attempts, ...(await find(item)) }))
      group.answered()
    }
  } finally {
    await session.close()
  }
}

const routeOf = async (domain: string, { slots, resolver }: ProbeContext, signal: AbortSignal): Promise<Route> => {
  const leave = await slots.take(signal)
  try {
    return await findRoute(domain, resolver, signal)
  } finally {
    leave()
  }
}

/** Verifies one address within a run. */
export const verifyOne = async (email: string, run: Run): Promise<VerificationResult> => {
  const address = parseAddress(email)
  if (address === undefined) return toResult({ email, found: 'bad_syntax', attempts: run.attempts })
  let result: VerificationResult | undefined
  const items: Item[] = [{ email, address }]
  const whereabouts = { addresses: new Map() }
  const group: Group = { domain: address.domain, whereabouts, next: () => items.pop(), answered: () => {} }
  await workOn(group, run, (found) => {
    result = found
  })
  if (result === undefined) throw new Error('The address finished without a result.')
  return result
}
