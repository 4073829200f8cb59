import { HEALTHY } from '../../world/decisions.ts'
import { createHash, createPrivateKey, createPublicKey } from 'node:crypto'
import fc from 'fast-check'
import { parsePolicy, resolvePolicy, validateMx } from 'mailauth/lib/mta-sts.js'
import { describe, expect, it } from 'vitest'
import { casesOf } from '../../../test/support/runner.ts'
import { mailHostAt, mailTlsKeyOf, mtaStsFileOf, queryDns, type RecordType } from '../../dns/index.ts'
import { scenarios } from '../../../test/support/scenarios.ts'
import { FIXED_TIME } from '../../testing/fake-clock.ts'
import { blockListZones } from '../names/block-lists.ts'
import { platformZones } from '../names/companies.ts'
import { dnssecStateOf } from '../names/dnssec.ts'
import { parentName, zoneOf } from '../../foundation/names.ts'
import { dmarcOf } from './mail-dns.ts'
import { createWorld, type World } from '../world.ts'

const ask = <Type extends RecordType>(world: World, name: string, type: Type) =>
  queryDns(world, name, type, { validates: false, tries: 1000 })
const textAt = (world: World, name: string): string | undefined => ask(world, name, 'TXT').records[0]?.value
const seeds = Array.from({ length: casesOf(60) }, (_, index) => `policy ${index}`)
const DOMAIN = 'shop.example'
const NAMES = ['_mta-sts', '_smtp._tls', 'default._bimi', '_25._tcp.mx1', '_25._tcp.mx2'].map(
  (name) => `${name}.${DOMAIN}`,
)

const inEveryWorld = (claim: (world: World, where: string) => Promise<void> | void) =>
  Promise.all(
    scenarios.flatMap(({ name, overrides }) =>
      seeds.map(async (seed) => claim(createWorld(seed, FIXED_TIME, overrides), `${name}, seed ${seed}`)),
    ),
  )

// The same world, in which every signature is valid, so that no lookup fails.
const signed = (world: World): World => createWorld(world.seed, world.at, { ...world.overrides, dnssec: 'secure' })

describe('the policies of mail that few domains have', () => {
  it('all exist in a healthy world, and some of them in a world without a scenario', () => {
    const countIn = (overrides: World['overrides']) =>
      NAMES.map((name) => {
        const type = name.startsWith('_25') ? 'TLSA' : 'TXT'
        return seeds.filter((seed) => ask(createWorld(seed, FIXED_TIME, overrides), name, type).records.length > 0)
          .length
      })
    const healthy = HEALTHY
    // Each policy has its record for every seed, even if a company receives the domain's mail.
    expect(countIn(healthy)).toEqual(NAMES.map(() => seeds.length))
    for (const count of countIn({})) {
      expect(count).toBeGreaterThan(0)
      expect(count).toBeLessThan(seeds.length / 2)
    }
  })

  it('name the mail servers of the domain unless a scenario says otherwise, each with encryption: mailauth reads the MTA-STS policy', async () => {
    await inEveryWorld(async (world, where) => {
      const file = mtaStsFileOf(world, DOMAIN)
      const record = textAt(world, `_mta-sts.${DOMAIN}`)
      expect(file === undefined, where).toBe(record === undefined)
      if (file === undefined || record === undefined) return
      expect(file.length).toBeLessThan(65_536)
      await expect(resolvePolicy(DOMAIN, { resolver: async () => [[record]], strict: true })).resolves.toBe(
        /id=(\w+)/.exec(record)?.[1],
      )
      const policy = parsePolicy(file, { strict: true })
      expect(['enforce', 'testing']).toContain(policy.mode)
      expect(policy.maxAge).toBeGreaterThanOrEqual(604_800)
      for (const { exchange } of ask(world, DOMAIN, 'MX').records) {
        expect(validateMx(exchange, policy).valid, where).toBe(world.overrides.sts !== 'mismatch')
        expect(mailHostAt(world, exchange).tls, where).toBe(true)
      }
      expect(validateMx('mx1.forger.test', policy).valid).toBe(false)
      // A domain that requires encryption asks for failure reports, and the policy file is on an existing host.
      expect(textAt(world, `_smtp._tls.${DOMAIN}`), where).toMatch(/^v=TLSRPTv1; rua=mailto:/)
      const outcomes = (['A', 'AAAA'] as const).map((type) => ask(world, `mta-sts.${DOMAIN}`, type).outcome)
      expect(outcomes, where).not.toEqual(['no-data', 'no-data'])
    })
  })

  it('show a logo only if DMARC is enforced', async () => {
    await inEveryWorld((world, where) => {
      if (textAt(world, `default._bimi.${DOMAIN}`) === undefined) return
      expect(['quarantine', 'reject'], where).toContain(dmarcOf(signed(world), DOMAIN).policy)
    })
  })

  it('pin the key of a server that offers encryption, in a signed zone, and it is the server’s key unless a scenario says otherwise', async () => {
    // Parsing an RSA key takes a while.
    await inEveryWorld((world, where) => {
      if (!seeds.slice(0, 8).includes(world.seed)) return
      for (const host of [1, 2, 3].map((number) => `mx${number}.${DOMAIN}`)) {
        const [pin] = ask(world, `_25._tcp.${host}`, 'TLSA').records
        if (pin === undefined) continue
        expect(dnssecStateOf(world, host), where).not.toBe('insecure')
        const key = mailTlsKeyOf(world, host)
        expect(mailHostAt(world, host).tls, where).toBe(true)
        const info = createPublicKey(createPrivateKey(key ?? '')).export({ type: 'spki', format: 'der' })
        const { usage, selector, matchingType, data } = pin
        expect([usage, selector, matchingType], where).toEqual([3, 1, 1])
        const isPinned = data === createHash('sha256').update(info).digest('hex')
        expect(isPinned, where).toBe(world.overrides.tlsa !== 'mismatch')
      }
    })
  })

  it('are at names that exist, with parents that exist, and nowhere else', () => {
    const domains = fc.constantFrom(
      DOMAIN,
      'mail.example',
      'shop.co.uk',
      'www.shop.example',
      'mx1.shop.example',
      'example',
      'co.uk',
      'shop.invalid',
      'maildock.example',
      'ns1.maildock.example',
      ...platformZones,
      ...blockListZones,
    )
    const labels = fc.constantFrom(...NAMES.map((name) => name.slice(0, -DOMAIN.length - 1)))
    fc.assert(
      fc.property(
        fc.constantFrom(...seeds),
        fc.constantFrom(...scenarios),
        labels,
        domains,
        (seed, { overrides }, label, domain) => {
          const world = createWorld(seed, FIXED_TIME, overrides)
          const [name, type] = [`${label}.${domain}`, label.startsWith('_25') ? 'TLSA' : 'TXT'] as const
          if (ask(world, name, type).outcome !== 'found') return
          expect(zoneOf(domain), name).toBe(domain)
          expect(ask(world, domain, 'SOA').outcome, name).toBe('found')
          expect(ask(world, name, 'A').outcome, name).toBe('no-data')
          for (let parent = parentName(name); parent !== domain; parent = parentName(parent))
            expect(ask(world, parent, 'A').outcome, parent).not.toBe('nxdomain')
        },
      ),
      { numRuns: casesOf(2000) },
    )
    const healthy = createWorld('k3f9', FIXED_TIME, HEALTHY)
    for (const name of ['other._bimi', '_mta-sts.www', '_smtp._tls.www', '_25._tcp', '_25._tcp.www', '_25._tcp.mx9'])
      expect(ask(healthy, `${name}.${DOMAIN}`, 'TXT').outcome, name).toBe('nxdomain')
  })

  it('keep their id as time advances, like all dates', () => {
    const healthy = HEALTHY
    const ids = Array.from({ length: 48 }, (_, hour) =>
      textAt(createWorld('k3f9', FIXED_TIME + hour * 3_600_000, healthy), `_mta-sts.${DOMAIN}`),
    )
    expect(new Set(ids).size).toBeLessThanOrEqual(2)
  })
})
