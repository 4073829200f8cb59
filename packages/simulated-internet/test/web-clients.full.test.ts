import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createToolbox, scenarios } from '@netbox/core'
import { addressesOf, networkOf, portOf } from '@netbox/core/network'
import { openWorld } from '@netbox/core'
import { describe, expect, it } from 'vitest'
import { findObstacle } from '../src/namespace/index.ts'
import { hasPrograms } from './support/programs.ts'

/*
 * What the tools report is what real clients find: https-test and openssl and sslscan, header-security and curl, whois-lookup and
 * whois, arin-lookup and RDAP, tcp-port-test and nmap, ping-test and ping.
 */

const PROGRAMS = ['openssl', 'curl', 'whois', 'nmap', 'sslscan', 'ping', 'nft', 'dig']
const NAMES = ['shop.example', 'www.shop.example', 'mail.example', 'mx1.mail.example', 'www.bank.co.uk', 'cafe.test']
const PORTS = [21, 22, 53, 80, 110, 143, 443, 993, 8080, 50_000]
const DAY = 86_400_000

const program = fileURLToPath(new URL('support/run-in-namespace.ts', import.meta.url))
const script = fileURLToPath(new URL('support/ask-clients.sh', import.meta.url))
const run = promisify(execFile)

/** Asks the clients in a namespace; returns what each wrote, by name and client. */
const ask = async (world: object, wantsCiphers: boolean): Promise<ReadonlyMap<string, string>> => {
  const { stdout } = await run(
    process.execPath,
    [program, JSON.stringify(world), 'bash', script, wantsCiphers ? 'ciphers' : '', ...NAMES],
    { maxBuffer: 2 ** 26 },
  )
  return new Map(
    stdout.split(/^@@ /m).map((part) => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n') + 1)]),
  )
}

const fieldsOf = (whois: string, name: string): string[] =>
  [...whois.matchAll(new RegExp(`^${name}: (.*?)\\r?$`, 'gm'))].map(([, value = '']) => value)

const OPENSSL_NAMES: Readonly<Record<string, string>> = {
  'ECDHE-RSA-AES128-GCM-SHA256': 'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256',
  'ECDHE-RSA-AES128-SHA': 'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA',
  'AES128-SHA': 'TLS_RSA_WITH_AES_128_CBC_SHA',
}

const seedsOf = (scenario: string): string[] => (['none', 'healthy'].includes(scenario) ? ['k3f9', 'a1', 'b2'] : ['k3f9'])
const cases = scenarios.flatMap(({ name }) => seedsOf(name).map((seed) => ({ scenario: name, seed })))

describe.skipIf(findObstacle() !== undefined || !hasPrograms(PROGRAMS))('clients of web, registries and ports', () => {
  it.each(cases)('agree with the tools: $scenario, seed $seed', async (given) => {
    const wantsCiphers = ['none', 'healthy', 'cert-expired'].includes(given.scenario)
    const before = Date.now()
    const found = await ask(given, wantsCiphers)
    const after = Date.now()
    const toolbox = createToolbox(given)
    const { world } = openWorld(given, Date.now)
    for (const name of NAMES) {
      const said = (client: string): string => found.get(`${name} ${client}`) ?? ''
      const context = JSON.stringify({ ...given, name })

      const { result: https } = await toolbox.run('https-test', name)
      const ends = Date.parse(/notAfter=(.*)/.exec(said('certificate'))?.[1] ?? '')
      if (https.expires_in_days === null) expect(said('tls'), context).not.toContain('BEGIN CERTIFICATE')
      else {
        const days = [before, after].map((now) => Math.floor((ends - now) / DAY))
        expect(days, context).toContain(https.expires_in_days)
        expect(/Verify return code: (\d+)/.exec(said('tls'))?.[1], context).toBe(https.certificate_valid ? '0' : '10')
        expect(said('certificate'), context).toContain(`DNS:${name}\n`)
      }
      if (wantsCiphers) {
        const enabled = [...said('ciphers').matchAll(/<protocol type="tls" version="([\d.]+)" enabled="1"/g)]
        expect(enabled.map(([, version]) => `TLSv${version}`).toSorted(), context).toEqual(
          https.protocols.toSorted(),
        )
        const suites = [...said('ciphers').matchAll(/ cipher="([^"]+)"/g)].map(([, suite = '']) => OPENSSL_NAMES[suite] ?? suite)
        expect([...new Set(suites)].toSorted(), context).toEqual(https.cipher_suites.toSorted())
      }

      const { result: headers } = await toolbox.run('header-security', name)
      for (const { name: header, value } of headers.headers)
        expect(new RegExp(`^${header}: (.*?)\\r?$`, 'im').exec(said('headers'))?.[1] ?? null, context).toBe(value)
      const isPlain = portOf(world, name, 80)?.state === 'open' && addressesOf(world, name).length > 0
      if (https.expires_in_days !== null && isPlain)
        expect(said('redirect'), context).toBe(`301 https://${name}/cart?a=1`)

      const { result: whois } = await toolbox.run('whois-lookup', name)
      expect(fieldsOf(said('whois'), 'Registrar'), context).toEqual(whois.registrar === null ? [] : [whois.registrar])
      expect(fieldsOf(said('whois'), 'Creation Date'), context).toEqual(whois.creation_date === null ? [] : [whois.creation_date])
      expect(fieldsOf(said('whois'), 'Registry Expiry Date'), context).toEqual(whois.expiration_date === null ? [] : [whois.expiration_date])
      expect(fieldsOf(said('whois'), 'Name Server'), context).toEqual(whois.nameservers)
      expect(fieldsOf(said('whois'), 'Domain Status').map((text) => text.split(' ')[0]), context).toEqual(whois.status)

      const { result: arin } = await toolbox.run('arin-lookup', name)
      if (arin.ip !== null) {
        const rdap = JSON.parse(said('rdap')) as Record<string, unknown>
        expect(rdap['handle'], context).toBe(arin.network)
        expect([rdap['name'], rdap['country']], context).toEqual([arin.organization, networkOf(world, name)?.place.countryCode])
        expect(`AS${String(rdap['arin_originas0_originautnums'])}`, context).toBe(arin.asn)
        expect(said('rdap'), context).toContain(`"${arin.abuse_contact}"`)
      }

      for (const port of PORTS) {
        const { result: tcp } = await toolbox.run('tcp-port-test', `${name}:${port}`)
        const state = new RegExp(`[ ,]${port}/(\\w+)/`).exec(said('ports'))?.[1]
        expect(state === 'open', `${context} ${port} ${state}`).toBe(tcp.status === 'OPEN')
        const wanted = { open: 'open', closed: 'closed', silent: 'filtered' }[portOf(world, name, port)?.state ?? 'silent']
        if (arin.ip !== null) expect(state, `${context} ${port}`).toBe(wanted)
      }

      const { result: ping } = await toolbox.run('ping-test', name)
      const received = ping.results.filter(({ time }) => time !== null).map(({ sequence }) => sequence)
      const answered = [...said('ping').matchAll(/icmp_seq=(\d+) ttl/g)].map(([, sequence]) => Number(sequence))
      expect(answered, context).toEqual(received)
    }
  })
})
