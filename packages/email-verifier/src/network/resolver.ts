import { Resolver as DnsResolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { DnsAnswer, Exchange, Resolver } from '../ports.ts'
import { ResolverError } from './network-errors.ts'

/** Options: the servers, the timeout and the number of tries; the defaults are the system's. */
export interface ResolverOptions {
  /** Nameservers by address, with or without a port: `192.0.2.53`, `[2001:db8::53]:5353`. */
  readonly servers?: readonly string[]
  /** The timeout of each query, in milliseconds; default 3,000. */
  readonly timeout?: number
  /** The number of tries for each server; default 2. */
  readonly tries?: number
}

type Question<Record> = (resolver: DnsResolver) => Promise<Record[]>

const nothing = { exists: false, records: [] } as const

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)

/** Distinguishes a missing name and a missing record from failing nameservers. */
const toAnswer = (error: unknown, question: string): DnsAnswer<never> => {
  const code = codeOf(error)
  if (code === 'ENODATA') return { exists: true, records: [] }
  // An invalid name (an empty label, or one of 64 letters) can't exist either.
  if (code === 'ENOTFOUND' || code === 'EBADNAME') return nothing
  throw new ResolverError(question, code, { cause: error })
}

/** Uses its own channel for each query, because cancelling ends all queries of a channel. */
const ask = async <Record>(
  options: ResolverOptions,
  named: string,
  question: Question<Record>,
  signal: AbortSignal | undefined,
): Promise<DnsAnswer<Record>> => {
  signal?.throwIfAborted()
  const { timeout = 3000, tries = 2, servers } = options
  // Without the last option, the timeouts of later tries would grow.
  const resolver = new DnsResolver({ timeout, tries, maxTimeout: timeout })
  if (servers) resolver.setServers(servers)
  const cancel = (): void => resolver.cancel()
  signal?.addEventListener('abort', cancel)
  try {
    return { exists: true, records: await question(resolver) }
  } catch (error) {
    signal?.throwIfAborted()
    return toAnswer(error, named)
  } finally {
    signal?.removeEventListener('abort', cancel)
  }
}

/** Combines the answers for IPv4 and IPv6: ignores a failure if the other answer has records. */
const together = (settled: readonly PromiseSettledResult<DnsAnswer<string>>[]): DnsAnswer<string> => {
  const answers = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const records = answers.flatMap((answer) => answer.records)
  const failed = settled.find((one) => one.status === 'rejected')
  if (failed && records.length === 0) throw failed.reason
  return { exists: answers.some((answer) => answer.exists), records }
}

/**
 * Creates a resolver that queries nameservers over the network. A null MX (RFC 7505) is one mail server with the host `''`. A host that is
 * an IP address counts as missing, because an MX record contains a name (RFC 5321, section 5.1).
 */
export const createResolver = (options: ResolverOptions = {}): Resolver => ({
  exchanges: async (domain, signal) => {
    const { exists, records } = await ask(options, `${domain} MX`, (dns) => dns.resolveMx(domain), signal)
    const exchange = ({ exchange: host, priority }: { exchange: string; priority: number }): Exchange => ({
      host: host === '.' ? '' : host,
      preference: priority,
    })
    return { exists, records: records.map(exchange) }
  },
  addresses: async (host, signal) => {
    if (isIP(host) !== 0) return nothing
    const settled = await Promise.allSettled([
      ask(options, `${host} A`, (dns) => dns.resolve4(host), signal),
      ask(options, `${host} AAAA`, (dns) => dns.resolve6(host), signal),
    ])
    signal?.throwIfAborted()
    return together(settled)
  },
})
