import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { mockApi, passTime, visit } from '../../testing/visit.tsx'

const said = async (title: string): Promise<string> =>
  (await screen.findByText(title)).closest('[role="status"]')?.textContent ?? ''

const bought = {
  subscribed: true,
  subscription_tier: 'pro',
  subscription_end: null,
  subscription_renews: false,
  subscription_past_due: false,
  subscription_next_tier: null,
}

describe('a user who returns from paying', () => {
  it('sees thanks for the plan as soon as it is active, and the address no longer has the purchase', async () => {
    const member = mockApi().addUser()
    member.subscription = bought
    await visit('/dashboard?checkout=success', { as: member })
    expect(await said('You are on the Pro plan')).toContain('Thank you.')
    await screen.findByText('PRO')
    expect(location.search).toBe('')
  })

  it('waits for the confirmation of a payment, and sees the new plan', async () => {
    const member = mockApi().addUser()
    await visit('/dashboard?checkout=success', { as: member })
    expect(await said('Your payment is being confirmed')).toContain('Your plan changes here automatically')
    await passTime(5000)
    expect(await said('Your payment is being confirmed')).not.toBe('')
    member.subscription = bought
    await passTime(30_000)
    await said('You are on the Pro plan')
  })

  it('is told after a minute that it takes longer, and can check again', async () => {
    const member = mockApi().addUser()
    const user = await visit('/dashboard?checkout=success', { as: member })
    await said('Your payment is being confirmed')
    expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull()
    // Time advances in steps, because each check waits for the response to the previous one.
    for (let seconds = 0; seconds < 80; seconds += 10) await passTime(10_000)
    expect(await said('Your payment is not confirmed yet')).toContain('You don’t need to pay again')
    member.subscription = bought
    await user.click(screen.getByRole('button', { name: 'Check again' }))
    await said('You are on the Pro plan')
    await screen.findByText('PRO')
  })

  it('sees the ordinary dashboard after a reload', async () => {
    const member = mockApi().addUser()
    member.subscription = bought
    await visit('/dashboard', { as: member })
    await screen.findByText('PRO')
    expect(screen.queryByText('You are on the Pro plan')).toBeNull()
  })
})
