import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { arriveAt, visit } from './testing/visit.tsx'

const run = {
  tool: 'mx-record',
  input: 'mail.example',
  seed: 'k3f9',
  scenario: 'none',
  at: '2026-01-01T00:00:00.000Z',
  sentence: 'Mail arrives at the first try.',
  severity: 'pass',
  subject: 'anonymous',
}

const STOPPED = 'This page stopped working'

describe('the site', () => {
  it.each(['/', '/mx-record'])('shows %s whatever is stored in the browser', async (path) => {
    await visit(path, {
      kept: {
        netbox_recent_runs: JSON.stringify([{ ...run, ranAt: 1e17 }, { ...run, severity: 'fine' }, null]),
        netbox_usage: '{"day":7,"runs":"many"}',
        netbox_favorites: '{"0":{}}',
      },
    })
    expect(screen.getByRole('heading', { level: 1 })).toBeDefined()
    expect(screen.queryByText(STOPPED)).toBeNull()
  })

  describe('with a page whose code fails', () => {
    const visitFailing = async () => {
      // React reports what a boundary catches.
      vi.spyOn(console, 'error').mockReturnValue()
      vi.doMock('./routes/help-page.tsx', () => ({
        partsOf: undefined,
        Layout: undefined,
        Page: () => {
          throw new Error('a bug')
        },
      }))
      return visit('/help', { kept: { netbox_favorites: '["ping-test"]', theme: 'dark' } })
    }

    it('says so under the header, and shows the next page', async () => {
      const user = await visitFailing()
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(STOPPED)
      await user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Upgrade' }))
      await arriveAt('/pricing')
      await waitFor(() => expect(screen.queryByText(STOPPED)).toBeNull())
      expect(screen.getByRole('heading', { level: 1 })).toBeDefined()
    })

    it('clears what the page stores, and nothing else', async () => {
      const user = await visitFailing()
      await import('./lib/favourites.ts')
      await user.click(screen.getByRole('button', { name: 'Clear stored data and reload' }))
      expect(localStorage.getItem('netbox_favorites')).toBeNull()
      expect(localStorage.getItem('theme')).toBe('dark')
    })
  })
})
