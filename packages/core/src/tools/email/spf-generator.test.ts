import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runner } from '../../../test/support/runner.ts'
import { describeTool } from '../../testing/describe-tool.ts'
import { FIXED_TIME } from '../../testing/fake-clock.ts'
import type { Overrides } from '../../world/decisions.ts'
import { exchangesOf } from '../../world/mail/mail.ts'
import { spfOf } from '../../world/answers/mail-dns.ts'
import { createWorld } from '../../world/world.ts'
import { senderInput } from './spf-generator.input.ts'
import { spfGeneratorSimulation } from './spf-generator.simulation.ts'
import { spfGenerator } from './spf-generator.ts'

describeTool(
  spfGenerator,
  {
    accepts: {
      'mail.example': 'mail.example',
      'Mail.Example  MX, A  -ALL': 'mail.example mx a -all',
      'mail.example ~all 203.0.113.77/24 mx': 'mail.example 203.0.113.0/24 mx ~all',
      'mail.example ip4:198.51.100.25/32 ip6:2001:DB8::1/128': 'mail.example 198.51.100.25 2001:db8::1',
      'mail.example news.example include:crm.example news.example':
        'mail.example include:news.example include:crm.example',
      'https://mail.example/ 2001:db8:0:1::/48': 'mail.example 2001:db8::/48',
    },
    refuses: [
      'mx',
      '203.0.113.0/24',
      'mail.example ?all',
      'mail.example +all',
      'mail.example -all ~all',
      'mail.example 203.0.113.0/33',
      'mail.example 203.0.113.0/024',
      'mail.example 203.0.113.01',
      'mail.example ip6:203.0.113.1',
      'mail.example include:203.0.113.1',
      'mail.example include:mail.example',
      'mail.example ptr',
      'mail.example v=spf1',
      'mail.example redirect=news.example',
      `mail.example ${Array.from({ length: 65 }, (_, index) => `203.0.113.${index}`).join(' ')}`,
      'a'.repeat(1_000_000),
    ],
  },
  runner,
)

// RFC 7208, section 12, as far as the generator needs it; `all` comes last.
const SPF =
  /^v=spf1(?: (?:mx|a|ip4:\d+\.\d+\.\d+\.\d+(?:\/\d+)?|ip6:[0-9a-f:.]+(?:\/\d+)?|include:[a-z0-9._-]+))+ [-~]all$/

const run = (text: string, overrides: Overrides = {}, seed = 'k3f9') => {
  const world = createWorld(seed, FIXED_TIME, overrides)
  const input = senderInput.parse(text)?.value ?? { domain: 'refused.example', senders: [], all: undefined }
  const result = spfGeneratorSimulation.simulate(input, world)
  const report = spfGeneratorSimulation.report(result, world, input)
  return { world, result, report, codes: report.findings.map(({ code }) => code) }
}

describe('spf-generator', () => {
  it('writes a valid record with the terms in the order given, and explains each', () => {
    const { result } = run('mail.example ~all mx 203.0.113.0/24 2001:db8::/48 _spf.news.example')
    expect(result.generated_spf).toBe('v=spf1 mx ip4:203.0.113.0/24 ip6:2001:db8::/48 include:_spf.news.example ~all')
    expect(result.generated_spf).toMatch(SPF)
    expect(result.explanation.map(({ term }) => term).join(' ')).toBe(result.generated_spf)
  })

  it('starts from the mail servers without senders', () => {
    for (let index = 0; index < 60; index++) {
      const { result, codes } = run('mail.example', { spf: 'valid' }, `spfgen-${index}`)
      expect(result.generated_spf).toMatch(SPF)
      expect(result.generated_spf).toMatch(/^v=spf1 mx .*~all$/)
      expect(codes).toContain('spfgen-guessed')
    }
  })

  it('counts the lookups of includes with their nested includes', () => {
    const { world, report } = run('mail.example a news.example crm.example', { spf: 'valid' })
    const nested = spfOf(world, 'news.example').lookups + spfOf(world, 'crm.example').lookups
    expect(report.figures[0]?.value).toBe(String(3 + nested))
  })

  it('warns before the limit and stops after it', () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => `_spf.s${index}.example`).join(' ')
    expect(run(`mail.example ${names(8)}`).codes).toContain('spfgen-lookups-within')
    expect(run(`mail.example ${names(9)}`).codes).toContain('spfgen-lookups-near')
    expect(run(`mail.example ${names(10)}`).codes).toContain('spfgen-lookups-near')
    expect(run(`mail.example ${names(11)}`).codes).toContain('spfgen-lookups')
  })

  it('finds an include whose record is broken', () => {
    for (const spf of ['missing', 'lookups', 'syntax', 'duplicate'] as const) {
      const { codes } = run('mail.example mx news.example', { spf })
      expect(codes).toContain('spfgen-include-broken')
    }
    expect(run('mail.example mx', { spf: 'missing' }).codes).not.toContain('spfgen-include-broken')
  })

  it('shows the record that the domain already publishes', () => {
    const old = run('mail.example mx 198.18.0.0/16 -all', { spf: 'valid' })
    expect(old.codes).toContain('spfgen-replaces')
    expect(old.report.findings.find(({ code }) => code === 'spfgen-replaces')?.detail).toContain(
      spfOf(old.world, 'mail.example').records[0],
    )
    expect(run('mail.example mx', { spf: 'missing' }).codes).toContain('spfgen-first')
  })

  it('advises no -all if DMARC is enforced, as spf-check does not', () => {
    const endingIn = (dmarc: 'reject' | 'none') =>
      run('mail.example mx ~all', { dmarc }).report.findings.find(({ code }) => code === 'spfgen-soft')
    expect(endingIn('reject')?.severity).toBe('pass')
    expect(endingIn('none')).toMatchObject({ severity: 'info' })
    expect(endingIn('none')?.advice).toContain('p=quarantine')
  })

  it.each([
    '0.0.0.0/0',
    '0.0.0.0/1 128.0.0.0/1',
    '128.0.0.0/1',
    '0.0.0.0/2 64.0.0.0/2',
    '1.0.0.0/8 2.0.0.0/7 4.0.0.0/6 8.0.0.0/5 16.0.0.0/4 32.0.0.0/3 64.0.0.0/2 128.0.0.0/8',
    '::/0',
    '2000::/4',
    '2000::/5 2800::/5',
  ])('never accepts a record that permits everyone: %s', (blocks) => {
    for (const all of ['-all', '~all']) {
      const { report, codes } = run(`mail.example mx ${blocks} ${all}`)
      expect(codes).toContain('spfgen-everyone')
      expect(report.sentence).toBe('The record lets everyone send in your name.')
    }
  })

  it('never accepts a record with a wide block, or one that gets wider', () => {
    const block = fc.tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 })).map(([address, bits]) => `${address}/${bits}`)
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 8 }), block, (blocks, more) => {
        const isReady = (list: readonly string[]) =>
          run(`mail.example mx ${list.join(' ')}`, { spf: 'valid' }).report.sentence.startsWith('Ready')
        if (!isReady(blocks)) expect(isReady([...blocks, more])).toBe(false)
        // Special-purpose blocks permit nobody, no matter how large they are.
        const isSpecial = (one: string) => /^(?:0|10|127|100|2[2-5]\d)\./.test(one)
        if (blocks.some((one) => !isSpecial(one) && Number(one.split('/')[1]) < 12)) expect(isReady(blocks)).toBe(false)
      }),
    )
  })

  it.each([
    '10.0.0.0/8',
    '10.1.2.3',
    '127.0.0.0/8',
    '127.0.0.1',
    '172.16.5.0/24',
    '192.168.1.1',
    '169.254.0.0/16',
    '100.64.0.0/10',
    '224.0.0.1',
    '::1',
    'fe80::1',
    'fd00::/8',
  ])('reports that %s has no effect, and not that it is wide', (block) => {
    const { codes } = run(`mail.example mx ${block}`)
    expect(codes).toContain('spfgen-special')
    expect(codes).not.toContain('spfgen-wide')
  })

  it('accepts public addresses, including addresses for documentation', () => {
    for (const block of ['203.0.113.0/24', '198.51.100.25', '198.18.0.0/16', '2001:db8::/48', '172.32.0.1', '8.8.8.8'])
      expect(run(`mail.example mx ${block}`).codes).not.toContain('spfgen-special')
  })

  it('lists the senders that the published record permits and the new one does not', () => {
    for (let index = 0; index < 80; index++) {
      const { world, report } = run('mail.example 192.0.2.1', { spf: 'valid' }, `spfgen-${index}`)
      const finding = report.findings.find(({ code }) => code === 'spfgen-loses')
      const old = spfOf(world, 'mail.example').terms.slice(0, -1)
      for (const term of old) expect(finding?.title).toContain(term)
      const words = old.map((term) => term.replace(/^ip[46]:/, '')).join(' ')
      const kept = run(`mail.example ${words}`, { spf: 'valid' }, `spfgen-${index}`)
      expect(kept.codes).not.toContain('spfgen-loses')
    }
    expect(run('mail.example 192.0.2.1', { spf: 'missing' }).codes).not.toContain('spfgen-loses')
  })

  it('keeps an address that a block of the new record contains', () => {
    const worlds = Array.from({ length: 80 }, (_, index) => `spfgen-${index}`)
    const seed = worlds.find((one) =>
      spfOf(createWorld(one, FIXED_TIME, { spf: 'valid' }), 'mail.example').terms.some((term) =>
        term.startsWith('ip4'),
      ),
    )
    const { terms } = spfOf(createWorld(seed ?? '', FIXED_TIME, { spf: 'valid' }), 'mail.example')
    const address = terms.find((term) => term.startsWith('ip4:'))?.slice(4) ?? ''
    const { report } = run(`mail.example ${address}/24`, { spf: 'valid' }, seed)
    expect(report.findings.find(({ code }) => code === 'spfgen-loses')?.title ?? '').not.toContain(address)
  })

  it('reports a missing mail server, and one that a block covers', () => {
    const { world, codes } = run('mail.example 192.0.2.1')
    expect(codes).toContain('spfgen-exchange-left-out')
    const address = exchangesOf(world, 'mail.example')[0]?.address
    expect(run(`mail.example ${address}/24`).codes).not.toContain('spfgen-exchange-left-out')
    expect(run('mail.example mx').codes).not.toContain('spfgen-exchange-left-out')
  })

  it('reports blocks that contain strangers as wide, and records that do not fit a string as long', () => {
    expect(run('mail.example mx 198.0.0.0/8').codes).toContain('spfgen-wide')
    expect(run('mail.example mx 198.18.0.0/15 2001:db8::/32').codes).toContain('spfgen-wide')
    expect(run('mail.example mx 203.0.113.0/24 2001:db8::/32').codes).not.toContain('spfgen-wide')
    const addresses = (count: number) =>
      Array.from({ length: count }, (_, index) => `203.0.113.${100 + index}`).join(' ')
    expect(run(`mail.example mx ${addresses(10)}`).codes).not.toContain('spfgen-long')
    expect(run(`mail.example mx ${addresses(20)}`).codes).toContain('spfgen-long')
    expect(run(`mail.example mx ${addresses(40)}`).codes).toContain('spfgen-too-long')
  })
})
