import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { openWorld, type ScenarioText, type WorldDocument } from '@netbox/core'
import { zoneStateOf } from '@netbox/core/dns'
import { describe, expect, it } from 'vitest'
import { findObstacle } from '../src/namespace/index.ts'
import { isWhole, seeds, WORLD_TIME } from './support/judged-worlds.ts'
import { hasPrograms } from './support/programs.ts'

/* zonemaster and dnsviz judge zones in a namespace: a signed, an unsigned and a bogus one, stated in a document and by the seed. */

const program = fileURLToPath(new URL('support/run-in-namespace.ts', import.meta.url))
const judge = fileURLToPath(new URL('support/judge-zone.sh', import.meta.url))

const world: WorldDocument = {
  domains: {
    'shop.example': {
      complete: true,
      records: {
        NS: ['ns1.shop.example', 'ns2.corp.example'],
        SOA: {
          primary: 'ns1.shop.example',
          mailbox: 'hostmaster@shop.example',
          serial: 7,
          refresh: 86_400,
          retry: 7200,
          expire: 3_600_000,
          minimum: 300,
        },
        MX: [{ priority: 10, exchange: 'mx1.mail.example' }],
        CAA: [{ tag: 'iodef', value: 'mailto:ca@shop.example' }],
        TXT: ['v=spf1 -all'],
        TYPE65: ['00010000010003026832'],
      },
    },
    'ns1.shop.example': { records: { A: ['198.51.100.1'], AAAA: ['2001:db8:1::1'] } },
    'ns2.corp.example': { records: { A: ['203.0.113.2'], AAAA: ['2001:db8:2::2'] } },
    'www.shop.example': { records: { CNAME: 'web.shop.example' } },
    'web.shop.example': { records: { CNAME: 'a.dyn.shop.example' } },
    '*.dyn.shop.example': { records: { A: ['198.51.100.7'] } },
    'sub.shop.example': { complete: true, records: { NS: ['ns1.sub.shop.example', 'ns2.corp.example'] } },
    'ns1.sub.shop.example': { records: { A: ['198.51.100.9'], AAAA: ['2001:db8:3::3'] } },
  },
}

// The reports of the programs in every world, with the reason.
const EXPLAINED = new Set([
  // Worlds have the addresses of documentation and benchmarks.
  'zonemaster ERROR NAMESERVER_IP_PRIVATE_NETWORK',
  // The hosting companies of a world may serve the domains that the test asks for and expects nowhere else.
  'zonemaster ERROR IS_A_RECURSOR',
  // Random worlds have addresses without a PTR record, as ptr-lookup reports.
  'zonemaster WARNING NAMESERVER_IP_WITHOUT_REVERSE',
  // In random worlds, the nameservers of a zone may be in one network, as dns-diagnostic reports, and even at one address.
  'zonemaster ERROR CHILD_NS_SAME_IP',
  'zonemaster ERROR DEL_NS_SAME_IP',
  'zonemaster ERROR SAME_IP_ADDRESS',
])
const BROKEN_CHAIN = ['zonemaster ERROR DS02_NO_VALID_DNSKEY_FOR_ANY_DS', 'zonemaster WARNING DS02_NO_DNSKEY_FOR_DS']

/** Returns what the programs report of each zone as wrong, in lines without the zone. */
const judged = async (options: object, zones: readonly string[]): Promise<Map<string, string[]>> => {
  const child = spawn(process.execPath, [program, JSON.stringify(options), 'bash', judge, ...zones], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)))
  await new Promise((resolve) => void child.on('close', resolve))
  const lines = output.split('\n').map((line) => line.split(' '))
  expect(
    lines.filter(([, word]) => word === 'judged').map(([zone]) => zone),
    output,
  ).toEqual(zones)
  const found = lines.filter(
    ([, judgement, kind]) => judgement === 'dnsviz' || /^(?:WARNING|ERROR|CRITICAL)$/.test(kind ?? ''),
  )
  return new Map(
    zones.map((zone) => [
      zone,
      found
        .filter(([of]) => of === zone)
        .map(([, ...words]) => words.join(' '))
        .filter((line) => !EXPLAINED.has(line)),
    ]),
  )
}

const obstacle = findObstacle()
const isReady = obstacle === undefined && hasPrograms(['zonemaster-cli', 'dnsviz', 'dig'], 'judge')

describe.runIf(isReady)('zonemaster and dnsviz', () => {
  const stateOf = (seed: string, scenario: ScenarioText, zone: string, document?: WorldDocument) =>
    zoneStateOf(openWorld({ seed, scenario, world: document }, Date.now).world, zone)

  it(
    'find a stated zone sound, delegated zones too, and a broken chain of trust',
    { timeout: WORLD_TIME },
    async () => {
      const zones = ['shop.example', 'sub.shop.example']
      const states = zones.map((zone) => stateOf('k3f9', 'healthy', zone, world))
      expect(states).toEqual(['secure', 'insecure'])
      const sound = await judged({ seed: 'k3f9', scenario: 'healthy', world }, zones)
      for (const zone of zones) expect(sound.get(zone), zone).toEqual([])
      const bogus = await judged({ seed: 'k3f9', scenario: 'dnssec-bogus:shop.example', world }, ['shop.example'])
      const lines = bogus.get('shop.example') ?? []
      expect(lines.filter((line) => line.startsWith('zonemaster'))).toEqual(BROKEN_CHAIN)
      expect(lines).toContain('dnsviz errors NO_SEP')
    },
  )

  it('find the zones of a seed as netbox does', { timeout: WORLD_TIME * seeds.length }, async () => {
    const zones = ['mail.example', 'shop.example', ...(isWhole ? ['office.example', 'shop1.test', 'ledger.co.uk'] : [])]
    for (const seed of seeds)
      for (const scenario of ['random', ...(isWhole ? (['healthy', 'dnssec-bogus'] as const) : [])] as const) {
        const found = await judged({ seed, scenario }, zones)
        for (const zone of zones) {
          const isBogus = stateOf(seed, scenario, zone) === 'bogus'
          const lines = (found.get(zone) ?? []).filter((line) => !isBogus || !line.startsWith('dnsviz'))
          expect(lines, `${seed} ${scenario} ${zone}`).toEqual(isBogus ? BROKEN_CHAIN : [])
        }
      }
  })
})
