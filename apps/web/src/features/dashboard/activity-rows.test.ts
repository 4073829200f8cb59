import type { Activity } from '@netbox/contract'
import { describe, expect, it } from 'vitest'
import { activityRows } from './recent-activity.tsx'

const activity = (change: Partial<Activity>): Activity => ({
  id: 'a1',
  kind: 'run',
  title: 'MX Record',
  detail: 'mail.example: Mail arrives.',
  severity: 'pass',
  replay: { tool: 'mx-record', input: 'mail.example', seed: 's1', scenario: 'random', at: '2026-11-20T08:00:00.000Z' },
  batch: null,
  list: null,
  created_at: '2026-11-20T08:00:00.000Z',
  ...change,
})

type Statuses = NonNullable<Activity['batch']>['statuses']

const verified = (title: string, statuses: Statuses): Activity =>
  activity({
    id: title,
    kind: 'verification',
    title,
    severity: null,
    batch: { addresses: statuses.reduce((sum, { count }) => sum + count, 0), statuses, simulated: false },
  })

describe('an activity', () => {
  it('is a run of the service with its input and its verdict', () => {
    expect(activityRows([activity({})])).toEqual([
      {
        key: 'a1',
        at: '2026-11-20T08:00:00.000Z',
        severity: 'pass',
        tool: 'mx-record',
        name: 'MX Record',
        subject: 'mail.example',
        outcome: 'Mail arrives.',
        again: {
          label: 'Replay',
          href: '/tools/mx-record?input=mail.example&seed=s1&scenario=random&at=2026-11-20T08%3A00%3A00.000Z&v=3',
          state: { own: true },
        },
      },
    ])
  })

  it('leads to the run with its own facts', () => {
    const replay = {
      tool: 'mx-record',
      input: 'mail.example',
      seed: 's1',
      scenario: 'random',
      at: '2026-11-20T08:00:00.000Z',
    }
    const world = (length: number) => ({ domains: { 'mail.example': { records: { TXT: ['x'.repeat(length)] } } } })
    const againOf = (length: number) =>
      activityRows([activity({ replay: { ...replay, world: world(length) } })])[0]?.again
    expect(againOf(10)?.href).toContain(`&world=${encodeURIComponent(JSON.stringify(world(10)))}`)
    expect(againOf(2100)?.href).not.toContain('world')
    expect(againOf(2100)?.state).toEqual({ own: true, world: world(2100) })
  })

  it('leads only to the tool if the input was too long to be stored completely', () => {
    expect(activityRows([activity({ replay: null })])[0]?.again).toEqual({
      label: 'Open',
      href: '/tools/mx-record',
    })
  })

  it('is shown in one piece if input and verdict can’t be separated', () => {
    const headers = { title: 'Header Analyzer', detail: 'Subject: hello: Route is clean.' }
    const [row, other] = activityRows([activity(headers), activity({ detail: 'a.example: Private: grade A.' })])
    expect([row?.subject, row?.outcome]).toEqual(['', 'Subject: hello: Route is clean.'])
    expect([other?.subject, other?.outcome]).toEqual(['a.example', 'Private: grade A.'])
  })

  it('is a list of runs with their verdicts, which leads to the runs', () => {
    const list = { seed: 's1', critical: 0, warning: 1, info: 0, pass: 2 }
    expect(activityRows([activity({ detail: '3 runs', severity: 'warning', replay: null, list })])[0]).toMatchObject({
      subject: '3 runs',
      outcome: '1 of 3 runs has a warning.',
      list: [
        ['warning', 1],
        ['pass', 2],
      ],
      again: { label: 'Open', href: '/dashboard/history?q=s1&tool=mx-record' },
    })
  })

  it('always has a glyph, and leads to its details', () => {
    const rows = activityRows([
      verified('ana+x@mail.example', [{ status: 'invalid', count: 1 }]),
      verified('8 addresses', [
        { status: 'valid', count: 5 },
        { status: 'suspicious', count: 1 },
        { status: 'unconfirmed', count: 2 },
      ]),
      activity({ id: 'm', kind: 'migration', title: 'a@b to c@d', detail: 'Pending', severity: null }),
    ])
    expect(rows.map(({ name, subject, outcome, severity }) => [name, subject, outcome, severity])).toEqual([
      ['Email verification', 'ana+x@mail.example', 'Invalid', 'critical'],
      ['Email verification', '8 addresses', '5 of 8 addresses are good.', 'warning'],
      ['Mailbox migration', 'a@b to c@d', 'Pending', 'info'],
    ])
    expect(rows[0]?.again?.href).toBe('/dashboard/verifications?q=ana%2Bx%40mail.example')
    expect(rows[1]?.batch?.statuses).toHaveLength(8)
    expect(rows[1]?.again?.href).toBe('/dashboard/verifications')
    expect(rows[2]?.again?.href).toBe('/email-migration')
  })
})
