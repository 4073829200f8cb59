import { createToolbox } from '@netbox/core'
import { zoneOf } from '@netbox/core/dns'
import { FIXED_TIME } from '@netbox/core/testing'
import { describe, expect, it } from 'vitest'
import { createClient } from '../../test/support/dns-messages.ts'
import { createResolver } from '../resolver/create-resolver.ts'
import { parseWorld } from './parse-world.ts'

const ZONE = String.raw`$TTL 300
@ SOA ns1 hostmaster 7 7200 900 1209600 60
@ NS ns1
@ CAA 0 issue "letsencrypt.org"
@ CAA 128 issuewild ";"
@ CAA 0 iodef "mailto:ca@shop.example"
@ HTTPS 1 . alpn=h2
@ TYPE65280 \# 2 0A0B
@ MX 0 .
ns1 A 198.51.100.1
_25._tcp.mx TLSA 3 1 1 00FF
_sip._tcp SRV 1 2 5060 sip
sip A 198.51.100.3
*.dyn A 198.51.100.4
*.dyn MX 5 sip
sub NS ns.sub
ns.sub A 198.51.100.5
far NS ns1.corp.example.
old DNAME new
a.new A 198.51.100.7
-a- A 198.51.100.8
deep.*.odd TXT x
www CNAME mail.
`
const CHILD =
  'domains:\n  sub.shop.example:\n    zone: |\n      @ NS ns\n      ns A 198.51.100.5\n      www A 198.51.100.6\n'
const indented = ZONE.replaceAll(/^/gm, '      ')
const world = parseWorld(`${CHILD}  shop.example:\n    zone: |\n${indented}`)
const options = { seed: 'k3f9', scenario: 'healthy', at: FIXED_TIME, world } as const

const setUp = () => {
  const { ask, live } = createClient(options)
  const serverOf = (zone: string) => zoneOf(live.now(), zone)?.nameservers[0]?.addresses[0] ?? ''
  const read = async (name: string, type: string, more: Parameters<typeof ask>[2] = {}) => {
    const response = await ask(name, type, { transport: 'tcp', ...more })
    const typesIn = (records: readonly { name: string; type: string }[] = []) =>
      records.map((record) => `${record.name} ${record.type}`)
    return {
      rcode: response?.rcode,
      aa: response?.flag_aa,
      answers: response?.answers ?? [],
      answer: typesIn(response?.answers),
      authority: typesIn(response?.authorities),
      additional: typesIn(response?.additionals).filter((text) => !text.endsWith('OPT')),
    }
  }
  return { read, serverOf }
}

describe('a zone file on the wire', () => {
  it('is the whole zone: NXDOMAIN and NODATA with its SOA record for the rest', async () => {
    const { read } = setUp()
    for (const name of ['web', 'mail', 'mx1', '_dmarc', 'ns2'])
      expect(await read(`${name}.shop.example`, 'A')).toMatchObject({
        rcode: 'NXDOMAIN',
        authority: ['shop.example SOA'],
      })
    for (const type of ['A', 'AAAA', 'TXT'])
      expect(await read('shop.example', type)).toMatchObject({ rcode: 'NOERROR', authority: ['shop.example SOA'] })
  })

  it('has records of every type', async () => {
    const { read } = setUp()
    const dataOf = async (name: string, type: string) =>
      (await read(name, type)).answers.map((answer) => ('data' in answer ? answer.data : undefined))
    expect(await dataOf('shop.example', 'CAA')).toMatchObject([
      { flags: 0, tag: 'issue', value: 'letsencrypt.org' },
      { flags: 128, tag: 'issuewild', value: ';' },
      { flags: 0, tag: 'iodef', value: 'mailto:ca@shop.example' },
    ])
    expect(await dataOf('shop.example', 'MX')).toMatchObject([{ preference: 0, exchange: '.' }])
    expect(await dataOf('shop.example', 'UNKNOWN_65')).toEqual([Buffer.from('00010000010003026832', 'hex')])
    expect(await dataOf('shop.example', 'UNKNOWN_65280')).toEqual([Buffer.from('0a0b', 'hex')])
    expect(await dataOf('_25._tcp.mx.shop.example', 'TLSA')).toMatchObject([{ usage: 3 }])
    expect(await dataOf('_sip._tcp.shop.example', 'SRV')).toMatchObject([{ port: 5060, target: 'sip.shop.example' }])
    const resolver = createResolver(options)
    expect(await resolver.resolveCaa('shop.example')).toEqual([
      { critical: 0, issue: 'letsencrypt.org' },
      { critical: 128, issuewild: ';' },
      { critical: 0, iodef: 'mailto:ca@shop.example' },
    ])
    expect(await resolver.resolveMx('shop.example')).toEqual([{ priority: 0, exchange: '' }])
  })

  it('has wildcards, whose records have the name of the question', async () => {
    const { read } = setUp()
    expect((await read('a.b.dyn.shop.example', 'A')).answer).toEqual(['a.b.dyn.shop.example A'])
    expect((await read('x.dyn.shop.example', 'MX')).answer).toEqual(['x.dyn.shop.example MX'])
    expect(await read('x.dyn.shop.example', 'TXT')).toMatchObject({ rcode: 'NOERROR', answer: [] })
    expect((await read('*.dyn.shop.example', 'A')).answer).toEqual(['*.dyn.shop.example A'])
  })

  it('has names that no host has, and targets of one label, which lead nowhere', async () => {
    const { read } = setUp()
    expect((await read('-a-.shop.example', 'A')).answer).toEqual(['-a-.shop.example A'])
    expect((await read('deep.*.odd.shop.example', 'TXT')).answer).toEqual(['deep.*.odd.shop.example TXT'])
    // A wildcard without records, which has names below it, applies (RFC 4592, section 2.2.2).
    expect(await read('x.odd.shop.example', 'A')).toMatchObject({ rcode: 'NOERROR', answer: [] })
    expect(await read('-b-.shop.example', 'A')).toMatchObject({ rcode: 'NXDOMAIN', authority: ['shop.example SOA'] })
    expect(await read('www.shop.example', 'A')).toMatchObject({
      rcode: 'NXDOMAIN',
      answer: ['www.shop.example CNAME'],
      authority: ['. SOA'],
    })
  })

  it('makes aliases of the names below a DNAME record, which alone is signed (RFC 6672)', async () => {
    const { read, serverOf } = setUp()
    for (const server of ['192.0.2.53', serverOf('shop.example')]) {
      expect((await read('a.old.shop.example', 'A', { server, dnssec: true })).answer).toEqual([
        'old.shop.example DNAME',
        'old.shop.example RRSIG',
        'a.old.shop.example CNAME',
        'a.new.shop.example A',
        'a.new.shop.example RRSIG',
      ])
      expect((await read('a.old.shop.example', 'CNAME', { server })).answer).toEqual([
        'old.shop.example DNAME',
        'a.old.shop.example CNAME',
      ])
      expect((await read('old.shop.example', 'DNAME', { server })).answer).toEqual(['old.shop.example DNAME'])
      expect(await read('old.shop.example', 'A', { server })).toMatchObject({ rcode: 'NOERROR', answer: [] })
      expect((await read('b.old.shop.example', 'A', { server })).rcode).toBe('NXDOMAIN')
    }
  })

  it('delegates zones: by a referral with glue, and with a proof that there is no DS record', async () => {
    const { read, serverOf } = setUp()
    const [parent, child] = [serverOf('shop.example'), serverOf('sub.shop.example')]
    expect([parent, child]).toEqual(['198.51.100.1', '198.51.100.5'])
    expect(await read('www.sub.shop.example', 'A', { server: parent })).toMatchObject({
      rcode: 'NOERROR',
      aa: false,
      answer: [],
      authority: ['sub.shop.example NS'],
      additional: ['ns.sub.shop.example A'],
    })
    const signed = await read('www.sub.shop.example', 'A', { server: parent, dnssec: true })
    expect(signed.authority).toEqual(['sub.shop.example NS', 'sub.shop.example NSEC', 'sub.shop.example RRSIG'])
    expect(await read('www.sub.shop.example', 'A', { server: child })).toMatchObject({
      aa: true,
      answer: ['www.sub.shop.example A'],
    })
    expect(await read('nothing.sub.shop.example', 'A', { server: child })).toMatchObject({
      rcode: 'NXDOMAIN',
      authority: ['sub.shop.example SOA'],
    })
    expect((await read('far.shop.example', 'A', { server: parent })).authority).toEqual(['far.shop.example NS'])
    expect((await read('www.sub.shop.example', 'A')).answer).toEqual(['www.sub.shop.example A'])
    expect((await read('sub.shop.example', 'NS')).answer).toEqual(['sub.shop.example NS'])
  })
})

it('the tools show its zones, its delegation and its other records', async () => {
  const box = createToolbox({ ...options, plan: 'enterprise' })
  const soa = await box.run('soa-record', 'www.sub.shop.example')
  expect(soa.result.primary_ns).toBe('ns.sub.shop.example')
  expect((await box.run('dnssec-check', 'www.sub.shop.example')).result.status).toBe('INSECURE')
  const { findings } = await box.run('dns-diagnostic', 'shop.example')
  expect(findings.find(({ code }) => code === 'dns-others')?.title).toBe(
    'The name also has 3 CAA records, 1 HTTPS record and 1 TYPE65280 record',
  )
})
