import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { arriveAt, mockApi, visit } from '../../testing/visit.tsx'

const ACCOUNT = '/dashboard/account'

const plan = async () => within(await screen.findByRole('region', { name: 'Plan' }))

describe('the account page', () => {
  it('sends visitors to sign in, and back', async () => {
    const { profile, password } = mockApi().addUser()
    const user = await visit(ACCOUNT)
    await arriveAt('/login?next=%2Fdashboard%2Faccount')
    await user.type(await screen.findByLabelText('Email'), profile.email)
    await user.type(screen.getByLabelText('Password'), password)
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await (await plan()).findByText(profile.email)
    expect(location.pathname).toBe(ACCOUNT)
  })

  it('says of the free plan that it does not end', async () => {
    await visit(ACCOUNT, { as: mockApi().addUser() })
    await (await plan()).findByText('Free does not end')
    expect((await plan()).getByText('FREE')).toBeDefined()
  })

  it('shows the end of a plan that ends, and links the plans', async () => {
    const user = await visit(ACCOUNT, {
      as: mockApi().addUser({ plan: 'pro', plan_expires_at: '2027-03-01T12:00:00.000Z' }),
    })
    const end = await (await plan()).findByText('1 Mar 2027, 12:00 UTC')
    expect(end.closest('div')?.textContent).toBe('Ends1 Mar 2027, 12:00 UTC')
    expect((await plan()).getByText('PRO')).toBeDefined()
    await user.click((await plan()).getByRole('link', { name: 'Manage Plan' }))
    await arriveAt('/pricing')
  })

  it('says of a subscription that it renews, until it is cancelled', async () => {
    const member = mockApi().addUser({ plan: 'pro', plan_expires_at: '2027-03-01T12:00:00.000Z' })
    member.subscription = { ...member.subscription, subscription_renews: true }
    await visit(ACCOUNT, { as: member })
    const end = await (await plan()).findByText('1 Mar 2027, 12:00 UTC')
    expect(end.closest('div')?.textContent).toBe('Renews1 Mar 2027, 12:00 UTC')
  })

  it('says that the last payment failed, and when the plan ends without another one', async () => {
    const member = mockApi().addUser({ plan: 'pro', plan_expires_at: '2027-03-01T12:00:00.000Z' })
    member.subscription = { ...member.subscription, subscription_past_due: true }
    await visit(ACCOUNT, { as: member })
    const end = await (await plan()).findByText('1 Mar 2027, 12:00 UTC')
    expect(end.closest('div')?.textContent).toMatch(/^Ends1 Mar 2027, 12:00 UTCThe last payment failed\./)
  })

  it('says which lower plan follows', async () => {
    const member = mockApi().addUser({ plan: 'enterprise', plan_expires_at: '2027-03-01T12:00:00.000Z' })
    const next = { subscription_renews: true, subscription_next_tier: 'pro' }
    member.subscription = { ...member.subscription, ...next }
    await visit(ACCOUNT, { as: member })
    const end = await (await plan()).findByText('1 Mar 2027, 12:00 UTC')
    expect(end.closest('div')?.textContent).toBe('Changes1 Mar 2027, 12:00 UTCThen you have the Pro plan.')
  })

  it('says of a plan without an end that it has none', async () => {
    await visit(ACCOUNT, { as: mockApi().addUser({ plan: 'pro' }) })
    await (await plan()).findByText('No end')
  })
})
