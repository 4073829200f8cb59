import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { StatedFacts } from './stated-facts.tsx'

it('opens to a line for each fact, and closes with Escape', async () => {
  const facts = {
    domains: { 'shop.example': { records: { TXT: ['v=spf1 -all'] } }, 'gone.example': { dns: 'nxdomain' } },
  } as const
  const { container } = render(<StatedFacts facts={facts} label="Own facts" panel="" />)
  const user = userEvent.setup()
  await user.click(screen.getByText('Own facts'))
  const details = container.querySelector('details')
  expect(details?.open).toBe(true)
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'shop.example TXT',
    'gone.example dns',
  ])
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['v=spf1 -all', 'nxdomain'])
  await user.keyboard('{Escape}')
  expect(details?.open).toBe(false)
})
