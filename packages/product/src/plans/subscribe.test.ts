import { describe, expect, it } from 'vitest'
import { checkSubscribe, priceIdFor } from './subscribe.ts'

const ids = { pro: { monthly: 'price_pro_m', annual: 'price_pro_a' }, enterprise: { monthly: 'price_ent_m' } }
const session = { access_token: 'token' }

describe('checkSubscribe', () => {
  it('returns the price and the display name of the plan for the checkout', () => {
    expect(checkSubscribe({ plan: 'pro', interval: 'annual', session, ids })).toEqual({
      allowed: true,
      plan: 'pro',
      planName: 'Pro',
      priceId: 'price_pro_a',
    })
    expect(checkSubscribe({ plan: 'enterprise', interval: 'monthly', session, ids })).toMatchObject({
      planName: 'Enterprise',
      priceId: 'price_ent_m',
    })
  })

  it('returns Already on free plan for the free plan, signed in or not', () => {
    for (const who of [session, null]) {
      expect(checkSubscribe({ plan: 'free', interval: 'monthly', session: who, ids })).toMatchObject({
        allowed: false,
        code: 'already_on_free_plan',
        title: 'Already on free plan',
      })
    }
  })

  it('requires a sign-in before it checks the plan', () => {
    for (const plan of ['pro', 'gold']) {
      expect(checkSubscribe({ plan, interval: 'monthly', session: undefined, ids })).toEqual({
        allowed: false,
        code: 'authentication_required',
        title: 'Authentication required',
        message: 'Please log in to subscribe to a plan.',
      })
    }
  })

  it('refuses an unknown plan', () => {
    for (const plan of ['gold', '', '__proto__']) {
      expect(checkSubscribe({ plan, interval: 'monthly', session, ids })).toMatchObject({
        code: 'invalid_plan',
        message: 'Invalid plan selected.',
      })
    }
  })

  it('refuses a plan whose price is not configured', () => {
    expect(checkSubscribe({ plan: 'enterprise', interval: 'annual', session, ids })).toMatchObject({
      code: 'price_not_configured',
      message: 'Price ID not configured for this plan.',
    })
  })
})

describe('priceIdFor', () => {
  const prices = { pro: { monthly: 'price_pro_m', annual: ' ' }, enterprise: { annual: 'price_ent_a' } }

  it('finds the id of the plan and interval', () => {
    expect(priceIdFor('pro', 'monthly', prices)).toEqual({ priceId: 'price_pro_m' })
    expect(priceIdFor('enterprise', 'annual', prices)).toEqual({ priceId: 'price_ent_a' })
  })

  it('refuses a price that is blank or absent', () => {
    const refused = { code: 'price_not_configured' }
    expect(priceIdFor('pro', 'annual', prices)).toEqual(refused)
    expect(priceIdFor('enterprise', 'monthly', prices)).toEqual(refused)
    expect(priceIdFor('enterprise', 'monthly', {})).toEqual(refused)
  })
})
