import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { findToast } from '../../testing/notices.ts'
import { noteOpenedTabs } from '../../testing/opened-tabs.ts'
import { mockApi, visit } from '../../testing/visit.tsx'

describe('a checkout', () => {
  it('is requested with price, name and token, and opens in a new tab', async () => {
    const { urls, tab } = noteOpenedTabs()
    const member = mockApi().addUser()
    const user = await visit('/pricing', { as: member })
    await user.click(screen.getByRole('radio', { name: 'Annual' }))
    await user.click(screen.getByRole('button', { name: 'Subscribe to Pro' }))
    await findToast('Redirecting to checkout', 'The checkout opens in a new tab.')
    const [call, ...others] = mockApi().calls('subscription.checkout')
    expect(call?.body).toEqual({ priceId: 'price_pro_annual', planName: 'Pro' })
    expect(call?.request.headers.get('authorization')).toBe(`Bearer ${localStorage.getItem('auth_token')}`)
    expect(others).toEqual([])
    expect(urls).toEqual(['https://pay.example/checkout'])
    expect(tab.opener).toBeNull()
    expect(location.pathname).toBe('/pricing')
  })

  it('is monthly if that is chosen', async () => {
    const { urls } = noteOpenedTabs()
    const user = await visit('/pricing', { as: mockApi().addUser() })
    await user.click(screen.getByRole('radio', { name: 'Monthly' }))
    await user.click(screen.getByRole('button', { name: 'Subscribe to Enterprise' }))
    await waitFor(() => expect(urls).toHaveLength(1))
    expect(
      mockApi()
        .calls('subscription.checkout')
        .map(({ body }) => body),
    ).toEqual([{ priceId: 'price_enterprise_monthly', planName: 'Enterprise' }])
  })

  it('that fails shows the reason at its plan and in a toast', async () => {
    const { urls } = noteOpenedTabs()
    const refusal = { error: 'This card is not taken.', code: 'billing_failed' }
    mockApi().answer('subscription.checkout', () => HttpResponse.json(refusal, { status: 400 }))
    const user = await visit('/pricing', { as: mockApi().addUser() })
    await user.click(screen.getByRole('button', { name: 'Subscribe to Enterprise' }))
    const plan = within(screen.getByRole('region', { name: 'Enterprise' }))
    await within(plan.getByRole('alert')).findByText('This card is not taken.')
    await findToast('Error', 'This card is not taken.')
    expect(urls).toEqual([])
  })

  it.each([
    [{ error: 'No such price.' }, 'No such price.'],
    [{}, 'Failed to create checkout session'],
    [{ url: '', error: '' }, 'Failed to create checkout session'],
  ])('whose answer %j has no address fails, and opens nothing', async (body, said) => {
    const { urls } = noteOpenedTabs()
    mockApi().answer('subscription.checkout', () => HttpResponse.json(body))
    const user = await visit('/pricing', { as: mockApi().addUser() })
    await user.click(screen.getByRole('button', { name: 'Subscribe to Pro' }))
    await findToast('Error', said)
    within(screen.getByRole('region', { name: 'Pro' })).getByText(said)
    expect(urls).toEqual([])
    expect(screen.queryByText('Redirecting to checkout')).toBeNull()
    screen.getByRole('button', { name: 'Subscribe to Pro' })
  })

  it('that was left before paying says that nothing was bought, until the page is reloaded', async () => {
    await visit('/pricing?checkout=canceled', { as: mockApi().addUser() })
    const notice = await screen.findByText('Nothing was bought')
    expect(notice.closest('[role="status"]')?.textContent).toContain(
      'You left before paying, so your plan stays the same and you owe nothing.',
    )
    expect(location.search).toBe('')
    expect(screen.queryByText(/^You are on the/)).toBeNull()
  })
})

describe('the user’s current plan', () => {
  it('is not offered again, but a better one is', async () => {
    await visit('/pricing', { as: mockApi().addUser({ plan: 'pro' }) })
    await screen.findByText('You are on the Pro plan.')
    expect(screen.getByRole('button', { name: 'Your plan' }).getAttribute('aria-disabled')).toBe('true')
    expect(screen.getAllByRole('button', { name: /^Subscribe to/ }).map(({ textContent }) => textContent)).toEqual([
      'Subscribe to Enterprise',
    ])
  })

  it('is updated when the user returns to the tab, without a reload', async () => {
    noteOpenedTabs()
    const member = mockApi().addUser()
    const user = await visit('/pricing', { as: member })
    await user.click(screen.getByRole('button', { name: 'Subscribe to Pro' }))
    await findToast('Redirecting to checkout', 'The checkout opens in a new tab.')
    member.subscription = {
      subscribed: true,
      subscription_tier: 'pro',
      subscription_end: null,
      subscription_renews: false,
      subscription_past_due: false,
      subscription_next_tier: null,
    }
    window.dispatchEvent(new Event('focus'))
    await screen.findByText('You are on the Pro plan.')
  })
})
