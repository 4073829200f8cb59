import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import indexHtml from '../index.html?raw'
import { arriveAt, visit } from './testing/visit.tsx'

const run = {
  tool: 'mx-record',
  input: 'mail.example',
  seed: 'k3f9',
  scenario: 'random',
  at: '2026-01-01T00:00:00.000Z',
  sentence: 'Mail arrives on the first try.',
  severity: 'pass',
  subject: 'anonymous',
}

const failure = () => {
  const notice = document.querySelector<HTMLElement>('.page-failure')
  if (notice === null) throw new Error('The page has no place for the sentence.')
  return notice
}

describe('the site', () => {
  it.each(['/', '/mx-record'])('shows %s for any content of the browser’s storage', async (path) => {
    await visit(path, {
      kept: {
        netbox_recent_runs: JSON.stringify([{ ...run, ranAt: 1e17 }, { ...run, severity: 'fine' }, null]),
        netbox_usage: '{"day":7,"runs":"many"}',
        netbox_favorites: '{"0":{}}',
      },
    })
    expect(screen.getByRole('heading', { level: 1 })).toBeDefined()
  })

  it('focuses the heading of a page after Back, where screen readers continue', async () => {
    const user = await visit('/help')
    const [bar = document.body] = screen.getAllByRole('banner')
    await user.click(within(bar).getByRole('link', { name: 'Upgrade' }))
    await arriveAt('/pricing')
    const heading = () => screen.getByRole('heading', { level: 1 })
    await waitFor(() => expect(document.activeElement).toBe(heading()))
    const words = heading().textContent
    history.back()
    await arriveAt('/help')
    await waitFor(() => expect(heading().textContent).not.toBe(words))
    await waitFor(() => expect(document.activeElement).toBe(heading()))
    expect(document.title).toContain('Help')
  })

  it('describes the shown page to search engines and link previews, after each navigation', async () => {
    const head = (selector: string) =>
      [...document.head.querySelectorAll(selector)].map(
        (element) => element.getAttribute('content') ?? element.textContent,
      )
    const user = await visit('/help')
    const [bar = document.body] = screen.getAllByRole('banner')
    await user.click(within(bar).getByRole('link', { name: 'Upgrade' }))
    await arriveAt('/pricing')
    await waitFor(() => expect(head('meta[property="og:url"]')).toEqual([expect.stringMatching(/\/pricing$/)]))
    const [description] = head('meta[name="description"]')
    history.back()
    await arriveAt('/help')
    await waitFor(() => expect(head('meta[property="og:url"]')).toEqual([expect.stringMatching(/\/help$/)]))
    expect(head('meta[name="description"]')).toEqual([expect.not.stringMatching(description ?? '')])
    expect(head('script[type="application/ld+json"]')).toEqual([expect.stringContaining('/help"')])
  })

  it('keeps its frame around a page whose code fails, reports it, and shows the next page', async () => {
    document.body.insertAdjacentHTML(
      'afterbegin',
      /<p class="page-failure" role="alert".*?<\/p>/s.exec(indexHtml)?.[0] ?? '',
    )
    // React logs the errors that a boundary catches.
    vi.spyOn(console, 'error').mockReturnValue()
    vi.doMock('./features/information/help.tsx', () => ({
      Help: () => {
        throw new Error('a bug')
      },
    }))
    const user = await visit('/help')
    expect(failure().hidden).toBe(false)
    await user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Upgrade' }))
    await arriveAt('/pricing')
    await screen.findByRole('heading', { level: 1 })
    expect(failure().hidden).toBe(true)
  })
})
