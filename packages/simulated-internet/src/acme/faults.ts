import { SECOND } from '@netbox/core'
import { issuanceAt } from '@netbox/core/web'
import { AcmeProblem } from './problem.ts'
import type { Account, Ca } from './state.ts'
import type { Viewpoint } from './viewpoint.ts'

/** The response to a client under each fault, in a few words. */
const CAME = {
  'bad-nonce': '400 badNonce',
  'rate-limited': '429 rateLimited',
  busy: '503 rateLimited',
  slow: 'processing',
  'one-viewpoint': 'invalid',
  revoked: 'renew now',
} as const

type AcmeFault = keyof typeof CAME

/** Returns whether the scenario has a fault at an authority, or at a name that it looks at. */
export const hasFault = (
  { authority, live }: Ca,
  fault: AcmeFault,
  name = authority.host,
  world = live.now(),
): boolean => issuanceAt(world, name) === fault

/**
 * Returns whether the scenario has a fault, as `hasFault` does, and tells comparisons about the question. So callers ask at the moment in which a
 * client notices the fault.
 */
export const meets = (ca: Ca, fault: AcmeFault, name = ca.authority.host): boolean => {
  const { host } = ca.authority
  ca.ask?.({
    key: `ACME ${fault} ${host} ${name}`,
    at: `${host}:443`,
    answer: (world) => (hasFault(ca, fault, name, world) ? CAME[fault] : 'as usual'),
  })
  return hasFault(ca, fault, name)
}

// Clients that wait so long end within the shortest limit of `netbox matrix`.
const REFUSAL = 10 * SECOND

/** Throws a problem for the orders of an account in the first seconds after its first order, if the authority refuses these. */
export const checkLoad = (ca: Ca, account: Account): void => {
  const isLimited = meets(ca, 'rate-limited')
  if (!meets(ca, 'busy') && !isLimited) return
  account.refusedUntil ??= ca.live.time() + REFUSAL
  const left = Math.ceil((account.refusedUntil - ca.live.time()) / SECOND)
  if (left <= 0) return
  throw new AcmeProblem(
    'rateLimited',
    isLimited ? 'too many new orders from this account' : 'Service busy; retry later.',
    {
      status: isLimited ? 429 : 503,
      headers: [
        { name: 'Retry-After', value: String(left) },
        { name: 'Link', value: `<https://${ca.authority.host}/rate-limits>;rel="help"` },
      ],
    },
  )
}

const BLOCKED: Viewpoint = {
  lookUp: async () => {
    throw new AcmeProblem('dns', 'DNS problem: query timed out')
  },
  connect: async (host) => {
    throw new AcmeProblem('connection', `${host}: Timeout during connect (likely firewall problem)`)
  },
}

/** Returns the viewpoints that look at a name. The last one reaches nothing if the scenario says so. */
export const viewpointsFor = (ca: Ca, name: string): Ca['viewpoints'] => {
  const [first, ...others] = ca.viewpoints
  return meets(ca, 'one-viewpoint', name) ? [first, ...others.slice(1), BLOCKED] : ca.viewpoints
}
