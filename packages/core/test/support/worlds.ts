import { openWorld } from '../../src/runs/open-world.ts'
import type { WorldDocument } from '../../src/world-document/world-document.ts'
import { scenarios, type ScenarioText } from '../../src/scenarios/index.ts'
import type { World } from '../../src/world/world.ts'

/** A kind of world in which tests check claims about all worlds. */
export interface WorldKind {
  readonly name: string
  /** A domain with stated facts or its own scenario. */
  readonly domain: string
  readonly open: (seed: string, at: number) => World
}

const inScenario = (scenario: ScenarioText, domain = 'mail.example'): WorldKind => ({
  name: scenario,
  domain,
  open: (seed, at) => openWorld({ seed, scenario, at }, () => at).world,
})

/** Several faults at once, and faults of one domain, on `healthy` and on `random`. */
const combinedWorlds: readonly WorldKind[] = [
  inScenario('mx-down+spf-permerror+block-listed+cert-expired'),
  inScenario('packet-loss+ptr-mismatch+greylisting+dmarc-none+propagation-partial'),
  inScenario('mx-down:shop.example+ptr-mismatch:shop.example+packet-loss:shop.example', 'shop.example'),
  inScenario('random+greylisting:shop.example+block-listed:shop.example', 'shop.example'),
  inScenario('cname-dangling:shop.example+cert-expiring:shop.example', 'www.shop.example'),
  inScenario('random+dnssec-bogus:www.shop.example+propagation-partial:shop.example', 'www.shop.example'),
  inScenario('healthy+random:shop.example', 'shop.example'),
]

const stating = (name: string, domain: string, world: WorldDocument): WorldKind => ({
  name,
  domain,
  open: (seed, at) => openWorld({ seed, at, world }, () => at).world,
})

/** Worlds with stated facts about their domain. */
const statedWorlds: readonly WorldKind[] = [
  stating('stated mail', 'shop.example', {
    domains: {
      'shop.example': {
        records: {
          A: ['198.51.100.80', { address: '203.0.113.9', ttl: 60 }],
          MX: [
            { priority: 20, exchange: 'backup.corp.example' },
            { priority: 5, exchange: 'mail.corp.example', ttl: 120 },
          ],
          TXT: ['v=spf1 mx include:_spf.newsletters.example -all', 'hello'],
          NS: ['ns1.dns.corp.example', 'ns7.zonecraft.example'],
        },
      },
      '_dmarc.shop.example': { records: { TXT: ['v=DMARC1; p=none'] } },
      's9._domainkey.shop.example': { records: { TXT: [`v=DKIM1; k=ed25519; p=${'A'.repeat(43)}=`] } },
    },
    hosts: {
      'mail.corp.example': { smtp: { state: 'refused' } },
      'backup.corp.example': { smtp: { state: 'open', greylist: true } },
      'shop.example': { ports: { 443: 'refused' } },
    },
    addresses: { '198.51.100.7': { listed: ['harvest-trap.example'], ptr: 'mail.corp.example' } },
  }),
  stating('stated aliases', 'www.shop.example', {
    domains: {
      'www.shop.example': { records: { CNAME: { target: 'edge7.hosts.corp.example', ttl: 60 } } },
      'edge7.hosts.corp.example': { records: { A: ['198.51.100.81'], AAAA: [] } },
      'shop.example': { records: { TXT: ['v=spf1 include:missing.example -all'] }, scenario: 'cert-expired' },
      'missing.example': { records: { TXT: [] } },
    },
    hosts: { 'www.shop.example': { certificate: { expires: '2031-01-01' } } },
  }),
  stating('stated addresses', 'mx1.mail.example', {
    domains: {
      'mx1.mail.example': { records: { A: ['198.51.100.82'] } },
      'v6.example': { records: { A: [], AAAA: ['2001:db8::9'] } },
    },
    addresses: { '198.51.100.82': { ptr: null, listed: [] }, '2001:db8::9': { ptr: 'host.v6.example' } },
  }),
]

/** Every scenario, some combinations and some stated facts. */
export const everyWorld: readonly WorldKind[] = [
  ...scenarios.map(({ name }) => inScenario(name)),
  ...combinedWorlds,
  ...statedWorlds,
]
