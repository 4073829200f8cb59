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
    expect([...new Set(seen)]).toEqual([
      'Five steps run at once.',
      'One of five steps is done.',
      'Two of five steps are done.',
      'Three of five steps are done.',
      'Four of five steps are done.',
      'Mail to shop.example arrives at the first try.',
    ])
    await expect(check('healthy', 'not a domain')).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('runs all tools at once but the mail servers, which wait for the MX records and then run together', async () => {
    const run = inWorld({ scenario: 'mx-down', world: {} })
    const begun: string[] = []
    // None of a group is answered before all of it have begun.
    const groups = [4, 7].map((size) => ({ size, waiting: [] as (() => void)[] }))
    const ended = checkMail('shop.example', async (tool, input) => {
      begun.push(tool)
      const group = groups[tool === 'smtp-test' ? 1 : 0]
      await new Promise<void>((resolve) => {
        group?.waiting.push(resolve)
        if (begun.length === group?.size) for (const go of group.waiting) go()
      })
      return run(tool, input)
    })
    expect(begun).toEqual(['mx-record', 'spf-check', 'email-deliverability', 'dnssec-check'])
    expect(await ended).toEqual(await check('mx-down'))
    expect(begun.slice(4)).toEqual(['smtp-test', 'smtp-test', 'smtp-test'])
  })

  it('is the same whatever mail server answers first', async () => {
    const run = inWorld({ scenario: 'mx-down', world: {} })
    const waiting: (() => void)[] = []
    const states: string[] = []
    const found = await checkMail(
      'shop.example',
      async (tool, input) => {
        if (tool === 'smtp-test')
          await new Promise<void>((resolve) => {
            waiting.push(resolve)
            if (waiting.length === 3) for (const go of waiting.toReversed()) go()
          })
        return run(tool, input)
      },
      ({ steps }) => states.push(`${steps[1]?.state} ${steps[1]?.runs.length}`),
    )
    // The runs are counted in another order.
    const uncounted = (mail: MailCheck) => JSON.stringify(mail, (key, value: unknown) => (key === 'usage' ? 0 : value))
    const inOrder = await checkMail('shop.example', inWorld({ scenario: 'mx-down', world: {} }))
    expect(uncounted(found)).toBe(uncounted(inOrder))
    expect([...new Set(states)].filter((state) => !state.startsWith('waiting'))).toEqual([
      'running 0',
      'running 1',
      'running 2',
      'running 3',
      'done 3',
    ])
  })

  it('does not go on behind a check that has ended', async () => {
    let open = 0
    const failing: RunMailTool = async (tool) => {
      open += 1
      await new Promise((resolve) => setTimeout(resolve, tool === 'dnssec-check' ? 20 : 0))
      open -= 1
      throw new Error(tool)
    }
    await expect(checkMail('shop.example', failing)).rejects.toThrow('mx-record')
    expect(open).toBe(0)
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
