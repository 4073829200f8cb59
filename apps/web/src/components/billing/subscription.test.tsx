import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { noteOpenedTabs } from '../../testing/opened-tabs.ts'
import { mockApi, visit } from '../../testing/visit.tsx'
import { readCheckoutReturn, withoutCheckoutReturn } from './subscription.tsx'

it.each([
  ['?checkout=success', 'success', ''],
  ['?checkout=canceled', 'canceled', ''],
  ['?tab=users&checkout=success&x=1', 'success', '?tab=users&x=1'],
  ['?checkout=paid', undefined, ''],
  ['', undefined, ''],
  ['?input=a%20b', undefined, '?input=a+b'],
])('reads from %j how the user returned, and keeps the rest', (search, found, rest) => {
  expect(readCheckoutReturn(search)).toBe(found)
  expect(withoutCheckoutReturn(search)).toBe(rest)
})

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
