import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual, promisify } from 'node:util'
import { createToolbox, openWorld, scenarios } from '@netbox/core'
import { addressesOf, networkOf, portOf } from '@netbox/core/network'
import { afterAll, describe, expect, it } from 'vitest'
import { findObstacle } from '../src/namespace/index.ts'
import { isWhole, namesFor, WORLD_TIME, worldsOf } from './support/judged-worlds.ts'
import { hasPrograms } from './support/programs.ts'

/*
 * Each tool must report the same results as a real client: https-test (openssl and sslscan), header-security (curl), whois-lookup (whois),
 * arin-lookup (RDAP), tcp-port-test (nmap), ping-test (ping) and spf-check (spfquery). sslscan skips hosts without a certificate, because
 * it waits for minutes at a silent port. testssl takes longer, so it tests only one host.
 */

const PROGRAMS = ['openssl', 'curl', 'whois', 'nmap', 'sslscan', 'ping', 'nft', 'dig', 'spfquery', 'testssl']
const NAMES = namesFor(
  ['shop.example', 'www.shop.example', 'mail.example', 'mx1.mail.example', 'www.bank.co.uk', 'cafe.test'],
  ['office.example', 'harbour.test', 'ledger.co.uk', 'www.museum.example', 'bakery.test', 'mx2.shop.example'],
)
const PORTS = [21, 22, 53, 80, 110, 143, 443, 993, 8080, 50_000]
const DAY = 86_400_000

const program = fileURLToPath(new URL('support/run-in-namespace.ts', import.meta.url))
const script = fileURLToPath(new URL('support/ask-clients.sh', import.meta.url))
const run = promisify(execFile)

/** Runs the clients in a namespace. Returns the output of each client for each name. */
const ask = async (world: object, mode: 'ciphers' | 'lossy' | ''): Promise<ReadonlyMap<string, string>> => {
  const { stdout } = await run(process.execPath, [program, JSON.stringify(world), 'bash', script, mode, ...NAMES], {
    maxBuffer: 2 ** 26,
  })
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

// tls-faults.full.test.ts judges the scenarios of certificates and handshakes.
const TLS_FAULTS = scenarios
  .map(({ name }) => name)
  .filter((name) => /^(?:cert-(?!expir)|tls-|client-cert-required)/.test(name))

const cases = worldsOf(['random', 'cert-expired', 'packet-loss'], TLS_FAULTS)

// The scenario of a certificate changes no protocol.
const WITH_CIPHERS: readonly string[] = isWhole ? ['random', 'healthy', 'cert-expired'] : ['random']

const STATES = { open: 'open', refused: 'closed', silent: 'filtered' } as const

const readObject = (text: string): Record<string, unknown> =>
  text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {}

let compared = 0

describe.skipIf(findObstacle() !== undefined || !hasPrograms(PROGRAMS, 'web'))(
  'clients of web, registries and ports',
  () => {
    it.each(cases)('agree with the tools: $scenario, seed $seed', { timeout: WORLD_TIME }, async (given) => {
      const wantsCiphers = WITH_CIPHERS.includes(given.scenario)
      const before = Date.now()
      const found = await ask(given, wantsCiphers ? 'ciphers' : given.scenario === 'packet-loss' ? 'lossy' : '')
      const after = Date.now()
      const toolbox = createToolbox({ ...given, plan: 'enterprise' })
      const { world } = openWorld(given, Date.now)
      const differences: string[] = []
      const compare = (what: string, seen: unknown, wanted: unknown): void => {
        compared++
        if (!isDeepStrictEqual(seen, wanted))
          differences.push(`${what}: seen ${JSON.stringify(seen)}, wanted ${JSON.stringify(wanted)}`)
      }
      for (const name of NAMES) {
        const said = (client: string): string => found.get(`${name} ${client}`) ?? ''
        const whoisFields = (field: string): string[] => fieldsOf(said('whois'), field)

        const { result: https } = await toolbox.run('https-test', name)
        const isServed = https.expires_in_days !== null
        compare(`${name} certificate`, said('tls').includes('BEGIN CERTIFICATE'), isServed)
        if (isServed) {
          const ends = Date.parse(/notAfter=(.*)/.exec(said('certificate'))?.[1] ?? '')
          const days = [before, after].map((now) => Math.trunc((ends - now) / DAY))
          compare(`${name} days ${days.join()}`, days.includes(https.expires_in_days ?? 0), true)
          compare(`${name} verification`, said('tls').includes('Verification: OK'), https.certificate_valid)
          compare(`${name} expiry`, said('tls').includes('certificate has expired'), !https.certificate_valid)
          compare(`${name} alternative name`, said('certificate').includes(`DNS:${name}\n`), true)
        }
        if (wantsCiphers) {
          const enabled = [...said('ciphers').matchAll(/<protocol type="tls" version="([\d.]+)" enabled="1"/g)]
          compare(
            `${name} protocols`,
            enabled.map(([, version]) => `TLSv${version}`).toSorted(),
            https.protocols.toSorted(),
          )
          const suites = [...said('ciphers').matchAll(/ cipher="([^"]+)"/g)].map(
            ([, suite = '']) => OPENSSL_NAMES[suite] ?? suite,
          )
          compare(`${name} suites`, [...new Set(suites)].toSorted(), https.cipher_suites.toSorted())
        }

        if (found.has(`${name} testssl`)) {
          const offered = [...said('testssl').matchAll(/^ TLS (1(?:\.\d)?) +offered/gm)]
          compare(
            `${name} protocols of testssl`,
            offered.map(([, version]) => `TLSv${version === '1' ? '1.0' : version}`).toSorted(),
            https.protocols.toSorted(),
          )
        }

        // Resolvers refuse the records of bogus zones, which spf-check needs.
        if (given.scenario !== 'dnssec-bogus') {
          const { result: policy } = await toolbox.run('spf-check', name)
          const [result] = said('spf').split('\n')
          const wanted = policy.spf_record === null ? 'none' : policy.valid ? 'a result' : 'permerror'
          compare(`${name} SPF`, result === 'none' || result === 'permerror' ? result : 'a result', wanted)
        }

        const { result: page } = await toolbox.run('header-security', name)
        for (const { name: header, value } of page.headers) {
          const line = new RegExp(`^${header}: (.*?)\\r?$`, 'im').exec(said('headers'))
          compare(`${name} ${header}`, line?.[1] ?? null, value)
        }
        const isPlain = addressesOf(world, name).length > 0 && portOf(world, name, 80)?.state === 'open'
        if (isServed && isPlain) compare(`${name} redirect`, said('redirect').trimEnd(), `301 https://${name}/cart?a=1`)

        const { result: whois } = await toolbox.run('whois-lookup', name)
        const listOf = (value: string | null): string[] => (value === null ? [] : [value])
        compare(`${name} registrar`, whoisFields('Registrar'), listOf(whois.registrar))
        compare(`${name} creation`, whoisFields('Creation Date'), listOf(whois.creation_date))
        compare(`${name} expiration`, whoisFields('Registry Expiry Date'), listOf(whois.expiration_date))
        compare(`${name} nameservers`, whoisFields('Name Server'), whois.nameservers)
        compare(
          `${name} status`,
          whoisFields('Domain Status').map((text) => text.split(' ')[0]),
          whois.status,
        )

        const { result: arin } = await toolbox.run('arin-lookup', name)
        const isThere = arin.ip !== null
        if (isThere) {
          const rdap = readObject(said('rdap'))
          const { organization, network, asn, abuse_contact } = arin
          compare(`${name} network`, rdap['handle'], network)
          compare(`${name} organization`, rdap['name'], organization)
          compare(`${name} country`, rdap['country'], networkOf(world, name)?.place.countryCode)
          compare(`${name} origin`, `AS${String(rdap['arin_originas0_originautnums'])}`, asn)
          compare(`${name} abuse`, said('rdap').includes(`"${abuse_contact}"`), true)
        }

        for (const port of PORTS) {
          const { result: tcp } = await toolbox.run('tcp-port-test', `${name}:${port}`)
          const state = new RegExp(`[ ,]${port}/(\\w+)/`).exec(said('ports'))?.[1]
          compare(`${name} port ${port}`, state === 'open', tcp.status === 'OPEN')
          if (isThere) compare(`${name} port ${port}`, state, STATES[portOf(world, name, port)?.state ?? 'silent'])
        }

        const { result: ping } = await toolbox.run('ping-test', name)
        const received = ping.results.filter(({ time }) => time !== null).map(({ sequence }) => sequence)
        const answered = [...said('ping').matchAll(/icmp_seq=(\d+) ttl/g)].map(([, sequence]) => Number(sequence))
        compare(`${name} ping`, answered, received)
      }
      expect(differences).toEqual([])
    })

    afterAll(() => console.warn(`Clients and tools were compared ${compared} times.`))
  },
)
