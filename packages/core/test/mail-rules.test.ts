import { describe, expect, it } from 'vitest'
import { mailRuleFor } from '../src/dns/index.ts'
import { createToolbox } from '../src/runs/create-toolbox.ts'
import { openWorld } from '../src/runs/open-world.ts'
import { FIXED_TIME } from '../src/testing/fake-clock.ts'
import { readWorld } from '../src/world-document/read-world.ts'
import type { WorldDocument } from '../src/world-document/world-document.ts'

type Smtp = NonNullable<NonNullable<WorldDocument['hosts']>[string]['smtp']>
type Rule = NonNullable<Smtp['rules']>[number]

const HOST = 'mx1.shop.example'
const documentWith = (...rules: Rule[]): WorldDocument => ({ hosts: { [HOST]: { smtp: { rules } } } })
const boxWith = (...rules: Rule[]) =>
  createToolbox({
    seed: 'k3f9',
    scenario: 'healthy',
    at: FIXED_TIME,
    plan: 'enterprise',
    world: documentWith(...rules),
  })
const worldWith = (...rules: Rule[]) =>
  openWorld({ seed: 'k3f9', scenario: 'healthy', at: FIXED_TIME, world: documentWith(...rules) }, () => FIXED_TIME)
    .world

describe('a rule of a mail server', () => {
  it('gives its reply to the recipient of smtp-test, which names it', async () => {
    const run = await boxWith({ do: { reply: '451 4.7.1 Try again later' } }).run('smtp-test', `${HOST}:25`)
    expect(run.findings.find(({ code }) => code === 'smtp-rules')).toMatchObject({
      severity: 'warning',
      title: 'The server replies 451 4.7.1 Try again later to recipients',
    })
    expect(run.findings.map(({ code }) => code)).not.toContain('smtp-recipients-verified')
    expect(JSON.stringify(run.plot)).toContain('451 4.7.1 Try again later')
  })

  it.each([
    ['451 4.7.1 Later', null, 'warning', 'The mail server defers this mail.'],
    ['550 5.7.1 Never', false, 'critical', 'The mail server refuses this mail.'],
  ] as const)('decides whether an address is deliverable: %s', async (reply, deliverable, severity, sentence) => {
    const rule: Rule = { match: { rcpt: '@shop.example' }, do: { reply } }
    const run = await boxWith(rule).run('email-validation', 'postmaster@shop.example')
    expect(run.result.deliverable).toBe(deliverable)
    expect(run.verdict.sentence).toBe(sentence)
    expect(run.findings.find(({ code }) => code === 'validation-rule')).toMatchObject({ severity })
    const other = await boxWith({ ...rule, match: { rcpt: 'ana@shop.example' } }).run(
      'email-validation',
      'postmaster@shop.example',
    )
    expect(other.result.deliverable).toBe(true)
  })

  it('closes connections before the greeting, so that senders go to the next server', async () => {
    const box = boxWith({ do: { close: 'before-greeting' } })
    expect((await box.run('smtp-test', `${HOST}:25`)).findings[0]?.code).toBe('smtp-closed')
    const mx = await box.run('mx-record', 'shop.example')
    expect(mx.verdict.sentence).toBe('Mail still arrives, but not at the preferred mail server.')
    expect(mx.findings[0]).toMatchObject({ code: 'mx-refused', severity: 'critical' })
    expect((await box.run('tcp-port-test', `${HOST}:25`)).result.status).toBe('OPEN')
  })

  it('counts what it matches, in the order of the events', () => {
    const world = worldWith({ match: { from: '@news.example', nth: '2..3' }, do: { reply: '450 4.2.1 Wait' } })
    const counts = new Map<string, number>()
    const meets = (from: string) =>
      mailRuleFor(world, HOST, { kind: 'recipient', from, to: ['ana@shop.example'] }, counts) !== undefined
    expect(
      ['a@news.example', 'b@other.example', 'a@News.Example', 'c@news.example', 'a@news.example'].map(meets),
    ).toEqual([false, false, true, true, false])
  })

  it('concerns what exceeds its rate, in each window of the time of the world', () => {
    const world = worldWith({ match: { rate: '2/min' }, do: { reply: '451 4.7.1 Slow down' } })
    const counts = new Map<string, number>()
    const meetsAt = (seconds: number) =>
      mailRuleFor(world, HOST, { kind: 'recipient', to: ['a@shop.example'] }, counts, FIXED_TIME + seconds * 1000) !==
      undefined
    expect([0, 10, 20, 59, 60, 61, 62].map(meetsAt)).toEqual([false, false, true, true, false, false, true])
  })

  it('applies at its times', () => {
    const world = worldWith({ match: { at: '00:00..00:10' }, do: { close: 'in-data' } })
    const meetsAt = (minutes: number) =>
      mailRuleFor(world, HOST, { kind: 'message' }, new Map(), FIXED_TIME + minutes * 60_000) !== undefined
    expect([0, 9, 10].map(meetsAt)).toEqual([true, true, false])
  })

  it('is refused with the reason if it can have no effect', () => {
    const read = (smtp: object) => readWorld({ hosts: { [HOST]: { smtp } } })
    expect(() => read({ state: 'refused', rules: [{ do: { close: 'in-data' } }] })).toThrow(
      "hosts.mx1.shop.example.smtp.rules: Clients meet no rules where smtp.state is 'refused'.",
    )
    expect(() => read({ rules: [{ match: { from: 'a@b.example' }, do: { close: 'before-greeting' } }] })).toThrow(
      'hosts.mx1.shop.example.smtp.rules[0].match.from: Before the greeting, no client has named an address.',
    )
    expect(() => read({ rules: [{ do: { reply: '250 OK' } }] })).toThrow(
      "hosts.mx1.shop.example.smtp.rules[0].do.reply: Expected a reply such as 451 4.7.1 Try again later, not '250 OK'.",
    )
  })
})
