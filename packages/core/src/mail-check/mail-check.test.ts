import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createToolbox } from '../runs/create-toolbox.ts'
import type { ToolboxOptions } from '../runs/toolbox-options.ts'
import { FIXED_TIME } from '../testing/fake-clock.ts'
import { formatMailCheck } from '../terminal/format-mail-check.ts'
import { type ScenarioText, scenarios } from '../scenarios/index.ts'
import { worst } from '../reports/report.ts'
import { dailyLimitReached } from '../errors/run-errors.ts'
import { ToolError } from '../errors/tool-error.ts'
import { checkMail, type MailCheck, MOST_MAIL_SERVERS, type RunMailTool } from './mail-check.ts'

const inWorld = (options: ToolboxOptions): RunMailTool => {
  const box = createToolbox({ seed: 'k3f9', at: FIXED_TIME, plan: 'enterprise', ...options })
  return async (tool, input) => box.run(tool, input)
}

const check = async (scenario: ScenarioText, domain = 'shop.example', world = {}): Promise<MailCheck> =>
  checkMail(domain, inWorld({ scenario, world }))

const counted = ({ steps }: MailCheck) => steps.flatMap(({ findings }) => findings.filter(({ seen }) => !seen))

/** Refuses every run of one tool, as a used-up daily limit does. */
const without =
  (refused: string, run: RunMailTool): RunMailTool =>
  async (tool, input) => {
    if (tool === refused) throw new ToolError(dailyLimitReached('SMTP Test', 'free', 25))
    return run(tool, input)
  }

describe('checkMail', () => {
  it.each<[ScenarioText, string, string]>([
    ['healthy', 'Mail to shop.example arrives at the first try.', 'info'],
    ['mx-down', 'Mail to shop.example arrives, ten seconds late.', 'critical'],
    ['greylisting', 'Mail to shop.example arrives at the second try, minutes late.', 'warning'],
    ['dnssec-bogus', 'No mail arrives at shop.example.', 'critical'],
    [
      'block-listed',
      'Mail to shop.example arrives at the first try, but receivers may refuse mail from it.',
      'critical',
    ],
    [
      'mx-down+spf-permerror',
      'Mail to shop.example arrives, ten seconds late, but receivers may refuse mail from it.',
      'critical',
    ],
  ])('answers in one sentence for %s', async (scenario, sentence, severity) => {
    expect(await check(scenario)).toMatchObject({ sentence, severity })
  })

  it('runs one tool for each step and one test for each mail server, in one world', async () => {
    const { steps } = await check('mx-down')
    expect(steps.map(({ id, runs }) => [id, runs.length])).toEqual([
      ['mx', 1],
      ['smtp', 3],
      ['spf', 1],
      ['dmarc', 1],
      ['dnssec', 1],
    ])
    expect(
      new Set(steps.flatMap(({ runs }) => runs.map(({ seed, scenario, at }) => `${seed} ${scenario} ${at}`))).size,
    ).toBe(1)
  })

  it('counts a fault once that two steps see, and says what to do about it first', async () => {
    const silent = await check('mx-down')
    expect(counted(silent).filter(({ severity }) => severity === 'critical')).toHaveLength(1)
    expect(silent.steps[1]?.findings[0]).toMatchObject({ code: 'smtp-silent', seen: true })
    expect(silent.problem).toBe('mx1.shop.example does not accept connections')
    expect(silent.advice).toContain('Check the listener and the firewall on 198.18.122.91')
    const bogus = await check('dnssec-bogus')
    expect(counted(bogus).filter(({ severity }) => severity === 'critical')).toHaveLength(1)
    expect(bogus.problem).toBe('The DS record does not match the key of shop.example')
    expect(bogus.advice).toContain('replace the DS record')
  })

  it('asks at most five mail servers, those that senders try first', async () => {
    const MX = Array.from({ length: 7 }, (_, index) => ({ priority: 10 * index, exchange: `mx${index}.mail.example` }))
    const { steps } = await check('healthy', 'shop.example', { domains: { 'shop.example': { records: { MX } } } })
    expect(steps[1]?.runs.map(({ input }) => input)).toEqual(
      MX.slice(0, MOST_MAIL_SERVERS).map(({ exchange }) => `${exchange}:25`),
    )
  })

  it('says that a domain with a null MX record accepts no mail', async () => {
    const records = { MX: [{ priority: 0, exchange: '.' }] }
    const found = await check('healthy', 'shop.example', { domains: { 'shop.example': { records } } })
    expect(found).toMatchObject({ arrival: 'none', sentence: 'shop.example accepts no mail.' })
    expect(found.steps[1]).toMatchObject({ state: 'skipped', sentence: 'There is no mail server to ask.' })
  })

  it('shows a step that a limit refuses, runs the others, and does not say that mail arrives', async () => {
    const found = await checkMail('shop.example', without('smtp-test', inWorld({ scenario: 'healthy' })))
    expect(found).toMatchObject({
      arrival: 'unknown',
      severity: 'info',
      sentence: 'Four of five steps pass. SMTP was not run.',
    })
    expect(found.steps.map(({ state }) => state)).toEqual(['done', 'refused', 'done', 'done', 'done'])
    expect(found.steps[1]?.refusal?.code).toBe('daily_limit_reached')
    const blind = await checkMail('shop.example', without('mx-record', inWorld({ scenario: 'healthy' })))
    expect(blind.steps[1]?.sentence).toBe('The mail servers are unknown, because MX Record was not run.')
  })

  it('reports every step as it is done, and ends with an invalid domain or a cancelled run', async () => {
    const seen: string[] = []
    await checkMail('shop.example', inWorld({ scenario: 'healthy' }), ({ sentence }) => seen.push(sentence))
    expect(seen.slice(0, 2)).toEqual(['One of five steps is done.', 'Two of five steps are done.'])
    await expect(check('healthy', 'not a domain')).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('never contradicts its steps, in any world', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.stringMatching(/^[a-z0-9]{4}$/),
        fc.constantFrom(...scenarios.map(({ name }) => name)),
        fc.constantFrom('shop.example', 'postlane.example', 'nothing.invalid', 'www.shop.example', 'missing.test'),
        async (seed, scenario, domain) => {
          const found = await checkMail(domain, inWorld({ seed, scenario }))
          const [mx, smtp] = found.steps
          expect(found.severity).toBe(worst(counted(found)))
          expect(found.advice === '').toBe(found.severity === 'pass' || found.severity === 'info')
          expect(found.sentence.length).toBeLessThan(150)
          if (found.arrival === 'first-try')
            expect(mx?.runs[0]?.result).toMatchObject({ records: { length: smtp?.runs.length } })
          if (found.arrival !== 'none')
            expect(smtp?.runs.some(({ result }) => (result as { reachable: boolean }).reachable)).toBe(true)
          for (const line of formatMailCheck(found, { width: 60 }).split('\n').slice(2))
            expect(line.length).toBeLessThanOrEqual(60)
        },
      ),
      { numRuns: 60 },
    )
  })
})
