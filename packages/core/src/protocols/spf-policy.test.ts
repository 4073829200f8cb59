import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { MailDns } from './mail-dns.ts'
import { evaluateSpf } from './spf-evaluation.ts'
import { readSpfPolicy, type SpfState } from './spf-policy.ts'

// Names whose records are drawn, and a name that has none.
const NAMES = ['a.example', 'b.example', 'c.example', 'd.example'] as const
const EVERY = [...NAMES, 'none.example']

const name = fc.constantFrom(...EVERY)
const term = fc.oneof(
  { weight: 4, arbitrary: name.map((to) => `include:${to}`) },
  // `exists` matches every client if the name has an address.
  fc.constant('exists:none.example'),
  fc.tuple(fc.constantFrom('a', 'mx'), name).map(([kind, to]) => `${kind}:${to}`),
  fc.constantFrom('a', 'mx', 'ip4:192.0.2.9', 'nonsense', '?all', '-all'),
  name.map((to) => `redirect=${to}`),
)
const text = fc.array(term, { maxLength: 6 }).map((terms) => ['v=spf1', ...terms].join(' '))
const host = fc.record({
  texts: fc.oneof(
    { weight: 6, arbitrary: text.map((one): string[] | undefined => [one]) },
    { weight: 1, arbitrary: fc.constantFrom<(string[] | undefined)[]>(undefined, [], ['v=spf1 -all', 'v=spf1 mx']) },
  ),
  addresses: fc.constantFrom<(string[] | undefined)[]>(['192.0.2.1'], ['192.0.2.2'], [], undefined),
  exchanges: fc.oneof(
    fc.array(name, { maxLength: 3 }),
    fc.constant(Array.from({ length: 11 }, () => 'a.example')),
    fc.constant(undefined),
  ),
})

const RESULTS: Readonly<Record<SpfState, readonly string[]>> = {
  valid: ['neutral', 'fail'],
  missing: ['none'],
  failure: ['temperror'],
  duplicate: ['permerror'],
  syntax: ['permerror'],
  include: ['permerror'],
  lookups: ['permerror'],
  voids: ['permerror'],
  hosts: ['permerror'],
}

it('the state of a policy is the result of the evaluation for a client that no term matches', () => {
  fc.assert(
    fc.property(fc.tuple(host, host, host, host), (hosts) => {
      const at = (asked: string) => hosts[NAMES.findIndex((one) => one === asked)]
      const dns: MailDns = {
        text: (asked) => (at(asked) === undefined ? [] : at(asked)?.texts),
        dmarc: () => [],
        exchanges: (asked) => (at(asked) === undefined ? [] : at(asked)?.exchanges),
        addresses: (asked, family) => (at(asked) === undefined ? [] : family === 'A' ? at(asked)?.addresses : []),
        reverseNames: () => [],
        exists: () => true,
      }
      const client = { address: '203.0.113.9', domain: 'a.example', sender: 'ana@a.example', helo: 'mx.a.example' }
      const { result, reason } = evaluateSpf(dns, client)
      const { state, lookups } = readSpfPolicy(dns, 'a.example')
      expect(RESULTS[state], `${state}, ${result}: ${reason}, ${JSON.stringify(hosts)}`).toContain(result)
      expect(lookups).toBeLessThanOrEqual(20)
    }),
    { numRuns: 3000 },
  )
})
