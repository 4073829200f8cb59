import { describe, expect, it } from 'vitest'
import { openWorld } from '../src/runs/open-world.ts'
import { createToolbox } from '../src/runs/create-toolbox.ts'
import { queryDns } from '../src/dns/index.ts'
import { FIXED_TIME } from '../src/testing/fake-clock.ts'
import type { ToolId } from '../src/catalogue/catalogue.ts'
import { readWorld } from '../src/world-document/read-world.ts'
import type { WorldDocument } from '../src/world-document/world-document.ts'

type Rule = NonNullable<WorldDocument['faults']>[number]

const NAME = 'shop.example'
const boxWith = (...faults: Rule[]) =>
  createToolbox({ seed: 'k3f9', scenario: 'healthy', at: FIXED_TIME, plan: 'enterprise', world: { faults } })

const codesOf = async (id: ToolId, input: string, ...faults: Rule[]) => {
  const { findings } = await boxWith(...faults).run(id, input)
  return findings
    .filter(({ severity }) => severity === 'critical' || severity === 'warning')
    .map(({ code, severity }) => `${severity} ${code}`)
}

describe('a rule for DNS queries', () => {
  it('changes nothing for names, types and servers that it does not match', async () => {
    const healthy = await createToolbox({ seed: 'k3f9', scenario: 'healthy', at: FIXED_TIME, plan: 'enterprise' }).run(
      'dns-diagnostic',
      NAME,
    )
    for (const match of [
      { name: 'mail.example' },
      { name: '*.www.shop.example' },
      { type: 'SRV' },
      { server: 9 },
    ] as const) {
      const run = await boxWith({ match, do: 'drop' }).run('dns-diagnostic', NAME)
      expect(run.result, JSON.stringify(match)).toEqual(healthy.result)
    }
  })

  it('fails the tools that need the type, and the tools that need its records', async () => {
    const rule: Rule = { match: { name: NAME, type: 'MX' }, do: { rcode: 'servfail' } }
    expect(await codesOf('mx-record', NAME, rule)).toEqual(['critical mx-unresolved', 'critical mx-queries'])
    expect(await codesOf('dns-diagnostic', NAME, rule)).toContain('critical dns-mail')
    expect(await codesOf('email-deliverability', NAME, rule)).toEqual(['critical deliver-unresolved'])
    expect(await codesOf('email-validation', `postmaster@${NAME}`, rule)).toEqual(['critical validation-unresolved'])
    expect(await codesOf('a-record', NAME, rule)).toEqual([])
  })

  it('leaves out a mail server whose address query fails', async () => {
    const box = boxWith({ match: { name: 'mx1.shop.example', type: 'A' }, do: { rcode: 'refused' } })
    const run = await box.run('mx-record', NAME)
    expect(run.findings.map(({ code }) => code)).toContain('mx-no-address')
    expect((await box.run('smtp-test', 'mx1.shop.example:25')).findings.map(({ code }) => code)).toEqual([
      'smtp-unresolved',
    ])
  })

  it.each<[Rule['do'], string]>([
    ['drop', 'warning a-queries'],
    [{ delay: '800ms' }, 'warning a-queries'],
    [{ rcode: 'servfail' }, 'warning a-queries'],
    ['lame', 'warning a-queries'],
    ['truncate', 'warning a-queries'],
    ['formerr', 'warning a-queries'],
  ])('of one nameserver makes resolvers ask the next one: %j', async (effect, code) => {
    const rule: Rule = { match: { name: NAME, server: 1 }, do: effect }
    expect(await codesOf('a-record', NAME, rule)).toEqual([code])
    const { world } = openWorld({ seed: 'k3f9', scenario: 'healthy', world: { faults: [rule] } }, () => FIXED_TIME)
    expect(queryDns(world, NAME, 'A').outcome).toBe('found')
  })

  it('takes signatures from a zone whose nameservers refuse EDNS, so that only resolvers without validation answer', async () => {
    const rule: Rule = { match: { name: NAME }, do: 'formerr' }
    expect(await codesOf('dnssec-check', NAME, rule)).toEqual(['critical dnssec-unresolved', 'critical dnssec-queries'])
    const { result } = await boxWith(rule).run('dns-propagation', NAME)
    expect(new Set(result.servers.map(({ status, validates }) => `${status} ${validates}`))).toEqual(
      new Set(['failed true', 'current false']),
    )
  })

  it('needs TCP after a truncated response', async () => {
    const truncated: Rule = { match: { name: NAME }, do: 'truncate' }
    expect(await codesOf('txt-record', NAME, truncated)).toEqual(['warning txt-queries'])
    expect(await codesOf('txt-record', NAME, truncated, { match: { name: NAME }, do: 'refuse-tcp' })).toContain(
      'critical txt-unresolved',
    )
  })

  it('has its effect on queries beyond a rate, until the next window of time', () => {
    const rule: Rule = { match: { name: NAME, rate: '2/min' }, do: { rcode: 'refused' } }
    const counts = new Map<string, number>()
    const askAt = (at: number) =>
      queryDns(
        openWorld({ seed: 'k3f9', scenario: 'healthy', at, world: { faults: [rule] } }, () => at).world,
        NAME,
        'A',
        { counts },
      ).outcome
    expect([0, 1, 2, 60_000].map((later) => askAt(FIXED_TIME + later))).toEqual(['found', 'found', 'failure', 'found'])
  })

  it('counts equal queries of a program, and begins anew in each run', async () => {
    const rule: Rule = { match: { name: NAME, type: 'A', server: 'resolver', nth: 1 }, do: { rcode: 'refused' } }
    const { world } = openWorld({ seed: 'k3f9', scenario: 'healthy', world: { faults: [rule] } }, () => FIXED_TIME)
    const counts = new Map<string, number>()
    const outcomes = [1, 2, 3].map(() => queryDns(world, NAME, 'A', { counts }).outcome)
    expect(outcomes).toEqual(['failure', 'found', 'found'])
    expect(queryDns(world, NAME, 'A')).toMatchObject({ outcome: 'failure', rcode: 'REFUSED' })
    for (let run = 0; run < 2; run++)
      expect(await codesOf('a-record', NAME, rule)).toEqual(['critical a-unresolved', 'critical a-queries'])
  })

  it('of the first server replaces records for every tool; of a later query, only for that query', async () => {
    const answer = { answer: { A: ['198.51.100.9'] } }
    const box = boxWith({ match: { name: NAME, server: 1 }, do: answer })
    expect((await box.run('a-record', NAME)).result.records).toEqual([
      { type: 'A', address: '198.51.100.9', ttl: 3600 },
    ])
    expect((await box.run('ping-test', NAME)).figures[0]).toBeDefined()
    expect((await box.run('geoip-lookup', NAME)).result.ip).toBe('198.51.100.9')
    const second: Rule = { match: { name: NAME, nth: 2 }, do: answer }
    const { world } = openWorld({ seed: 'k3f9', scenario: 'healthy', world: { faults: [second] } }, () => FIXED_TIME)
    const counts = new Map<string, number>()
    const found = [1, 2, 3].map(() => queryDns(world, NAME, 'A', { counts }).records.map(({ address }) => address))
    expect(found[1]).toEqual(['198.51.100.9'])
    expect(found[2]).toEqual(found[0])
    expect(found[0]).not.toContain('198.51.100.9')
  })

  it('applies at its times only, whatever the scenario', () => {
    const faults: Rule[] = [{ match: { name: NAME, at: '10:00..10:30' }, do: 'drop' }]
    const outcomeAt = (at: string) =>
      queryDns(openWorld({ seed: 'k3f9', scenario: 'mx-down', at, world: { faults } }, () => 0).world, NAME, 'A')
        .outcome
    expect(outcomeAt('2026-01-01T10:29:59Z')).toBe('timeout')
    expect(outcomeAt('2026-01-01T10:30:00Z')).toBe('found')
  })

  it('leaves the servers of the root and of top-level domains alone', () => {
    const { world } = openWorld({ seed: 'k3f9', world: { faults: [{ do: 'lame' }] } }, () => FIXED_TIME)
    expect(queryDns(world, '.', 'SOA').outcome).toBe('found')
    expect(queryDns(world, 'example', 'SOA').outcome).toBe('found')
    expect(queryDns(world, NAME, 'SOA').outcome).toBe('failure')
  })
})

describe('rules in a world document', () => {
  const read = (...faults: unknown[]) => readWorld({ faults } as WorldDocument).document

  it('have a canonical form', () => {
    expect(
      read({
        match: { server: 'any', name: 'Shop.Example', type: 'https', nth: '2..2', at: '10:00:00..10:30' },
        do: { delay: '2s' },
      }),
    ).toEqual({
      faults: [{ match: { name: NAME, type: 'HTTPS', nth: 2, at: '10:00..10:30' }, do: { delay: '2000ms' } }],
    })
    expect(read()).toEqual({})
  })

  it.each<[unknown, string]>([
    [{ match: {} }, 'faults[0].do: Expected a text, not nothing.'],
    [
      { do: 'explode' },
      "faults[0].do: 'explode' is not a fault of a server. Known: drop, truncate, formerr, lame, refuse-tcp.",
    ],
    [{ do: { delay: '31s' } }, "faults[0].do.delay: '31s' is longer than 30s."],
    [
      { do: 'drop', match: { nth: '3..2' } },
      "faults[0].match.nth: Expected a number from 1, or a range such as 1..3 or 4.., not '3..2'.",
    ],
    [
      { do: 'drop', match: { type: 'WORD' } },
      "faults[0].match.type: 'WORD' is not a record type, such as MX or TYPE99.",
    ],
    [
      { do: 'drop', match: { server: 14 } },
      "faults[0].match.server: Expected 'resolver', the number of a nameserver from 1 to 13, or an address, not 14.",
    ],
    [
      { do: 'drop', match: { at: 'noon' } },
      "faults[0].match.at: 'noon' are no times. Write them like 10:00..10:30 (UTC).",
    ],
    [
      { do: 'lame', match: { server: 'resolver' } },
      'faults[0].match.server: Only nameservers are lame: they do not serve the zone (RFC 1912, section 2.8).',
    ],
    [
      { do: 'truncate', match: { transport: 'tcp' } },
      'faults[0].match.transport: Servers truncate only responses over UDP (RFC 2181, section 9).',
    ],
    [
      { do: 'refuse-tcp', match: { transport: 'udp' } },
      "faults[0].match.transport: 'refuse-tcp' concerns only queries over TCP.",
    ],
    [{ do: { answer: { A: ['198.51.100.9'] } } }, 'faults[0].match.name: An answer needs the name of its records.'],
    [
      { do: { answer: { A: [], MX: [] } }, match: { name: NAME } },
      'faults[0].do.answer: An answer has records of one type.',
    ],
    [
      { do: { answer: { A: [] } }, match: { name: NAME, type: 'MX' } },
      "faults[0].match.type: The answer has A records, so the rule can't match MX.",
    ],
    [
      { do: { answer: { A: [] } }, match: { name: NAME, server: '198.51.100.7' } },
      "faults[0].match.server: An answer comes from 'resolver' or from a nameserver by its number.",
    ],
    [
      { do: { answer: { CNAME: 'mail.example' } }, match: { name: NAME } },
      'faults[0].do.answer.CNAME: The top of a zone cannot be an alias: its SOA and NS records are there (RFC 1034, section 3.6.2).',
    ],
  ])('are refused with the reason: %j', (rule, message) => {
    expect(() => read(rule)).toThrow(message)
  })

  it('are at most 100', () => {
    expect(() => read(...Array.from({ length: 101 }, () => ({ do: 'drop' })))).toThrow(
      'faults: At most 100 rules, not 101.',
    )
  })
})
