import { Resolver as DnsResolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Answer, Exchange, Resolver } from '../ports.ts'
import { ResolverError } from './network-errors.ts'

/** Options: the servers, the timeout and the number of tries; the defaults are the system's. */
export interface ResolverOptions {
  /** Name servers by address, with or without a port: `192.0.2.53`, `[2001:db8::53]:5353`. */
  readonly servers?: readonly string[]
  /** How long to wait for each answer, in milliseconds; 3,000 if left out. */
  readonly timeout?: number
  /** How often each server is asked before giving up; twice if left out. */
  readonly tries?: number
}

type Question<Record> = (resolver: DnsResolver) => Promise<Record[]>

const nothing = { exists: false, records: [] } as const

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)

/** Tells a name that doesn't exist and a name without such a record from name servers that fail. */
const toAnswer = (error: unknown, question: string): Answer<never> => {
  const code = codeOf(error)
  if (code === 'ENODATA') return { exists: true, records: [] }
  // A name that can't be asked for (an empty label, one of 64 letters) can't exist either.
  if (code === 'ENOTFOUND' || code === 'EBADNAME') return nothing
  throw new ResolverError(question, code, { cause: error })
}

/** Asks with its own channel, since cancelling ends all that a channel is asked. */
const ask = async <Record>(
  options: ResolverOptions,
  named: string,
  question: Question<Record>,
  signal: AbortSignal | undefined,
): Promise<Answer<Record>> => {
  signal?.throwIfAborted()
  const { timeout = 3000, tries = 2, servers } = options
  // Without the last, later tries would wait ever longer.
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

/** Puts the answers for IPv4 and IPv6 together: one that failed is forgiven when the other has something to tell. */
const together = (settled: readonly PromiseSettledResult<Answer<string>>[]): Answer<string> => {
  const answers = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const records = answers.flatMap((answer) => answer.records)
  const failed = settled.find((one) => one.status === 'rejected')
  if (failed && records.length === 0) throw failed.reason
  return { exists: answers.some((answer) => answer.exists), records }
}

/**
 * Makes a resolver that asks name servers over the network. A null MX (RFC 7505) is one exchange with the host `''`. A host
 * that is written as an address doesn't exist: an MX record holds a name (RFC 5321, section 5.1).
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
