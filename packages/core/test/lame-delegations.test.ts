import { describe, expect, it } from 'vitest'
import { queryDns, type RecordType } from '../src/dns/index.ts'
import { createToolbox, openWorld, readWorld, tools, type WorldDocument } from '../src/index.ts'
import { FIXED_TIME } from '../src/testing/fake-clock.ts'

/* Zones whose nameservers have no address: resolvers answer SERVFAIL on every surface. */

const SHOP = 'shop.example'
const withNameservers = (NS: readonly string[], domains: WorldDocument['domains'] = {}): WorldDocument => ({
  domains: { [SHOP]: { records: { NS, A: ['198.51.100.7'], TXT: ['v=spf1 -all'] } }, ...domains },
})

const LAME: readonly (readonly [what: string, world: WorldDocument, nameserver: string])[] = [
  ['a dead top-level domain', withNameservers(['ns1.gone.invalid']), 'ns1.gone.invalid'],
  ['an unknown top-level domain', withNameservers(['NS1.shop.nowhere.']), 'ns1.shop.nowhere'],
  ['a domain that nobody registered', withNameservers(['ns1.missing.example']), 'ns1.missing.example'],
  [
    'a domain that does not exist',
    withNameservers(['ns1.gone.example'], { 'gone.example': { dns: 'nxdomain' } }),
    'ns1.gone.example',
  ],
  [
    'a host without an address',
    withNameservers(['ns.corp.example'], { 'ns.corp.example': { records: { A: [] } } }),
    'ns.corp.example',
  ],
  [
    'a host that is missing in the zone',
    { domains: { [SHOP]: { complete: true, records: { NS: ['ns1.shop.example'] } } } },
    'ns1.shop.example',
  ],
  [
    'a zone that fails itself',
    withNameservers(['ns1.corp.example'], { 'corp.example': { records: { NS: ['ns1.gone.invalid'] } } }),
    'ns1.corp.example',
  ],
]

const optionsOf = (world: WorldDocument) => ({ seed: 'k3f9', scenario: 'healthy', at: FIXED_TIME, world }) as const
const answerIn = (world: WorldDocument) => {
  const opened = openWorld(optionsOf(world), () => 0).world
  return (name: string, type: RecordType) => queryDns(opened, name, type, { tries: 1000 }).outcome
}

describe('a delegation to nowhere', () => {
  it.each(LAME)('fails for the zone and all names below it: %s', (_what, world, nameserver) => {
    const outcomeOf = answerIn(world)
    for (const name of [SHOP, `www.${SHOP}`, `_dmarc.${SHOP}`])
      for (const type of ['A', 'MX', 'TXT', 'NS', 'SOA', 'CNAME'] as const)
        expect(outcomeOf(name, type), `${name} ${type}`).toBe('failure')
    expect(outcomeOf('mail.example', 'A')).toBe('found')
    const { path, message } = readWorld(world).warnings.find((warning) => warning.path[1] === SHOP) ?? {}
    expect(path).toEqual(['domains', SHOP, 'records', 'NS', 0])
    expect(message).toBe(
      `The nameserver ${nameserver} has no address: resolvers answer SERVFAIL for ${SHOP} and all names below it.`,
    )
  })

  it('is in the report of every tool that accepts a domain', async () => {
    const toolbox = createToolbox({ ...optionsOf(withNameservers(['ns1.gone.invalid'])), plan: 'enterprise' })
    for (const { id, input } of tools) {
      if (input.type !== 'Domain Name') continue
      const run = await toolbox.run(id, SHOP)
      if (id === 'whois-lookup') continue
      expect(JSON.stringify(run), id).toMatch(/SERVFAIL|DNS fails|no nameserver of shop\.example has an address/)
    }
  })

  it('does not concern a zone with another nameserver, which resolvers ask', () => {
    const world = withNameservers(['ns1.gone.invalid', 'ns1.corp.example'])
    expect(answerIn(world)(SHOP, 'A')).toBe('found')
    expect(readWorld(world).warnings.map(({ message }) => message)).toEqual([
      'The nameserver ns1.gone.invalid has no address: resolvers ask the other nameservers of shop.example.',
    ])
  })

  it('is none if the nameserver is an alias of a host, but there is a warning', () => {
    const world = withNameservers(['ns1.corp.example'], {
      'ns1.corp.example': { records: { CNAME: 'a.corp.example' } },
    })
    expect(answerIn(world)(SHOP, 'A')).toBe('found')
    expect(readWorld(world).warnings.map(({ message }) => message)).toEqual([
      'The nameserver ns1.corp.example is an alias, which few resolvers follow (RFC 2181, section 10.3).',
    ])
  })

  it('may concern a zone below the top of another zone', () => {
    const outcomeOf = answerIn({
      domains: {
        [SHOP]: { complete: true, records: { A: ['198.51.100.7'] } },
        [`sub.${SHOP}`]: { records: { NS: [`ns.sub.${SHOP}`] } },
      },
    })
    expect([outcomeOf(SHOP, 'A'), outcomeOf(`sub.${SHOP}`, 'NS'), outcomeOf(`a.sub.${SHOP}`, 'A')]).toEqual([
      'found',
      'failure',
      'failure',
    ])
  })

  it('is none with an address below the delegation, or from the seed', () => {
    const glue = withNameservers([`ns1.${SHOP}`], { [`ns1.${SHOP}`]: { records: { AAAA: ['2001:db8::1'], A: [] } } })
    for (const world of [glue, withNameservers(['ns1.corp.example'])]) {
      expect(answerIn(world)(SHOP, 'A')).toBe('found')
      expect(readWorld(world).warnings).toEqual([])
    }
  })
})
