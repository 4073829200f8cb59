import { tools } from '@netbox/core'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { keptUsage, verify } from '../../testing/run-tools.ts'
import { noteSavedFiles } from '../../testing/saved-files.ts'
import { mockApi, passTime, visit } from '../../testing/visit.tsx'
import { exampleLines, readList } from './list.ts'

// Time advances in steps, because the code of the runs loads in between.
const PIECE = 2000
const LONGEST = 600_000

const list = async () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /, one per line$/ })

const start = async (user: UserEvent, lines: readonly string[]): Promise<void> => {
  await user.click(await list())
  await user.paste(lines.join('\n'))
  await verify(user)
  await user.click(screen.getByRole('button', { name: /^Run \d+ lines?$/ }))
  await user.click(await screen.findByRole('radio', { name: 'Your order' }))
  await screen.findByRole('table')
}

const letRun = async (name: string): Promise<void> =>
  waitFor(
    async () => {
      await passTime(PIECE)
      screen.getByRole('heading', { level: 2, name })
    },
    { timeout: LONGEST },
  )

/** Returns the rows of the table: number, input, result. */
const rows = (): string[] =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      [...row.children]
        .slice(0, 3)
        .map(({ textContent }) => textContent)
        .join(' '),
    )

const SIX = ['shop.example', 'not a domain', '', 'mail.example', 'harbour.example', '-x.example', 'quay.example']

const usedToday = (): unknown =>
  Object.values(
    (JSON.parse(localStorage.getItem('netbox_usage') ?? '{"runs":{}}') as { runs: Record<string, unknown> }).runs,
  )[0]

describe('a list', () => {
  it('runs in the world of its link, and says what is wrong with the link', async () => {
    const user = await visit('/bulk?seed=k3f9&scenario=ipv6-silent&at=yesterday')
    await screen.findByText(/yesterday/)
    await start(user, SIX.slice(0, 1))
    const foot = screen.getByRole('button', { name: 'Export CSV' }).closest('footer')
    expect(foot?.textContent).toMatch(/k3f9.*ipv6-silent/)
    // A list runs on after its page is left.
    await letRun('1 of 1 done')
  })

  it('has two example lines for every tool that accepts lists', () => {
    for (const tool of tools.filter(({ input }) => !('multiline' in input)))
      expect(
        readList(tool, exampleLines(tool)).map(({ state }) => state),
        tool.id,
      ).toEqual(['waiting', 'waiting'])
  })

  it('runs line by line: in order, refused lines in their place, counted and stored as single runs', async () => {
    const user = await visit('/bulk?tool=mx-record')
    await start(user, SIX)
    await letRun('6 of 6 done')
    expect(rows().map((row) => row.replace(/ (Critical|Warning|Info|Pass)$/, ''))).toEqual([
      '1 shop.example',
      '2 not a domain Refused',
      '4 mail.example',
      '5 harbour.example',
      '6 -x.example Refused',
      '7 quay.example',
    ])
    expect(screen.getAllByText('Please enter a valid domain name.')).toHaveLength(2)
    expect(usedToday()).toEqual({ 'mx-record': 4 })
    const recent = JSON.parse(localStorage.getItem('netbox_recent_runs') ?? '[]') as { seed: string; input: string }[]
    expect(new Set(recent.map(({ input }) => input))).toEqual(new Set(SIX.filter((line) => /^[a-z]+\./.test(line))))
    expect(new Set(recent.map(({ seed }) => seed)).size).toBe(1)
    const link = screen.getByRole('link', { name: 'mail.example' })
    expect(link.getAttribute('href')).toMatch(/^\/mx-record\?input=mail\.example&seed=/)
  })

  it('fills while it runs, can be exported before its end and continues on other pages', async () => {
    const user = await visit('/bulk?tool=mx-record')
    await start(user, [...SIX, 'old-mill.example', 'lantern.example', 'brook.example', 'kiln.example', 'post.example'])
    screen.getByRole('heading', { level: 2, name: 'Running: 2 of 11 done' })
    expect(rows().slice(0, 2)).toEqual(['1 shop.example Running', '2 not a domain Refused'])
    screen.getByText('2 more lines are waiting')
    const files = noteSavedFiles()
    await user.click(screen.getByRole('button', { name: 'Export CSV' }))
    expect((await files[0]?.text)?.split('\r\n')).toEqual([
      'line,input,result,verdict,simulated,seed,scenario,at',
      '2,not a domain,refused,Please enter a valid domain name.,,,,',
      "6,'-x.example,refused,Please enter a valid domain name.,,,,",
      '',
    ])
    await letRun('11 of 11 done')
    await user.click(screen.getByRole('button', { name: 'Export JSON' }))
    const saved = JSON.parse((await files[1]?.text) ?? '') as { line: number; run?: { simulated: boolean } }[]
    expect(saved.map(({ line }) => line)).toEqual([1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    expect(saved.filter(({ run }) => run?.simulated === true)).toHaveLength(9)
    expect(files[1]?.name).toMatch(/^mx-record-\d{4}-\d\d-\d\d\.json$/)
  })

  it('shows the lines by verdict, the worst first and open', async () => {
    const user = await visit('/bulk?tool=mx-record&seed=k3f9&scenario=mx-down', {
      as: mockApi().addUser({ plan: 'enterprise' }),
    })
    const lines = Array.from({ length: 24 }, (_, at) => `shop-${at}.example`)
    await user.click(await list())
    await user.paste(['not a domain', ...lines.slice(1)].join('\n'))
    const run = screen.getByRole<HTMLButtonElement>('button', { name: 'Run 23 lines' })
    await waitFor(() => expect(run.disabled).toBe(false))
    await user.click(run)
    await letRun('24 of 24 done')
    const groups = [...document.querySelectorAll('[data-report] details')].filter((group) => group.querySelector('li'))
    expect(groups.map((group) => group.querySelector('summary')?.textContent)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Critical.* \d+ lines$/),
        expect.stringMatching(/^Refused.* 1 line$/),
      ]),
    )
    expect(groups.map((group) => group.hasAttribute('open'))).toEqual(
      groups.map((group) => group.textContent?.startsWith('Critical')),
    )
    expect(groups.flatMap((group) => [...group.querySelectorAll('li')])).toHaveLength(24)
  })

  it('is filtered by severity, with the counts of the bar', async () => {
    const user = await visit('/bulk?tool=mx-record')
    await start(user, SIX)
    await letRun('6 of 6 done')
    const all = rows()
    await user.click(screen.getByRole('radio', { name: '2 refused' }))
    expect(rows()).toEqual(all.filter((row) => row.endsWith('Refused')))
    const critical = all.filter((row) => row.endsWith('Critical'))
    await user.click(screen.getByRole('radio', { name: `${critical.length} critical` }))
    expect(screen.queryAllByRole('row').length - 1).toBe(critical.length)
    await user.click(screen.getByRole('radio', { name: '6 all' }))
    expect(rows()).toEqual(all)
  })

  it('ends at the daily limit: the rest is not run and costs nothing', async () => {
    const kept = keptUsage({ anonymous: { 'mx-record': 98 } })
    const user = await visit('/bulk?tool=mx-record', { kept })
    await user.click(await list())
    await user.paste(SIX.join('\n'))
    screen.getByText('The list has 4 runs, and 2 are left today. The rest stays “Not run” and doesn’t count.')
    await user.clear(await list())
    await start(user, SIX)
    await letRun('4 of 6 done')
    expect(screen.queryByRole('button', { name: /^Run the remaining/ })).toBeNull()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Run 4 lines/ }).disabled).toBe(true)
    expect(rows().filter((row) => row.endsWith('Not run'))).toEqual([
      '5 harbour.example Not run',
      '7 quay.example Not run',
    ])
    expect(screen.getAllByText(/^Daily limit reached: 100 runs of MX Record/).length).toBeGreaterThan(1)
    expect(usedToday()).toEqual({ 'mx-record': 100 })
    const costs = [...document.querySelectorAll('dl dd')].map(({ textContent }) => textContent)
    expect(costs).toEqual(['4', '2 of 100', '0 of 100', 'don’t count'])
  })

  it('can be stopped, which costs nothing, and finished later in the same world', async () => {
    const user = await visit('/bulk?tool=mx-record')
    await start(user, SIX)
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    await screen.findByRole('heading', { level: 2, name: '2 of 6 done' })
    expect(rows().filter((row) => row.endsWith('Not run'))).toHaveLength(4)
    expect(localStorage.getItem('netbox_usage')).toBeNull()
    const seed = () => document.querySelector('footer p b')?.textContent
    const before = seed()
    await user.click(screen.getByRole('button', { name: 'Run the remaining 4 lines' }))
    await letRun('6 of 6 done')
    expect(seed()).toBe(before)
    expect(usedToday()).toEqual({ 'mx-record': 4 })
  })
})

describe('lines that failed', () => {
  it('run again on request, and cost nothing before', async () => {
    const simulation = '../../../../../packages/core/src/tools/dns/mx-record.simulation.ts'
    vi.doMock(simulation, () => {
      throw new Error('The file is not there.')
    })
    const user = await visit('/bulk?tool=mx-record')
    await start(user, ['shop.example', 'not a domain', 'mail.example'])
    await screen.findByRole('button', { name: 'Retry 2 failed lines' }, { timeout: LONGEST })
    vi.doUnmock(simulation)
    expect(localStorage.getItem('netbox_usage')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Retry 2 failed lines' }))
    await letRun('3 of 3 done')
    expect(rows().map((row) => /^\d+ (?:shop|mail)\.example .+/.test(row))).toEqual([true, false, true])
    expect(usedToday()).toEqual({ 'mx-record': 2 })
    expect(screen.queryByRole('button', { name: /^Retry/ })).toBeNull()
  })
})

describe('the page of a list', () => {
  it('begins with two example lines', async () => {
    const user = await visit('/bulk?tool=ping-test')
    await user.click(await screen.findByRole('button', { name: 'Use two example lines' }))
    expect((await list()).value).toBe('198.51.100.25\n198.51.100.7')
    screen.getByText('2 lines')
  })

  it('reports why a list can’t start', async () => {
    const user = await visit('/bulk?tool=mx-record')
    await verify(user)
    await user.click(await list())
    await user.paste('not a domain')
    await user.click(screen.getByRole('button', { name: 'Run the list' }))
    screen.getByText('The list has no line that the tool can read.')
    await user.click(await list())
    await user.paste('\na.example'.repeat(200))
    await user.click(screen.getByRole('button', { name: 'Run 200 lines' }))
    screen.getByText('The list has 201 lines. The limit is 200 at a time.')
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('offers tools with a one-line input, and requires the plan of a tool', async () => {
    const user = await visit('/bulk?tool=dns-diagnostic')
    const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Tool' })
    const offered = [...choice.options].map(({ value }) => value)
    expect(offered).toHaveLength(tools.length - 2)
    expect(offered).not.toContain('header-analyzer')
    screen.getByText('This tool requires a Pro or Enterprise plan.')
    await user.selectOptions(choice, 'spf-check')
    await screen.findByRole('heading', { level: 1, name: 'SPF Check, line by line' })
  })

  it('reports the runs of a list to the account', async () => {
    const user = await visit('/bulk?tool=mx-record', { as: mockApi().addUser() })
    await start(user, ['shop.example', 'mail.example'])
    await letRun('2 of 2 done')
    await waitFor(() => expect(JSON.parse(localStorage.getItem('netbox_unsaved_runs') ?? '[]')).toEqual([]))
  })
})
