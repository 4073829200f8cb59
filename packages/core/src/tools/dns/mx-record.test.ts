import { describe, expect, it } from 'vitest'
import { runner } from '../../../test/support/runner.ts'
import { describeTool } from '../../testing/describe-tool.ts'
import { fixedWorld } from '../../testing/fixed-world.ts'
import { FIXED_TIME } from '../../testing/fake-clock.ts'
import { mailHostOf } from '../../world/mail/mail.ts'
import { createWorld } from '../../world/world.ts'
import { mxRecordSimulation } from './mx-record.simulation.ts'
import { mxRecord } from './mx-record.ts'

describeTool(
  mxRecord,
  {
    accepts: {
      'mail.example': 'mail.example',
      'HTTPS://User@Shop.Example:8443/cart?x=1': 'shop.example',
      'ana@harbour.example': 'harbour.example',
      'münchen.example': 'xn--mnchen-3ya.example',
      'mail.example.': 'mail.example',
    },
    refuses: [
      '198.51.100.25',
      'mail..example',
      'mail',
      '-mail.example',
      'ma il.example',
      'mail\u0000.example',
      'mail\u202e.example',
      `${'a'.repeat(64)}.example`,
      'a'.repeat(1_000_000),
    ],
  },
  runner,
)

describe('mx-record', () => {
  it('lists the mail servers in the order in which senders try them', async () => {
    const { result } = await fixedWorld('random', 'k3f9').run('mx-record', 'mail.example')
    const priorities = result.records.map(({ priority }) => priority)
    expect(priorities).toEqual(priorities.toSorted((a, b) => a - b))
    expect(new Set(priorities).size).toBe(priorities.length)
  })

  it('notes a single mail server, and does not advise a second one that would only accept spam', () => {
    const found = Array.from({ length: 60 }, (_, index) => `mx-${index}`).flatMap((seed) => {
      const world = createWorld(seed, FIXED_TIME)
      const { findings } = mxRecordSimulation.report(
        mxRecordSimulation.simulate('shop.example', world),
        world,
        'shop.example',
      )
      return findings.filter(({ code }) => code === 'mx-single')
    })
    expect(found.length).toBeGreaterThan(0)
    for (const { severity } of found) expect(severity).toBe('info')
  })

  it('advises a domain’s holder to ask the company that runs its mail servers, and not to check its firewall', () => {
    const world = createWorld('k3f9', FIXED_TIME, { exchange: 'first-silent' })
    const adviceOn = (domain: string) =>
      mxRecordSimulation.report(mxRecordSimulation.simulate(domain, world), world, domain).findings[0]?.advice
    expect(mailHostOf(world, 'metro.example')).toBe('letterbox-cloud.example')
    expect(adviceOn('metro.example')).toContain('to letterbox-cloud.example, which runs it')
    expect(adviceOn('shop.example')).toContain('the firewall on')
  })

  it('distinguishes senders of a missing name from senders of a zone that fails validation', async () => {
    const noteOf = async (scenario: 'healthy' | 'dnssec-bogus', domain: string) =>
      (await fixedWorld(scenario, 'k3f9').run('mx-record', domain)).figures[1]?.note
    expect(await noteOf('healthy', 'no.such.shop.example')).toBe('mail bounces at once')
    expect(await noteOf('dnssec-bogus', 'shop.example')).toBe('mail is queued, then bounces')
  })

  it('describes in English one, two and three mail servers that accept no mail', () => {
    const sentences = new Set<string>()
    for (let index = 0; index < 600; index++) {
      const world = createWorld(`none-${index}`, FIXED_TIME)
      const draft = mxRecordSimulation.report(mxRecordSimulation.simulate('shop.example', world), world, 'shop.example')
      if (draft.sentence === 'No mail arrives at this domain.') sentences.add(draft.detail.split(',', 1)[0] ?? '')
    }
    expect(sentences.size).toBeGreaterThan(3)
    for (const sentence of sentences)
      expect(sentence).toMatch(
        /^(?:The only mail server (?:is silent|refuses connections)|Both mail servers (?:are silent|refuse connections)|Neither mail server answers|None of the three mail servers answers|All three mail servers (?:are silent|refuse connections))$/,
      )
  })

  it('writes host names in lower case, even at the beginning of a sentence', async () => {
    const { findings } = await fixedWorld('random', 'k3f9').run('mx-record', 'mail.example')
    expect(findings.find(({ code }) => code === 'mx-one-network')?.title).toBe('mx1 and mx3 share one network')
  })
})
