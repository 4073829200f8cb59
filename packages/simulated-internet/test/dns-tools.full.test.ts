import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { queryDns, trustChainOf } from '@netbox/core/dns'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { startInternet } from '../src/index.ts'
import { isWhole, namesFor, seeds, WORLD_TIME, worldsOf } from './support/judged-worlds.ts'
import { outputOf, hasPrograms } from './support/programs.ts'

/*
 * Real DNS clients understand the servers. dig, kdig and drill must read the same records, and delv must verify every signature and every
 * proof of nonexistence.
 */

const NAMES = namesFor(
  [
    'mail.example',
    'www.mail.example',
    'shop.example',
    'www.shop.co.uk',
    'mx1.mail.example',
    'nope.nope.test',
    'example',
    '_dmarc.shop.example',
  ],
  ['office.example', 'harbour.test', 'ledger.co.uk', 'www.bakery.test'],
)
const TYPES = ['A', 'MX', 'TXT', 'NS', 'SOA', 'CAA', 'CNAME'] as const

const folder = mkdtempSync(join(tmpdir(), 'netbox-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Returns records as sorted lines `name ttl class type data` with single spaces, because the tools' spacing differs. */
const linesOf = (output: string): string[] =>
  output
    .split('\n')
    .map((line) => line.trim().replaceAll(/\s+/g, ' '))
    .filter((line) => line !== '' && !line.startsWith(';'))
    .toSorted()

const answerSection = (output: string): string =>
  output.slice(output.indexOf(';; ANSWER SECTION:'), output.indexOf(';; AUTHORITY SECTION:'))

describe('DNS clients', () => {
  // Packet loss is left out: one query in five would get no answer, and each client would lose different queries.
  let compared = 0

  it.skipIf(!hasPrograms(['dig', 'kdig', 'drill']))(
    'read the same records in every scenario',
    async () => {
      for (const { seed, scenario } of worldsOf(['random', 'dnssec-bogus', 'cname-dangling'], ['packet-loss'])) {
        await using internet = await startInternet({ seed, scenario })
        const { host, port } = internet.dns
        for (const name of NAMES) {
          const questions = TYPES.flatMap((type) => [name, type])
          const given = [`@${host}`, '-p', `${port}`, '+noall', '+answer', ...questions]
          const dig = linesOf(await outputOf('dig', given))
          expect(linesOf(await outputOf('kdig', given)), `${scenario} ${name}`).toEqual(dig)
          const records = TYPES.flatMap((type) => queryDns(internet.world, name, type).records.map(() => type))
          const shown = dig.filter((line) => line.split(' ')[3] !== 'CNAME')
          expect(shown.length, `${scenario} ${name}`).toBe(records.filter((type) => type !== 'CNAME').length)
          const mx = answerSection(await outputOf('drill', ['-p', `${port}`, name, `@${host}`, 'MX']).catch(() => ''))
          for (const line of linesOf(mx)) expect(dig, `${scenario} ${name}`).toContain(line)
          compared += 3
        }
      }
      console.warn(`Answers of DNS clients were compared ${compared} times.`)
    },
    WORLD_TIME * seeds.length,
  )

  it.skipIf(!hasPrograms(['dig']))('show the case of a query, its truncation and its errors', async () => {
    await using internet = await startInternet({ seed: 'k3f9', scenario: 'dnssec-bogus' })
    const { host, port } = internet.dns
    const dig = async (...more: string[]) => outputOf('dig', [`@${host}`, '-p', `${port}`, ...more])
    expect(await dig('shop.example', 'MX')).toMatch(
      /status: SERVFAIL[\s\S]*EDE: 9 \(DNSKEY Missing\): \(no DNSKEY of shop\.example\./,
    )
    expect(await dig('+cd', '+dnssec', 'shop.example', 'MX')).toMatch(/flags: qr rd ra cd[\s\S]*RRSIG\s+MX/)
    expect(await dig('ExAmPle', 'SOA')).toMatch(/\nExAmPle\.\s/)
    expect(await dig('+ignore', '+notcp', 'example', 'ANY')).toContain('flags: qr tc rd ra')
    expect(await dig('example', 'ANY')).toContain('(TCP)')
    expect(await dig('+edns=1', '+noednsnegotiation', 'example', 'SOA')).toContain('status: BADVERS')
    expect(await dig('example', 'AXFR')).toContain('Transfer failed')
  })

  it.skipIf(!hasPrograms(['delv']))(
    'validate every answer of a signed zone, and refuse the answers of a bogus zone',
    async () => {
      for (const scenario of ['healthy', 'random', 'dnssec-bogus', 'cname-dangling'] as const) {
        await using internet = await startInternet({ seed: 'k3f9', scenario })
        const { host, port } = internet.dns
        const [flags, protocol, algorithm, key] = internet.trustAnchor.dnskey.split(' ').slice(4)
        const anchor = join(folder, `${scenario}.key`)
        writeFileSync(anchor, `trust-anchors { . static-key ${flags} ${protocol} ${algorithm} "${key}"; };\n`)
        const names = [
          'www.mail.example',
          'nope.nope.test',
          ...Array.from(
            { length: scenario === 'dnssec-bogus' ? 3 : 12 },
            (_, index) => `shop${index}.${index % 3 === 0 ? 'co.uk' : 'example'}`,
          ),
        ]
        for (const name of names)
          for (const type of ['A', 'MX', 'TYPE65']) {
            const output = await outputOf('delv', [`@${host}`, '-p', `${port}`, '-a', anchor, '+root=.', name, type])
            const state = trustChainOf(
              internet.world,
              name
                .split('.')
                .slice(name.endsWith('co.uk') ? -3 : -2)
                .join('.'),
            ).at(-1)?.state
            const wanted = { secure: 'fully validated', insecure: 'unsigned answer', bogus: 'resolution failed' }[
              state ?? 'bogus'
            ]
            expect(output, `${scenario} ${name} ${type}`).toContain(wanted)
            if (state === 'bogus') expect(output).not.toContain('validated')
          }
      }
    },
  )

  it.skipIf(!hasPrograms(['delv']))(
    'validate every answer of a stated zone: aliases, wildcards and what is missing',
    async () => {
      const world = {
        domains: {
          'shop.example': { complete: true, records: { TXT: ['v=spf1 -all'], MX: [{ priority: 0, exchange: '.' }] } },
          'www.shop.example': { records: { CNAME: 'web.shop.example' } },
          'web.shop.example': { records: { CNAME: 'a.dyn.shop.example' } },
          'lost.shop.example': { records: { CNAME: 'gone.shop.example' } },
          '*.dyn.shop.example': { records: { A: ['198.51.100.7'] } },
          'sub.shop.example': { records: { NS: ['ns1.sub.shop.example'] } },
          'ns1.sub.shop.example': { records: { A: ['198.51.100.9'] } },
          'far.shop.example': { records: { CNAME: 'nothing.invalid' } },
          'old.shop.example': { records: { DNAME: 'dyn.shop.example' } },
          'left.shop.example': { records: { DNAME: 'gone.shop.example' } },
          [String.raw`a\.b.shop.example`]: { records: { A: ['198.51.100.8'] } },
          '-a-.*.shop.example': { records: { CNAME: String.raw`a\.b.shop.example` } },
          'local.shop.example': { records: { CNAME: 'mail' } },
        },
      }
      await using internet = await startInternet({ seed: 'k3f9', scenario: 'healthy', world })
      const { host, port } = internet.dns
      const [flags, protocol, algorithm, key] = internet.trustAnchor.dnskey.split(' ').slice(4)
      const anchor = join(folder, 'stated.key')
      writeFileSync(anchor, `trust-anchors { . static-key ${flags} ${protocol} ${algorithm} "${key}"; };\n`)
      const names = ['', 'www.', 'web.', 'lost.', 'x.dyn.', 'x.y.dyn.', '*.dyn.', 'dyn.', 'nope.', 'a.b.nope.', 'far.']
      names.push('x.old.', 'x.y.old.', 'old.', 'x.left.', String.raw`a\.b.`, '-a-.*.', 'local.', String.raw`\255.`)
      for (const name of names)
        for (const type of ['A', 'MX', 'TXT', 'TYPE65', 'DS']) {
          const question = ['-q', `${name}shop.example`, '-t', type]
          const output = await outputOf('delv', [`@${host}`, '-p', `${port}`, '-a', anchor, '+root=.', ...question])
          expect(output, question.join(' ')).toMatch(/^; (?:negative response, )?fully validated/m)
        }
      const unsigned = await outputOf('delv', [
        `@${host}`,
        '-p',
        `${port}`,
        '-a',
        anchor,
        '+root=.',
        'sub.shop.example',
        'A',
      ])
      expect(unsigned).toContain('unsigned answer')
    },
  )

  it.skipIf(!hasPrograms(['delv']))(
    'validate the sets of records that are stated twice, or in several spellings',
    { timeout: WORLD_TIME },
    async () => {
      const MX = (exchange: string) => ({ priority: 10, exchange })
      const spelled = {
        A: fc.constantFrom('198.51.100.7', '198.51.100.8', { address: '198.51.100.7', ttl: 60 }),
        TXT: fc.constantFrom(
          'a',
          { strings: ['a'] },
          { strings: [String.raw`\097`] },
          { value: 'a', ttl: 60 },
          'b',
          '',
        ),
        MX: fc.constantFrom('mx.shop.example', 'MX.shop.example.', String.raw`\109x.shop.example`, 'b.example').map(MX),
        CAA: fc.constantFrom('ca.example', { issue: 'ca.example' }, { tag: 'ISSUE', value: 'ca.example' }, 'b.example'),
        TYPE65: fc.constantFrom('000100', { data: '000100', ttl: 60 }, '000200'),
      }
      const sets = fc.oneof(
        ...Object.entries(spelled).map(([type, records]) =>
          fc.array<unknown>(records, { minLength: 2, maxLength: 5 }).map((set) => ({ type, set })),
        ),
      )
      const drawn = fc.sample(sets, { seed: 52, numRuns: isWhole ? 300 : 20 })
      const domains = Object.fromEntries(
        drawn.map(({ type, set }, index) => [`n${index}.shop.example`, { records: { [type]: set } }]),
      )
      const world = { domains: { 'shop.example': { complete: true }, ...domains } }
      await using internet = await startInternet({ seed: 'k3f9', scenario: 'healthy', world })
      const { host, port } = internet.dns
      const [flags, protocol, algorithm, key] = internet.trustAnchor.dnskey.split(' ').slice(4)
      const anchor = join(folder, 'twice.key')
      writeFileSync(anchor, `trust-anchors { . static-key ${flags} ${protocol} ${algorithm} "${key}"; };\n`)
      for (const [index, { type, set }] of drawn.entries()) {
        const question = [`n${index}.shop.example`, type]
        const output = await outputOf('delv', [`@${host}`, '-p', `${port}`, '-a', anchor, '+root=.', ...question])
        expect(output, JSON.stringify(set)).toMatch(/^; fully validated/m)
      }
    },
  )
})
