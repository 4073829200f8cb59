import type { RunRecord } from '@netbox/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { addMockRun } from '../../testing/mock-api/run-answers.ts'
import { noteSavedFiles } from '../../testing/saved-files.ts'
import { arriveAt, mockApi, visit } from '../../testing/visit.tsx'

const DAY = 86_400_000

const ago = (days: number): string => new Date(Date.now() - days * DAY).toISOString()

const addRuns = () => {
  const member = mockApi().addUser()
  const add = (run: Partial<RunRecord>) => addMockRun(member, run)
  add({ created_at: ago(3), input: 'first.example', seed: 'old1' })
  add({
    created_at: ago(1),
    tool: 'ping-test',
    input: '192.0.2.1',
    severity: 'warning',
    sentence: 'One packet is lost.',
  })
  add({ scenario: 'mx-down', severity: 'critical', sentence: 'Mail still arrives, ten seconds late.' })
  add({ tool: 'header-analyzer', input: 'Received: from a.example\nmore', whole: false })
  return member
}

const rows = async () => within(await screen.findByRole('region', { name: 'Runs' }))

describe('the history of runs', () => {
  it('lists runs by day, verdict first, each with the data that repeats it', async () => {
    await visit('/dashboard/history', { as: addRuns() })
    const list = await rows()
    await list.findByText('Mail still arrives, ten seconds late.')
    expect(
      list
        .getAllByRole('heading', { level: 2 })
        .slice(0, 2)
        .map(({ textContent }) => textContent),
    ).toEqual(['Today', 'Yesterday'])
    expect(list.getAllByRole('listitem')).toHaveLength(4)
    const replay = list.getByRole('link', { name: 'Replay: MX Record shop.example' })
    expect(replay.getAttribute('href')).toMatch(
      /^\/tools\/mx-record\?input=shop\.example&seed=k3f9&scenario=mx-down&at=/,
    )
    expect(list.queryByRole('link', { name: /^Replay: Header Analyzer/ }), 'its input was cut').toBeNull()
    expect(list.getByText('4 of 4 runs match')).toBeDefined()
    expect(screen.getByText(/^4 runs since /)).toBeDefined()
  })

  it('shows the runs of a list as one row, which opens to them', async () => {
    const member = mockApi().addUser()
    for (const [index, severity] of (['pass', 'critical', 'pass'] as const).entries())
      addMockRun(member, { input: `mx${index}.example`, severity, seed: 'one' })
    addMockRun(member, { seed: 'other' })
    const user = await visit('/dashboard/history', { as: member })
    const list = await rows()
    const words = await list.findByText('1 of 3 runs is critical.')
    const details = words.closest('details')
    expect(list.getByRole('img', { name: '1 critical, 2 pass' })).toBeDefined()
    expect(details?.open).toBe(false)
    await user.click(words)
    expect(details?.open).toBe(true)
    expect(within(details ?? document.body).getAllByRole('link', { name: /^Replay: MX Record/ })).toHaveLength(3)
  })

  it('is searched and filtered, which the address records', async () => {
    const user = await visit('/dashboard/history', { as: addRuns() })
    const list = await rows()
    await list.findByText('4 of 4 runs match')
    await user.type(list.getByRole('searchbox'), 'old1')
    await list.findByText('1 of 4 runs match')
    await arriveAt('/dashboard/history?q=old1')
    await user.click(list.getByRole('button', { name: 'Clear filters' }))
    await list.findByText('4 of 4 runs match')
    await user.selectOptions(list.getByLabelText('Severity'), 'Warning or worse')
    await list.findByText('2 of 4 runs match')
    await user.selectOptions(list.getByLabelText('Tool'), 'Ping Test')
    await list.findByText('1 of 4 runs match')
    await arriveAt('/dashboard/history?tool=ping-test&severity=warning')
    await user.click(list.getByRole('button', { name: 'Remove the filter Ping Test' }))
    await user.selectOptions(list.getByLabelText('Scenario'), 'mx-down')
    await list.findByText('1 of 4 runs match')
    await arriveAt('/dashboard/history?severity=warning&scenario=mx-down')
    await user.selectOptions(list.getByLabelText('Tool'), 'DNS Diagnostic')
    await list.findByText('None of your runs match the filters.')
  })

  it('has a bar for each day, which filters the list by that day', async () => {
    const user = await visit('/dashboard/history', { as: addRuns() })
    const bars = await screen.findAllByRole('button', { name: /: \d+ runs?/ })
    expect(bars).toHaveLength(30)
    expect(bars.at(-1)?.getAttribute('aria-label')).toMatch(/: 2 runs, with a critical one$/)
    const yesterday = bars.at(-2)
    if (yesterday === undefined) throw new Error('There are no bars.')
    await user.click(yesterday)
    const list = await rows()
    await list.findByText('1 of 4 runs match')
    expect(yesterday.getAttribute('aria-pressed')).toBe('true')
    await user.click(yesterday)
    await list.findByText('4 of 4 runs match')
  })

  it('exports the matches as CSV and JSON, and compares two selected runs, the older one first', async () => {
    const files = noteSavedFiles()
    const user = await visit('/dashboard/history?tool=mx-record', { as: addRuns() })
    const list = await rows()
    await list.findByText('2 of 4 runs match')
    await user.click(screen.getByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(files).toHaveLength(1))
    const lines = (await files[0]?.text)?.split('\r\n')
    expect(lines?.[0]).toBe('created_at,tool,input,severity,sentence,seed,scenario,at')
    expect(lines?.[1]).toContain(
      ',mx-record,shop.example,critical,"Mail still arrives, ten seconds late.",k3f9,mx-down,',
    )
    for (const tick of list.getAllByRole('checkbox')) await user.click(tick)
    const bar = within(screen.getByRole('region', { name: 'Selected runs' }))
    expect(bar.getAllByText('MX Record, shop.example')).toHaveLength(1)
    expect(bar.getAllByText('MX Record, first.example')).toHaveLength(1)
    await user.click(bar.getByRole('button', { name: 'Export 2' }))
    await waitFor(() => expect(files).toHaveLength(2))
    const selected: unknown = JSON.parse((await files[1]?.text) ?? '')
    expect(selected).toMatchObject([{ seed: 'old1' }, { scenario: 'mx-down' }])
    const compare = bar.getByRole('link', { name: 'Compare' }).getAttribute('href')
    expect(compare).toMatch(/^\/compare\?.*old1.*mx-down/)
    await user.click(bar.getByRole('button', { name: 'Clear' }))
    expect(screen.queryByRole('region', { name: 'Selected runs' })).toBeNull()
    await user.click(list.getByRole('button', { name: 'Clear filters' }))
    await list.findByText('4 of 4 runs match')
    await user.click(list.getByRole('checkbox', { name: /^Select Ping Test/ }))
    await user.click(list.getByRole('checkbox', { name: /^Select MX Record shop/ }))
    screen.getByText('Two runs of the same tool can be compared.')
    expect(within(screen.getByRole('region', { name: 'Selected runs' })).queryByRole('link')).toBeNull()
  })

  it('leads from an address beyond the last page to the last one, and names the reason of a failed export', async () => {
    const user = await visit('/dashboard/history?page=9', { as: addRuns() })
    await arriveAt('/dashboard/history')
    expect(await (await rows()).findAllByRole('listitem')).toHaveLength(4)
    mockApi().refuse('runs.list', 'database_unavailable')
    await user.click(screen.getByRole('button', { name: 'Export JSON' }))
    await screen.findByText(/^The export failed: /)
  })

  it('says that it is empty, and reports parts that could not be loaded', async () => {
    mockApi().refuse('runs.days', 'database_unavailable')
    const user = await visit('/dashboard/history', { as: mockApi().addUser() })
    await (await rows()).findByText('No runs yet')
    mockApi().restore('runs.days')
    await user.click(await screen.findByRole('button', { name: 'Retry' }))
    await screen.findByText(/^No runs yet\. Every run can be replayed/)
  })
})
