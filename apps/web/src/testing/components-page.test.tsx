import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { ComponentsPage, loadFixtures } from './components-page.tsx'

it('shows every group of components, in light and dark', async () => {
  const { runs } = await loadFixtures()
  render(<ComponentsPage runs={runs} />)
  const groups = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  for (const name of [
    'Buttons',
    'Chips, marks and statuses',
    'Fields',
    'States and messages',
    'Reports',
    'Runs',
    'Figures',
  ])
    expect(groups).toContain(name)
  // Every tool has a figure, and the first tool has a second one, with a fault.
  expect(screen.getByRole('region', { name: 'Figures' }).querySelectorAll('figure')).toHaveLength(runs.length)
  await userEvent.setup().click(screen.getByRole('button', { name: 'dark' }))
  expect(screen.getByRole('main').style.colorScheme).toBe('dark')
})
