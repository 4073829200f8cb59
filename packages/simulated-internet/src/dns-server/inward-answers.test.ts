import { statedNetworksOf } from '@netbox/core/network'
import { expect, it } from 'vitest'
import { createClient } from '../../test/support/dns-messages.ts'

const openFor = (scenario: string, world = {}) => {
  const client = createClient({ seed: 'k3f9', scenario: scenario as 'healthy', at: 0, world })
  const addressesOf = async (name: string, type: 'A' | 'AAAA' = 'A') =>
    ((await client.ask(name, type))?.answers ?? []).flatMap((answer) =>
      answer.type === type ? [{ address: answer.data, ttl: answer.ttl }] : [],
    )
  return {
    ...client,
    addressesOf,
    textOf: async (name: string, type?: 'A' | 'AAAA') => (await addressesOf(name, type)).map(({ address }) => address),
  }
}

it.each([
  ['ssrf-loopback', ['127.0.0.1'], ['::1']],
  ['ssrf-private', ['10.0.0.1'], ['fd00::1']],
  ['ssrf-metadata', ['169.254.169.254'], ['fd00:ec2::254']],
  ['ssrf-mapped', [], ['::ffff:7f00:1']],
])('%s has inward addresses in all answers for hosts, but not for servers', async (scenario, four, six) => {
  const [{ textOf }, { textOf: healthy }] = [openFor(scenario), openFor('healthy')]
  expect([await textOf('shop.example'), await textOf('shop.example', 'AAAA')]).toEqual([four, six])
  for (const server of ['mx1.shop.example', 'ns1.shop.example'])
    expect(await textOf(server), server).toEqual(await healthy(server))
})

it('holds for one domain, and a stated address wins', async () => {
  const { textOf } = openFor('ssrf-loopback:shop.example', {
    domains: { 'api.shop.example': { records: { A: ['198.51.100.7'] } } },
  })
  expect(await textOf('www.shop.example')).toEqual(['127.0.0.1'])
  expect(await textOf('harbour.example')).not.toContain('127.0.0.1')
  expect(await textOf('api.shop.example')).toEqual(['198.51.100.7'])
})

it('ssrf-second has the inward address after the addresses of the host', async () => {
  const own = await openFor('healthy').textOf('shop.example')
  expect(await openFor('ssrf-second').textOf('shop.example')).toEqual([...own, '127.0.0.1'])
})

it('rebinding answers with the address of the host once for each name and type, and anew after a change of the world', async () => {
  const own = await openFor('healthy').textOf('shop.example')
  const { addressesOf, textOf, live } = openFor('rebinding')
  expect(await addressesOf('shop.example')).toEqual(own.map((address) => ({ address, ttl: 0 })))
  expect(await addressesOf('shop.example')).toEqual([{ address: '127.0.0.1', ttl: 0 }])
  expect(await textOf('www.shop.example')).not.toContain('127.0.0.1')
  live.set({ scenario: 'rebinding' as const })
  expect(await textOf('shop.example')).toEqual(own)
})

it('leads only to the network of the metadata, which a scenario or a document serves', () => {
  const networksIn = (...options: Parameters<typeof openFor>) => statedNetworksOf(openFor(...options).live.now())
  const metadata = ['169.254.169.254/32', 'fd00:ec2::254/128']
  const known = networksIn('healthy')
  expect(known.filter((network) => /^(?:169\.254|fd00)/.test(network))).toEqual([])
  for (const scenario of ['ssrf-loopback', 'ssrf-private', 'ssrf-mapped']) expect(networksIn(scenario)).toEqual(known)
  for (const scenario of ['ssrf-metadata', 'redirect-inwards:shop.example'])
    expect(networksIn(scenario)).toEqual([...known, ...metadata])
  expect(networksIn('healthy', { addresses: { '169.254.169.254': { ptr: null } } })).toEqual([...known, metadata[0]])
  const records = { A: ['169.254.169.254', '127.0.0.1', '0.0.0.0'], AAAA: ['::ffff:10.0.0.1', '::', 'fe80::1'] }
  expect(networksIn('healthy', { domains: { 'a.example': { records } } })).toEqual(known)
  const rule = { match: { name: 'a.example' }, do: { answer: { A: records.A } } }
  expect(networksIn('healthy', { faults: [rule] })).toEqual(known)
})
