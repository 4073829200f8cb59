import type { LookupAddress, LookupOptions } from 'node:dns'
import { isIP } from 'node:net'
import { dnsError, invalidValue, requireText } from './dns-error.ts'
import type { Query } from './queries.ts'

const FAMILIES = new Map<unknown, 0 | 4 | 6>([
  [undefined, 0],
  [0, 0],
  [4, 4],
  [6, 6],
  ['IPv4', 4],
  ['IPv6', 6],
])

const LOOPBACK: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/** Returns the error code of getaddrinfo for a query error. EAI_AGAIN means that a server failed or was silent, and may answer later. */
export const codeOfLookup = (error: unknown): 'ENOTFOUND' | 'EAI_AGAIN' =>
  error instanceof Error && 'code' in error && (error.code === 'ESERVFAIL' || error.code === 'ETIMEOUT')
    ? 'EAI_AGAIN'
    : 'ENOTFOUND'

const lookUpAddresses = async (query: Query, hostname: string): Promise<readonly LookupAddress[]> => {
  if (/^(?:.+\.)?localhost\.?$/i.test(hostname)) return LOOPBACK
  const [v4, v6] = await Promise.allSettled([query('A', hostname), query('AAAA', hostname)])
  const found = [
    ...(v4.status === 'fulfilled' ? v4.value.map(({ address }) => ({ address, family: 4 })) : []),
    ...(v6.status === 'fulfilled' ? v6.value.map(({ address }) => ({ address, family: 6 })) : []),
  ]
  if (found.length > 0) return found
  throw dnsError(codeOfLookup(v4.status === 'rejected' ? v4.reason : undefined), 'getaddrinfo', hostname)
}

const sorted = (found: readonly LookupAddress[], { order, verbatim }: LookupOptions): readonly LookupAddress[] => {
  if (order === 'ipv6first') return found.toSorted((a, b) => b.family - a.family)
  return order === 'ipv4first' || verbatim === false ? found.toSorted((a, b) => a.family - b.family) : found
}

/** Creates `lookup` of `node:dns/promises` for the simulated internet. It returns IP addresses unchanged, and loopback for `localhost`. */
export const createLookup =
  (query: Query) =>
  (hostname: string, given: number | LookupOptions = {}): Promise<LookupAddress | LookupAddress[]> => {
    requireText(hostname, 'hostname')
    const options = typeof given === 'number' ? { family: given } : given
    const family = FAMILIES.get(options.family) ?? invalidValue("property 'options.family'", options.family)
    const find = async (): Promise<LookupAddress | LookupAddress[]> => {
      const known = isIP(hostname)
      const found = known === 0 ? await lookUpAddresses(query, hostname) : [{ address: hostname, family: known }]
      const fitting = known === 0 && family !== 0 ? found.filter((one) => one.family === family) : found
      const [first, ...others] = sorted(fitting, options)
      if (first === undefined) throw dnsError('ENOTFOUND', 'getaddrinfo', hostname)
      return options.all === true ? [first, ...others] : first
    }
    return find()
  }
