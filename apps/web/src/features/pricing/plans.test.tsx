import { pricing } from '@netbox/core'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { signIn } from '../../testing/login-form.ts'
import { MockRefusal } from '../../testing/mock-api/endpoint-handler.ts'
import { switchOff } from '../../testing/mock-api/mock-data.ts'
import { arriveAt, mockApi, visit } from '../../testing/visit.tsx'

const plan = async (name: string) => within(await screen.findByRole('region', { name }))

/** Mocks a service that sells only Pro, paid monthly. */
const sellProByTheMonth = (): void =>
  mockApi().answer('plans.list', () => ({
    plans: pricing.cards.map((card) => ({
      ...card,
      price: { ...card.price },
      features: [...card.features],
      limitations: [...card.limitations],
      price_ids: { monthly: card.id === 'pro' ? 'price_pro_monthly' : null, annual: null },
    })),
  }))

describe('the plans', () => {
  it('show the price of a month, or of a year, and the enforced numbers beside the sold ones', async () => {
    const user = await visit('/pricing')
    const prices = () =>
      pricing.cards.map(({ name }) => screen.getByRole('region', { name }).querySelector('[data-price] b')?.textContent)
    await screen.findByText('Save 17%')
    expect(prices()).toEqual(['$0', '$9', '$19'])
    await user.click(screen.getByRole('radio', { name: 'Annual' }))
    expect(prices()).toEqual(['$0', '$90', '$190'])
    const sold = (await plan('Pro')).getByText('20 migrations per day')
    expect(within(sold).getByText('Limit: 10 a day')).toBeDefined()
    ;(await plan('Pro')).getByText('Most Popular')
  })

  it('have the names, claims, limits, comparisons and answers of the specification', async () => {
    await visit('/pricing')
    const page = screen.getByRole('main')
    const plans = screen
      .getAllByRole('list', { name: /^Included in / })
      .map((list) => [list, list.closest('section')?.querySelector('h2')?.textContent] as const)
    const lines = plans.map(([list, name]) => [
      name,
      ...within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent?.trim()),
    ])
    expect(lines).toEqual([
      [
        'Free',
        'Basic tools with CAPTCHA',
        '10 email verifications per day Limit: 10 in each run',
        '10 GB migration per account Limit: 0 a day',
        'Seeds, scenarios, share links',
        'CAPTCHA on every run',
        'No list upload',
      ],
      [
        'Pro',
        'All tools, including DNS Diagnostic',
        '100,000 email verifications per month',
        '20 migrations per day Limit: 10 a day',
        'TXT and CSV upload',
        'No CAPTCHA',
        'Migration to the same account only',
      ],
      [
        'Enterprise',
        '1M+ email verifications per month Limit: 1,000,000 a month',
        '100 migrations per day, cross-account Limit: 50 a day',
        'API access',
        '24/7 support with SLA',
        'Account manager',
        '99.9% SLA',
      ],
    ])
    expect(
      screen.getAllByText('Most Popular').map((badge) => badge.closest('section')?.getAttribute('aria-label')),
    ).toEqual(['Pro'])
    for (const text of [
      'Email verifications',
      '10 a day',
      '100,000 a month',
      '1M+ a month',
      'Migrations',
      '10 GB per account',
      '20 a day, same account',
      '100 a day, cross-account',
      'Runs of one tool, MX Record',
      '100 a day',
      '1,000 a day',
      '∞ no limit',
      'For looking into one problem',
      'For people who run mail and DNS',
      'For teams with an on-call list',
      'Yes. You keep access until the billing period ends.',
      'Yes, for 30 days.',
      'An upgrade is immediate. A downgrade takes effect at the next billing cycle.',
    ])
      expect(page.textContent).toContain(text)
  })

  it('say first that none can be bought, while billing is switched off', async () => {
    switchOff(mockApi().data, 'billing')
    const user = await visit('/pricing', { as: mockApi().addUser() })
    await screen.findByText('Plans can’t be bought at the moment; nobody’s plan changes.')
    screen.getByRole('link', { name: 'What each plan holds' })
    for (const name of ['Pro', 'Enterprise']) {
      const button = screen.getByRole('button', { name: `Subscribe to ${name}` })
      await user.click(button)
      expect(button.hasAttribute('disabled')).toBe(true)
    }
    expect(mockApi().calls('subscription.checkout')).toEqual([])
  })

  it('show visitors that they have the free one already', async () => {
    const user = await visit('/pricing')
    const free = await plan('Free')
    await user.click(free.getByRole('button', { name: 'Already on free plan' }))
    expect(await free.findByText('The free plan needs no subscription.')).toBe(
      within(free.getByRole('alert')).getByText('The free plan needs no subscription.'),
    )
  })

  it('send visitors to sign in', async () => {
    const user = await visit('/pricing')
    await user.click((await plan('Pro')).getByRole('button', { name: 'Subscribe to Pro' }))
    await arriveAt('/login?next=/pricing')
    // The plan shows the same message, so the query is limited to toasts.
    const toast = await screen.findByText('Please log in to subscribe to a plan.', { selector: '[data-toast] *' })
    expect(toast.closest('[data-toast]')?.textContent).toContain('Authentication required')
    expect(mockApi().calls('plans.list')).toHaveLength(0)
    const { profile, password } = mockApi().addUser()
    await screen.findByLabelText('Email')
    await signIn(user, profile.email, password)
    await arriveAt('/pricing')
    await plan('Pro')
    // Without a reason to leave, the toast would stay longer.
    await waitFor(() => expect(screen.queryByText('Please log in to subscribe to a plan.')).toBeNull(), {
      timeout: 1000,
    })
  })

  it('refuse a plan that has no price', async () => {
    sellProByTheMonth()
    const user = await visit('/pricing', { as: mockApi().addUser() })
    const enterprise = await plan('Enterprise')
    await user.click(enterprise.getByRole('button', { name: 'Subscribe to Enterprise' }))
    const message = await within(enterprise.getByRole('alert')).findByText(/Price ID not configured for this plan\./)
    expect(message.textContent).toContain('Error')
    expect(mockApi().calls('subscription.checkout')).toHaveLength(0)
  })

  it('show that the checkout is loading, and then the reason of a refusal', async () => {
    sellProByTheMonth()
    let letPass = (): void => undefined
    const passing = new Promise<void>((resolve) => (letPass = resolve))
    mockApi().answer('subscription.checkout', async () => {
      await passing
      throw new MockRefusal('price_unknown')
    })
    const user = await visit('/pricing', { as: mockApi().addUser() })
    const [pro, enterprise] = [await plan('Pro'), await plan('Enterprise')]
    await user.click(enterprise.getByRole('button', { name: 'Subscribe to Enterprise' }))
    await within(enterprise.getByRole('alert')).findByText(/Price ID not configured/)

    await user.click(pro.getByRole('button', { name: 'Subscribe to Pro' }))
    await pro.findByRole('button', { name: 'Loading...' })
    expect(enterprise.getByRole('alert').textContent).toBe('')
    letPass()
    await within(pro.getByRole('alert')).findByText(/Invalid plan selected\./)
    pro.getByRole('button', { name: 'Subscribe to Pro' })
    expect(
      mockApi()
        .calls('subscription.checkout')
        .map(({ body }) => body),
    ).toEqual([{ priceId: 'price_pro_monthly', planName: 'Pro' }])
  })
})
