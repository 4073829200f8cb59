import { describe, expect, it } from 'vitest'
import { checkoutFailed, pricingLabels, subscribeNotices } from './pricing.ts'

describe('pricing texts', () => {
  it('refuses a subscription with the specified texts', () => {
    expect(subscribeNotices.already_on_free_plan.title).toBe('Already on free plan')
    expect(subscribeNotices.authentication_required).toEqual({
      title: 'Authentication required',
      message: 'Please log in to subscribe to a plan.',
    })
    expect(subscribeNotices.invalid_plan).toEqual({ title: 'Error', message: 'Invalid plan selected.' })
    expect(subscribeNotices.price_not_configured.message).toBe('Price ID not configured for this plan.')
  })

  it('shows why no checkout started, or that none did', () => {
    expect(checkoutFailed('No such price.')).toEqual({ title: 'Error', message: 'No such price.' })
    expect(checkoutFailed(' ').message).toBe('Failed to create checkout session')
  })

  it('names the parts of the plan page', () => {
    expect([pricingLabels.monthly, pricingLabels.annual]).toEqual(['Monthly', 'Annual'])
    expect(pricingLabels.subscribing).toBe('Loading...')
    expect(pricingLabels.subscribe('Pro')).toBe('Subscribe to Pro')
  })
})
