import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { noteOpenedTabs } from '../../testing/opened-tabs.ts'
import { mockApi, visit } from '../../testing/visit.tsx'

const pro = () => mockApi().addUser({ plan: 'pro' })

it('opens the subscription in a new tab', async () => {
  const { urls, tab } = noteOpenedTabs()
  const user = await visit('/dashboard/account', { as: pro() })
  await user.click(await screen.findByRole('button', { name: 'Manage subscription' }))
  await waitFor(() => expect(urls).toEqual(['https://pay.example/portal']))
  expect(tab.opener).toBeNull()
})

it('shows an error if the answer has no address', async () => {
  const { urls } = noteOpenedTabs()
  mockApi().answer('subscription.portal', () => HttpResponse.json({ error: 'The portal is closed.' }))
  const user = await visit('/dashboard/account', { as: pro() })
  await user.click(await screen.findByRole('button', { name: 'Manage subscription' }))
  await screen.findByText('The portal is closed.')
  expect(urls).toEqual([])
})
