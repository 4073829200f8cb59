import type { Activity } from '@netbox/contract'
import { describe, expect, it } from 'vitest'
import type { RecentRun } from '../../lib/recent-runs.ts'
import { activityRows } from './activity-rows.ts'

const activity = (change: Partial<Activity>): Activity => ({
  id: 'a1',
  kind: 'run',
  title: 'MX Record',
  detail: 'mail.example: Mail arrives.',
  severity: 'pass',
  replay: { tool: 'mx-record', input: 'mail.example', seed: 's1', scenario: 'none', at: '2026-11-20T08:00:00.000Z' },
  batch: null,
  created_at: '2026-11-20T08:00:00.000Z',
  ...change,
})

const run: RecentRun = {
  tool: 'header-security',
  input: 'shop.example\nmore',
  seed: 'k3f9',
  scenario: 'none',
  at: '2026-11-20T09:00:00.000Z',
  sentence: 'Two headers are missing.',
  severity: 'warning',
  subject: 'u1',
  ranAt: Date.parse('2026-11-20T09:00:00.000Z'),
}

describe('what somebody did', () => {
  it('is a run of the service with its input and its verdict', () => {
    expect(activityRows([activity({})], [], 'u1')).toEqual([
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
          href: '/tools/mx-record?input=mail.example&seed=s1&scenario=none&at=2026-11-20T08%3A00%3A00.000Z&v=2',
        },
      },
    ])
  })

  it('leads to the run with the facts that were stated', () => {
    const replay = {
      tool: 'mx-record',
      input: 'mail.example',
      seed: 's1',
      scenario: 'none',
      at: '2026-11-20T08:00:00.000Z',
    }
    const world = (length: number) => ({ domains: { 'mail.example': { records: { TXT: ['x'.repeat(length)] } } } })
    const againOf = (length: number) =>
      activityRows([activity({ replay: { ...replay, world: world(length) } })], [], 'u1')[0]?.again
    expect(againOf(10)?.href).toContain(`&world=${encodeURIComponent(JSON.stringify(world(10)))}`)
    expect(againOf(2100)?.href).not.toContain('world')
    expect(againOf(2100)?.state).toEqual({ world: world(2100) })
  })

  it('leads to the tool alone where the input was too long to be kept whole', () => {
    expect(activityRows([activity({ replay: null })], [], 'u1')[0]?.again).toEqual({
      label: 'Open',
      href: '/tools/mx-record',
    })
  })

  it('is told in one piece where input and verdict cannot be told apart', () => {
    const headers = { title: 'Header Analyzer', detail: 'Subject: hello: Route is clean.' }
    const [row, other] = activityRows(
      [activity(headers), activity({ detail: 'a.example: Private: grade A.' })],
      [],
      'u1',
    )
    expect([row?.subject, row?.outcome]).toEqual(['', 'Subject: hello: Route is clean.'])
    expect([other?.subject, other?.outcome]).toEqual(['a.example', 'Private: grade A.'])
  })

  it('is a run of this browser that can be replayed, in the dashboard', () => {
    const [row] = activityRows([], [run], 'u1')
    expect(row).toMatchObject({ name: 'Header Security', subject: 'shop.example', outcome: 'Two headers are missing.' })
    expect(row?.again?.label).toBe('Replay')
    expect(row?.again?.href).toMatch(/^\/tools\/header-security\?input=shop\.example%0Amore&seed=k3f9&/)
  })

  it('leaves out whose run it was not, and what nobody knows the time of', () => {
    const { ranAt: _, ...timeless } = run
    expect(activityRows([], [{ ...run, subject: 'u2' }, timeless], 'u1')).toEqual([])
    expect(activityRows([], [run], undefined)).toEqual([])
  })

  it('is never without a sign, and leads to where more is known of it', () => {
    const rows = activityRows(
      [
        activity({ id: 'v', kind: 'verification', title: 'ana+x@mail.example', detail: 'invalid', severity: null }),
        activity({ id: 'w', kind: 'verification', title: 'eva@mail.example', detail: 'later', severity: null }),
        activity({ id: 'm', kind: 'migration', title: 'a@b to c@d', detail: 'Pending', severity: null }),
      ],
      [],
      'u1',
    )
    expect(rows.map(({ name, subject, outcome, severity }) => [name, subject, outcome, severity])).toEqual([
      ['Email verification', 'ana+x@mail.example', 'Invalid', 'critical'],
      ['Email verification', 'eva@mail.example', 'later', 'info'],
      ['Mailbox migration', 'a@b to c@d', 'Pending', 'info'],
    ])
    expect(rows[0]?.again?.href).toBe('/dashboard/verifications?q=ana%2Bx%40mail.example')
    expect(rows[2]?.again?.href).toBe('/email-migration')
  })

  it('is in one order of time', () => {
    const later = activity({ id: 'a2', created_at: '2026-11-20T10:00:00.000Z' })
    expect(activityRows([later, activity({})], [run], 'u1').map(({ key }) => key.slice(0, 6))).toEqual([
      'a2',
      'header',
      'a1',
    ])
  })
})
