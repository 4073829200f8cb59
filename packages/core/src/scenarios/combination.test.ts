import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createToolbox } from '../runs/create-toolbox.ts'
import { openWorld } from '../runs/open-world.ts'
import { requireTool } from '../runs/prepare-run.ts'
import { expectedFindings, findingsOf } from '../testing/expectations.ts'
import { FIXED_TIME } from '../testing/fake-clock.ts'
import type { ToolId } from '../catalogue/catalogue.ts'
import { tools } from '../tools/index.ts'
import { findScenario, scenarioChoices, scenarios, type ScenarioText } from './index.ts'
import { readScenario } from './timeline.ts'
import { sampled } from '../../test/support/runner.ts'

const faults = scenarios.map(({ name }) => name).filter((name) => name !== 'random' && name !== 'healthy')

const runOf = async <Id extends ToolId>(tool: Id, input: string, scenario: ScenarioText, seed = 'k3f9') =>
  createToolbox({ seed, scenario, at: FIXED_TIME, plan: 'enterprise' }).run(tool, input)

const codesOf = async (tool: ToolId, input: string, scenario: ScenarioText, seed?: string) =>
  Object.keys(findingsOf(await runOf(tool, input, scenario, seed)))

describe('a combination of scenarios', () => {
  it.each([
    ['SPF-permerror + mx-down', 'mx-down+spf-permerror'],
    ['mx-down+mx-down', 'mx-down'],
    ['healthy+mx-down', 'mx-down'],
    ['healthy', 'healthy'],
    ['random', 'random'],
    ['none', 'random'],
    ['mx-down:Shop.Example.', 'mx-down:shop.example'],
    ['mx-down:bücher.example', 'mx-down:xn--bcher-kva.example'],
    ['mx-down:shop.example+mx-down', 'mx-down'],
    ['mx-down:www.shop.example+mx-down:shop.example', 'mx-down:shop.example'],
    ['healthy+mx-down:shop.example', 'mx-down:shop.example'],
    ['healthy:shop.example', 'healthy'],
    ['random:shop.example', 'random:shop.example'],
    ['None+mx-down:shop.example', 'random+mx-down:shop.example'],
    ['random+random:shop.example', 'random'],
    ['healthy:shop.example+random', 'random+healthy:shop.example'],
    ['mx-down:b.example+mx-down:a.example', 'mx-down:a.example+mx-down:b.example'],
    ['cert-expired:a.example+cert-expiring:b.example', 'cert-expiring:b.example+cert-expired:a.example'],
    [
      'healthy, spf-permerror+mx-down:a.example@10:00:00..11:00',
      'healthy,mx-down:a.example+spf-permerror@10:00..11:00',
    ],
  ])('%s is written as %s', (text, canonical) => {
    expect(readScenario(text)).toBe(canonical)
    expect(readScenario(canonical)).toBe(canonical)
  })

  it.each([
    [
      'mx-down+',
      "A part of 'mx-down+' is empty. Separate the scenarios with single plus signs, without one at the start or end.",
    ],
    ['+mx-down', "A part of '+mx-down' is empty."],
    ['mx-down++block-listed', 'is empty.'],
    ['mx-down+mx-dwn', "There is no scenario 'mx-dwn'. Did you mean 'mx-down'?"],
    ['mx-dwn:shop.example', "There is no scenario 'mx-dwn'. Did you mean 'mx-down'?"],
    [
      'mx-down:shop',
      "'shop' in 'mx-down:shop' is not a domain name. Write a scenario for one domain like mx-down:shop.example.",
    ],
    ['mx-down:', "'' in 'mx-down:' is not a domain name."],
    ['block-listed:198.51.100.7', "'198.51.100.7' in 'block-listed:198.51.100.7' is not a domain name."],
    [
      'cert-expired+cert-expiring',
      'cert-expired and cert-expiring contradict each other: both decide about the certificate.',
    ],
    [
      'greylisting+catch-all',
      'greylisting and catch-all contradict each other: both decide how mail servers treat unknown senders.',
    ],
    ['greylisting:a.example+catch-all', 'greylisting:a.example and catch-all contradict each other'],
    ['greylisting:www.a.example+catch-all:a.example', 'contradict each other: both decide'],
    [
      'random+mx-down',
      'random and mx-down contradict each other: with random, the seed decides every fact, but a fault needs a world that is otherwise healthy.',
    ],
    ['mx-down:a.example+random:a.example', 'mx-down:a.example and random:a.example contradict each other'],
    ['none+healthy', 'random and healthy contradict each other'],
    [
      'mx-down+healthy:a.example',
      'mx-down and healthy:a.example contradict each other: in a healthy domain nothing is wrong.',
    ],
    ['healthy,greylisting+catch-all@10:00..11:00', 'greylisting and catch-all contradict each other'],
    ['mx-down@10:00..11:00,greylisting:a.example', "'greylisting:a.example' has no times."],
    [`mx-down:${'a'.repeat(250)}.example`, 'A scenario is text of at most 255 characters.'],
  ])('%s is refused with the reason', (text, message) => {
    expect(() => readScenario(text)).toThrow(message)
    expect(() => openWorld({ scenario: text as ScenarioText }, () => 0)).toThrow(message)
  })

  it('has one text, for any order of its parts', () => {
    const part = fc
      .tuple(fc.constantFrom(...faults), fc.constantFrom(undefined, 'a.example', 'www.a.example', 'b.example'))
      .map(([name, domain]) => (domain === undefined ? name : `${name}:${domain}`))
    const outcome = (parts: readonly string[]): string => {
      try {
        return readScenario(parts.join('+'))
      } catch {
        return 'refused'
      }
    }
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
        const text = outcome(parts)
        expect(outcome(parts.toReversed())).toBe(text)
        if (text !== 'refused') expect(readScenario(text)).toBe(text)
      }),
    )
  })

  it('of one scenario gives the same bytes as that scenario', async () => {
    for (const { name } of scenarios) {
      const { id, placeholder } = requireTool('email-deliverability')
      expect(await runOf(id, placeholder, `${name}+${name}`)).toEqual(await runOf(id, placeholder, name))
    }
  })

  /** Returns whether two faults contradict each other. */
  const isRefused = (text: string): boolean => {
    try {
      readScenario(text)
      return false
    } catch (error) {
      expect(String(error)).toContain('contradict each other: both decide')
      return true
    }
  }

  it('of two faults shows the findings of each in every tool that only one of them affects', async () => {
    const pairs = faults.flatMap((one, index) => faults.slice(index + 1).map((other) => ({ index, one, other })))
    // With a run of every tool, each pair takes longer than most tests.
    for (const { index, one, other } of sampled(pairs, 5)) {
      const text = `${one}+${other}` as const
      if (isRefused(text)) continue
      const expected = expectedFindings(text, FIXED_TIME)
      for (const { id, placeholder } of tools) {
        const run = await runOf(id, placeholder, text, `pair ${index}`)
        expect(findingsOf(run), `${text}, ${id}`).toMatchObject(expected[id] ?? {})
      }
    }
  })

  it('appears in menus next to the scenarios', () => {
    expect(scenarioChoices('mx-down')).toEqual(scenarios)
    expect(scenarioChoices('mx-down+block-listed').map(({ name }) => name)).toEqual([
      ...scenarios.map(({ name }) => name),
      'mx-down+block-listed',
    ])
  })

  it('refuses a wrong name at compile time', () => {
    // @ts-expect-error there is no such scenario
    const wrong = () => createToolbox({ scenario: 'mx-dwon' })
    // @ts-expect-error nor with another one
    const combined = () => createToolbox({ scenario: 'mx-dwon+block-listed' })
    expect([wrong, combined]).toHaveLength(2)
    const typed: string = 'MX-Down'
    expect(findScenario(readScenario(typed))?.name).toBe('mx-down')
  })
})

describe('a scenario for one domain', () => {
  const fault = [
    ['mx-record', 'shop.example', 'mx-down', 'mx-silent'],
    ['smtp-test', 'mx1.shop.example:25', 'mx-down', 'smtp-silent'],
    ['spf-check', 'shop.example', 'spf-permerror', 'spf-lookups'],
    ['email-deliverability', 'shop.example', 'dmarc-none', 'deliver-dmarc-none'],
    ['dnssec-check', 'www.shop.example', 'dnssec-bogus', 'dnssec-bogus'],
    ['https-test', 'shop.example', 'cert-expired', 'https-expired'],
    ['blacklist-check', 'shop.example', 'block-listed', 'blacklist-listed'],
    ['ping-test', 'shop.example', 'packet-loss', 'ping-loss'],
    ['dns-propagation', 'shop.example', 'propagation-partial', 'prop-stale'],
    ['a-record', 'www.shop.example', 'cname-dangling', 'a-dangling'],
    ['email-validation', 'ana@shop.example', 'catch-all', 'validation-catch-all'],
    ['email-validation', 'ana@shop.example', 'greylisting', 'validation-greylisted'],
  ] as const

  it.each(fault)('appears in %s of %s: %s', async (tool, input, scenario, code) => {
    for (const seed of ['k3f9', 'one', 'two', 'three']) {
      expect(await codesOf(tool, input, `${scenario}:shop.example`, seed)).toContain(code)
      expect(await codesOf(tool, input, `${scenario}:blog.example`, seed)).not.toContain(code)
    }
  })

  it('leaves every other domain healthy, byte for byte', async () => {
    for (const name of faults) {
      for (const { id, placeholder } of tools) {
        const bytes = async (scenario: ScenarioText) => {
          const { scenario: _said, ...run } = await runOf(id, placeholder.replaceAll('shop', 'stall'), scenario)
          return JSON.stringify(run)
        }
        expect(await bytes(`${name}:harbour.test`), `${id}, ${name}`).toBe(await bytes('healthy'))
      }
    }
  })

  it('applies to a shared mail server for every domain that it serves', async () => {
    const { world } = openWorld({ seed: 'k3f9', at: FIXED_TIME }, () => FIXED_TIME)
    expect(world.scopes).toBeUndefined()
    const mailOf = async (domain: string, scenario: ScenarioText) => {
      const { result, findings } = await runOf('mx-record', domain, scenario)
      return { first: result.records[0]?.exchange, isSilent: findings.some(({ code }) => code === 'mx-silent') }
    }
    const domains = Array.from({ length: 40 }, (_, index) => `customer${index}.example`)
    const hosted = await Promise.all(domains.map(async (domain) => ({ domain, ...(await mailOf(domain, 'healthy')) })))
    const [one, ...others] = hosted.filter(({ first }) => first === 'mx1.postlane.example')
    expect(others.length).toBeGreaterThan(0)
    for (const { domain } of others) expect((await mailOf(domain, `mx-down:${one?.domain}`)).isSilent).toBe(true)
  })

  it('uses the base of the combination', async () => {
    const outside = async (scenario: ScenarioText) => {
      const { scenario: _said, ...run } = await runOf('email-deliverability', 'blog.example', scenario)
      return run
    }
    expect(await outside('random+mx-down:shop.example')).toEqual(await outside('random'))
    expect(await outside('mx-down:shop.example')).toEqual(await outside('healthy'))
    expect(await outside('spf-permerror+mx-down:shop.example')).toEqual(await outside('spf-permerror'))
  })
})
