import { describe, expect, it } from 'vitest'
import { mailHostAt } from '../src/dns/index.ts'
import { openWorld } from '../src/runs/open-world.ts'
import type { ScenarioText } from '../src/scenarios/index.ts'
import type { WorldDocument } from '../src/world-document/world-document.ts'
import { nameKindOf } from '../src/world/answers/existence.ts'
import type { hostFields, machineFields, smtpFields, zoneFields } from '../src/world/document-fields.ts'
import { machineAt } from '../src/world/hosts/machine-at.ts'
import { machineOf } from '../src/world/hosts/machines.ts'
import { answerOn, mailAnswerOf } from '../src/world/hosts/reach.ts'
import { certificateFaultOf, handshakeOf } from '../src/world/hosts/stated-hosts.ts'
import { exchangesOf, mailServerOf } from '../src/world/mail/mail.ts'
import { dnssecStateOf } from '../src/world/names/dnssec.ts'
import type { World } from '../src/world/world.ts'

type Field = keyof typeof hostFields | keyof typeof machineFields | keyof typeof smtpFields | keyof typeof zoneFields

/** The decision of a field of documents: in a healthy world, in one with a scenario about the same fact, and where a document says otherwise. */
interface Case {
  readonly read: (world: World, host: string) => unknown
  readonly healthy: unknown
  /** The scenario and its value; undefined if no scenario decides about the fact. */
  readonly scenario: readonly [name: ScenarioText, value: unknown] | undefined
  readonly document: readonly [document: (host: string) => WorldDocument, value: unknown]
}

const DOMAIN = 'shop.example'
const WEB = `www.${DOMAIN}`
const SEEDS = ['a', 'b', 'c', 'd', 'e']

const openedIn = (seed: string, scenario: ScenarioText, world?: WorldDocument): World =>
  openWorld({ seed, scenario, at: 0, world }, () => 0).world

const mailHost = (seed: string): string => exchangesOf(openedIn(seed, 'healthy'), DOMAIN)[0]?.exchange ?? ''

/** Each field that a document has for a fact: without its case here, this file doesn't compile. */
const cases: Readonly<Record<Field, Case>> = {
  state: {
    read: (world, host) => mailAnswerOf(world, machineOf(world, host)),
    healthy: 'open',
    scenario: ['mx-down', 'silent'],
    document: [(host) => ({ hosts: { [host]: { smtp: { state: 'refused' } } } }), 'refused'],
  },
  greylist: {
    read: (world, host) => mailServerOf(world, host).recipients,
    healthy: 'verified',
    scenario: ['greylisting', 'greylisted'],
    document: [(host) => ({ hosts: { [host]: { smtp: { greylist: false } } } }), 'verified'],
  },
  dmarc: {
    read: (world, host) => mailHostAt(world, host).enforcesDmarc,
    healthy: false,
    scenario: undefined,
    document: [(host) => ({ hosts: { [host]: { smtp: { dmarc: 'enforce' } } } }), true],
  },
  ports: {
    read: (world) => answerOn(world, machineOf(world, WEB), 8443),
    healthy: 'open',
    scenario: undefined,
    document: [() => ({ hosts: { [WEB]: { ports: { 8443: 'refused' } } } }), 'refused'],
  },
  certificate: {
    read: (world) => certificateFaultOf(world, WEB),
    healthy: undefined,
    scenario: ['cert-self-signed', 'self-signed'],
    document: [() => ({ hosts: { [WEB]: { certificate: { fault: 'wrong-name' } } } }), 'wrong-name'],
  },
  servedBy: {
    read: (world) => answerOn(world, machineOf(world, WEB), 8443),
    healthy: 'open',
    scenario: undefined,
    document: [() => ({ hosts: { [WEB]: { servedBy: 'self', ports: { 443: 'open' } } } }), 'refused'],
  },
  tls: {
    read: (world) => handshakeOf(world, WEB),
    healthy: 'completes',
    scenario: ['tls-old', 'old'],
    document: [() => ({ hosts: { [WEB]: { tls: 'closes' } } }), 'closes'],
  },
  dns: {
    read: (world) => nameKindOf(world, WEB) === 'nxdomain',
    healthy: false,
    scenario: undefined,
    document: [() => ({ domains: { [WEB]: { dns: 'nxdomain' } } }), true],
  },
  dnssec: {
    read: (world) => dnssecStateOf(world, DOMAIN),
    healthy: 'secure',
    scenario: ['dnssec-bogus', 'bogus'],
    document: [() => ({ domains: { [DOMAIN]: { dnssec: 'insecure' } } }), 'insecure'],
  },
}

describe.each(Object.entries(cases))('the fact behind the field %s', (_, { read, healthy, scenario, document }) => {
  it.each(SEEDS)('follows the document before the scenario and the seed %s', (seed) => {
    const host = mailHost(seed)
    const valueIn = (name: ScenarioText, world?: WorldDocument) => read(openedIn(seed, name, world), host)
    const [faulty, decided] = scenario ?? ['healthy', healthy]
    const [documentOf, stated] = document
    expect(valueIn('healthy')).toEqual(healthy)
    expect(valueIn(faulty)).toEqual(decided)
    for (const name of ['healthy', faulty, 'random'] as const)
      expect(valueIn(name, documentOf(host)), name).toEqual(stated)
  })
})

it('the law comes first: nobody reaches an address that no network has, in any scenario', () => {
  for (const scenario of ['healthy', 'mx-down', 'random'] as const) {
    const world = openedIn('a', scenario)
    for (const port of [25, 443]) expect(answerOn(world, machineAt(world, '240.0.0.1'), port)).toBe('silent')
  }
})
