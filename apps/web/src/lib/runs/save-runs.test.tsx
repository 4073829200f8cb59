import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { addMockRun } from '../../testing/mock-api/run-answers.ts'
import { runBegins, runEnds } from '../../testing/run-tools.ts'
import { typeInput, visitAsMember } from '../../testing/tool-panel.ts'
import { mockApi, passTime, visit } from '../../testing/visit.tsx'
import { readUnsavedRuns } from './own-runs.ts'

const KEY = 'netbox_unsaved_runs'

const waiting = (subject: string, overrides: object = {}) => ({
  id: 'a'.repeat(32),
  engine: 'netbox-sim/3',
  tool: 'mx-record',
  input: 'shop.example',
  seed: 'k3f9',
  scenario: 'random',
  at: '2026-11-20T08:00:00.000Z',
  sentence: 'Mail arrives on the first try.',
  severity: 'pass',
  subject,
  ranAt: Date.now() - 1000,
  ...overrides,
})

const left = (): unknown => JSON.parse(localStorage.getItem(KEY) ?? '[]')

const runOnce = async (user: Awaited<ReturnType<typeof visit>>) => {
  await typeInput(user, 'mail.example{Enter}')
  await runBegins()
  await runEnds()
}

describe('the runs of a signed-in user', () => {
  it('are reported to the account, whose counters the page shows', async () => {
    const user = await visitAsMember('/tools/mx-record')
    const [member] = mockApi().data.users
    if (member === undefined) throw new Error('Nobody is signed in.')
    // Another browser saves a run in the meantime.
    addMockRun(member)
    await runOnce(user)
    await screen.findByText('Today: 2 of at most 100 runs, 98 remaining')
    const [reported] = mockApi().calls('runs.report')
    expect(reported?.body.runs).toEqual([
      expect.objectContaining({ tool: 'mx-record', input: 'mail.example', scenario: 'random', engine: 'netbox-sim/3' }),
    ])
    await waitFor(() => expect(left()).toEqual([]))
  })

  it('wait during an outage, and are reported afterwards', async () => {
    mockApi().refuse('runs.report', 'database_unavailable')
    const user = await visitAsMember('/tools/mx-record')
    await runOnce(user)
    expect(screen.getByText('Today: 1 of at most 100 runs, 99 remaining')).toBeDefined()
    await waitFor(() => expect(mockApi().calls('runs.report').length).toBeGreaterThan(0))
    expect(left()).toHaveLength(1)
    mockApi().restore('runs.report')
    await passTime(31_000)
    await waitFor(() => expect(left()).toEqual([]))
    expect(mockApi().data.users[0]?.runs).toHaveLength(1)
    const ids = mockApi()
      .calls('runs.report')
      .map(({ body }) => body.runs[0]?.id)
    expect(new Set(ids).size, 'one id for all tries').toBe(1)
  })

  it('that waited since the last visit are reported at the next; runs of another account stay', async () => {
    const member = mockApi().addUser()
    const own = waiting(member.profile.id)
    const other = waiting('somebody else', { id: 'b'.repeat(32) })
    await visit('/', { as: member, kept: { [KEY]: JSON.stringify([own, other, 7, { ...own, ranAt: 1e17 }]) } })
    await waitFor(() => expect(left()).toEqual([other]))
    expect(member.runs.map(({ id }) => id)).toEqual([own.id])
  })

  it('that the service can never accept are dropped, and the others are kept', async () => {
    const member = mockApi().addUser()
    const runs = [waiting(member.profile.id, { input: 'a\u0007b' }), waiting(member.profile.id, { id: 'c'.repeat(32) })]
    mockApi().answer('runs.report', ({ body }) => {
      if (body.runs.length > 1) return Response.json({ error: 'x', code: 'validation_failed' }, { status: 400 })
      const { id = '' } = body.runs[0] ?? {}
      return {
        data: { outcomes: [{ id, outcome: 'recorded' }], now: new Date().toISOString(), day: '2026-11-20', usage: [] },
      }
    })
    await visit('/', { as: member, kept: { [KEY]: JSON.stringify(runs) } })
    await waitFor(() => expect(left()).toEqual([]))
  })

  it('get the service’s time if the clock of the browser is ahead', async () => {
    const member = mockApi().addUser()
    const now = '2026-11-20T08:00:00.000Z'
    mockApi().answer('runs.report', ({ body }) => ({
      data: {
        outcomes: body.runs.map(
          ({ id, ran_at }) => ({ id, outcome: ran_at === now ? 'recorded' : 'not_yet' }) as const,
        ),
        now,
        day: '2026-11-20',
        usage: [],
      },
    }))
    await visit('/', { as: member, kept: { [KEY]: JSON.stringify([waiting(member.profile.id)]) } })
    await waitFor(() => expect(left()).toEqual([]))
    expect(mockApi().calls('runs.report')).toHaveLength(2)
  })
})

it('the runs of visitors stay in their browser', async () => {
  const { keepRun } = await import('./keep-runs.ts')
  const { createToolbox } = await import('@netbox/core')
  keepRun(await createToolbox().run('mx-record', 'mail.example'), 'anonymous')
  expect(left()).toEqual([])
  expect(readUnsavedRuns('nonsense')).toEqual([])
})
