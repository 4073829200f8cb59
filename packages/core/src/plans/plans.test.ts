import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePlan, planFromTier, planName, plans } from './plans.ts'

describe('plans', () => {
  it('lists free, pro and enterprise in rising rank', () => {
    expect(plans.map((plan) => plan.id)).toEqual(['free', 'pro', 'enterprise'])
    expect(plans.map((plan) => plan.rank)).toEqual([0, 1, 2])
    expect(plans.map((plan) => plan.name)).toEqual(['Free', 'Pro', 'Enterprise'])
  })

  it('gives each plan its display name', () => {
    for (const plan of plans) expect(planName(plan.id)).toBe(plan.name)
  })
})

describe('parsePlan', () => {
  it('reads a plan, ignoring case and spaces around it', () => {
    expect(parsePlan(' Free ')).toBe('free')
    expect(parsePlan('PRO')).toBe('pro')
    expect(parsePlan('Enterprise')).toBe('enterprise')
  })

  it('recognizes no other plan', () => {
    for (const text of ['', 'gold', 'pro plus', 'toString', '__proto__']) expect(parsePlan(text)).toBeUndefined()
  })
})

describe('planFromTier', () => {
  it('returns pro and enterprise for their subscribers, ignoring the case of the tier', () => {
    expect(planFromTier('pro', true)).toBe('pro')
    expect(planFromTier('Pro', true)).toBe('pro')
    expect(planFromTier('ENTERPRISE', true)).toBe('enterprise')
  })

  it('returns free for a subscriber of an unknown or missing tier', () => {
    expect(planFromTier('basic', true)).toBe('free')
    expect(planFromTier(null, true)).toBe('free')
    expect(planFromTier(undefined, true)).toBe('free')
  })

  it('returns free for everyone who is not subscribed', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.constantFrom('pro', 'enterprise')),
        (tier) => planFromTier(tier, false) === 'free',
      ),
    )
  })
})
