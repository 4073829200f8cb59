import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { formAlert } from '../../testing/notices.ts'
import { mockApi, visit } from '../../testing/visit.tsx'

const pro = () => mockApi().addUser({ plan: 'pro' })

it('opens in the same tab if the browser blocks another one', async () => {
  vi.stubGlobal('open', () => null)
  const assign = vi.spyOn(location, 'assign').mockReturnValue()
  const user = await visit('/dashboard/account', { as: pro() })
  await user.click(await screen.findByRole('button', { name: 'Manage subscription' }))
  await waitFor(() => expect(assign.mock.calls).toEqual([['https://pay.example/portal']]))
})

it('reports for a granted plan that there is nothing to manage', async () => {
  mockApi().refuse('subscription.portal', 'not_subscribed')
  const user = await visit('/pricing', { as: pro() })
  await user.click(await screen.findByRole('button', { name: 'Manage subscription' }))
  expect(await formAlert()).toBe(
    'There is no subscription to manage You don’t pay for your plan: an admin gave it to you.',
  )
})

it('reports why a subscription could not be opened', async () => {
  mockApi().refuse('subscription.portal', 'billing_failed')
  const user = await visit('/dashboard/account', { as: pro() })
  await user.click(await screen.findByRole('button', { name: 'Manage subscription' }))
  expect(await formAlert()).toMatch(/^The subscription could not be opened \S/)
})

it('is not offered on the free plan', async () => {
  await visit('/pricing', { as: mockApi().addUser() })
  await waitFor(() => expect(mockApi().calls('subscription.status')).toHaveLength(1))
  expect(screen.queryByRole('button', { name: 'Manage subscription' })).toBeNull()
})
