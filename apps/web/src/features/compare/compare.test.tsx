import { compareRuns, formatComparison } from '@netbox/core'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { glyphs } from '../../components/report/json-view.tsx'
import { replayLink } from '../../components/run/replay-link.ts'
import { noteSavedFiles } from '../../testing/saved-files.ts'
import { findToast } from '../../testing/run-tools.ts'
import { addMockRun } from '../../testing/mock-api/run-answers.ts'
import { mockApi, visit } from '../../testing/visit.tsx'

const linkOf = (scenario: string, path = '/mx-record', input = 'mail.example') =>
  `${path}?input=${input}&seed=k3f9&scenario=${scenario}&at=2026-11-20T08:14:00.000Z&v=3`

const compare = (a: string, b?: string) =>
  `/compare?${new URLSearchParams({ a, ...(b === undefined ? {} : { b }) }).toString()}`

const SENTENCE = 'mx1 went silent, and mail is ten seconds slower.'

const runOf = async (link: string) => {
  const { run } = await replayLink(link)
  if (run === undefined) throw new Error(`${link} names no run.`)
  return run
}

describe('the comparison of two runs', () => {
  it('shows the changes in verdict, figure, figures, findings and fields, as core compares them', async () => {
    await visit(compare(linkOf('healthy'), linkOf('mx-down')))
    await screen.findByRole('heading', { level: 2, name: SENTENCE })
    for (const words of ['Mail arrives on the first try.', 'Mail still arrives, ten seconds late.', 'B is 9.8 s later'])
      screen.getByText(words)
    const [figures, fields] = screen.getAllByRole('table')
    if (figures === undefined || fields === undefined) throw new Error('There are two tables.')
    expect(within(figures).getByText('1 fewer')).toBeDefined()
    const { findings, fields: compared } = compareRuns(await runOf(linkOf('healthy')), await runOf(linkOf('mx-down')))
    for (const [name, list] of [
      ['Only in B, 1', findings.onlyInB],
      ['Only in A, 1', findings.onlyInA],
      ['In both, 4', [...findings.changed.map(({ b }) => b), ...findings.same]],
    ] as const) {
      const group = screen.getByRole('region', { name })
      expect(
        within(group)
          .getAllByRole('heading', { level: 4 })
          .map(({ textContent }) => textContent),
      ).toEqual(list.map(({ title }) => title))
    }
    const paths = within(fields)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent)
    expect(paths).toEqual(compared.differing.map(({ path }) => path))
    expect(localStorage.getItem('netbox_usage')).toBeNull()
  })

  it('lists the runs of the account, and for B only runs of the tool of A', async () => {
    const member = mockApi().addUser()
    addMockRun(member, { tool: 'mx-record', input: 'shop.example', scenario: 'mx-down' })
    addMockRun(member, { tool: 'ping-test', input: '192.0.2.1' })
    const user = await visit('/compare', { as: member })
    const names = (letter: string) =>
      within(screen.getByLabelText(`Run ${letter}`))
        .getAllByRole('option')
        .map(({ textContent }) => textContent)
    await waitFor(() => expect(names('A').filter((name) => /^(?:mx-record|ping-test) /.test(name))).toHaveLength(2))
    const choose = async (letter: string, name: RegExp) =>
      user.selectOptions(screen.getByLabelText(`Run ${letter}`), screen.getAllByRole('option', { name })[0] ?? '')
    await choose('A', /^mx-record shop\.example/)
    await waitFor(() => expect(names('B').some((name) => name.startsWith('mx-down: '))).toBe(false))
    expect(names('B').filter((name) => name.startsWith('ping-test'))).toEqual([])
    expect(names('B').some((name) => name.startsWith('mx-record shop.example'))).toBe(true)
  })

  it('is copied as the text of netbox diff, and saved as its JSON', async () => {
    const user = await visit(compare(linkOf('healthy'), linkOf('mx-down')))
    await screen.findByRole('heading', { level: 2, name: SENTENCE })
    const runs = [await runOf(linkOf('healthy')), await runOf(linkOf('mx-down'))] as const
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    await findToast('Result copied to clipboard.')
    expect(await navigator.clipboard.readText()).toBe(
      formatComparison(...runs, { width: 80, glyphs, mark: true, all: true }),
    )
    const files = noteSavedFiles()
    await user.click(screen.getByRole('button', { name: 'JSON' }))
    await waitFor(() => expect(files).toHaveLength(1))
    expect(JSON.parse((await files[0]?.text) ?? '')).toEqual(JSON.parse(JSON.stringify(compareRuns(...runs))))
  })

  it('swaps A and B in its address', async () => {
    const user = await visit(compare(linkOf('healthy'), linkOf('mx-down')))
    await user.click(await screen.findByRole('button', { name: 'Swap A and B' }))
    await screen.findByRole('heading', { level: 2, name: 'mx1 answers again, and mail is ten seconds faster.' })
    expect(new URLSearchParams(location.search).get('a')).toBe(linkOf('mx-down'))
  })

  it('draws any other figure twice, on one scale', async () => {
    await visit(
      compare(linkOf('healthy', '/ping-test', 'shop.example'), linkOf('packet-loss', '/ping-test', 'shop.example')),
    )
    await waitFor(() => expect(document.querySelectorAll('[data-scale]')).toHaveLength(2))
    const [a, b] = [...document.querySelectorAll('[data-scale]')].map((grid) =>
      [...grid.querySelectorAll('small')].map(({ textContent }) => textContent),
    )
    expect(a).toEqual(b)
  })
})

describe('the choice of two runs', () => {
  it('begins with an example without runs', async () => {
    const user = await visit('/compare')
    await user.click(screen.getByRole('link', { name: /^Compare MX Record of mail\.example/ }))
    await screen.findByRole('heading', { level: 2, name: SENTENCE })
  })

  it('offers the same run with another scenario as B', async () => {
    const user = await visit(compare(linkOf('healthy')))
    const b = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Run B' })
    const option = await within(b).findByRole('option', { name: /^mx-down:/ })
    await user.selectOptions(b, option)
    await screen.findByRole('heading', { level: 2, name: SENTENCE })
  })

  it.each([
    [linkOf('healthy', '/spf-check'), 'A is a run of MX Record, B of SPF Check. Choose another B.'],
    ['/nothing', 'This link does not contain a run. It needs a tool, an input, a seed and a time.'],
    [linkOf('mx-dwn'), /Did you mean 'mx-down'\?/],
  ])('reports the problem of the other run %j', async (b, words) => {
    await visit(compare(linkOf('healthy'), b))
    await within(screen.getByRole('alert')).findByText(words)
    expect(screen.queryByRole('heading', { name: /slower/ })).toBeNull()
  })
})
