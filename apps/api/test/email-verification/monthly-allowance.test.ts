import type { PlanId } from '@netbox/core'
import { expect, it } from 'vitest'
import { createMonthlyAllowance } from '../../src/email-verification/monthly-allowance.ts'
import { newId } from '../../src/random.ts'
import { describeOnEveryEngine } from '../support/database.ts'
import type { TestUser } from '../support/start-api.ts'
import { freshDomain, list, NDJSON, startVerifying } from './support/start-verifying.ts'

describeOnEveryEngine('the allowance of a month', (open) => {
  const verifying = startVerifying(open)
  const { clock, verifier, verify, monthOf } = verifying

  const used = async (user: TestUser, reserved: number, month = '2026-11') =>
    verifying.api.core.database.writer
      .insertInto('verification_months')
      .values({ user_id: user.id, month, reserved, verified: 0 })
      .execute()

  it.each([
    ['pro', 100_000],
    ['enterprise', 1_000_000],
  ] as const)('of the plan %s is %d, and shows how much is left', async (plan: PlanId, limit) => {
    const user = await verifying.api.user({ plan })
    await used(user, limit - 12)
    const { verifications } = (await verifying.api.call('usage.list', { bearer: user.bearer })).body
    expect(verifications).toEqual({ used: limit - 12, limit, remaining: 12, reset: '2026-12-01T00:00:00.000Z' })
    const refused = await verify(list(13, freshDomain()), user)
    expect([refused.status, refused.code]).toEqual([429, 'monthly_limit_reached'])
    expect(refused.text).toContain(`has ${limit.toLocaleString('en-US')} verifications a month, of which 12 are left.`)
    const seconds = (Date.parse('2026-12-01T00:00:00Z') - clock.now()) / 1000
    expect(refused.headers.get('retry-after')).toBe(String(Math.ceil(seconds)))
    expect(verifier.asked).toEqual([])
    expect((await verify(list(12, freshDomain()), user)).status).toBe(200)
    expect((await verify(list(1, freshDomain()), user)).text).toContain('of which none is left.')
    expect((await verify(list(1, freshDomain()), user, NDJSON)).code).toBe('monthly_limit_reached')
  })

  it('does not exist on the free plan', async () => {
    const user = await verifying.api.user()
    await used(user, 5_000_000)
    const { verifications } = (await verifying.api.call('usage.list', { bearer: user.bearer })).body
    expect(verifications).toMatchObject({ limit: -1, remaining: -1 })
    expect((await verify(list(10, freshDomain()), user)).status).toBe(200)
  })

  it('grants exactly the rest to 200 concurrent runs', async () => {
    const user = await verifying.api.user({ plan: 'enterprise' })
    await used(user, 1_000_000 - 130)
    const allowance = createMonthlyAllowance({ database: verifying.api.core.database, clock, newId })
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, () => allowance.reserve({ id: user.id, plan: 'enterprise' }, 3)),
    )
    expect(outcomes.filter(({ granted }) => granted)).toHaveLength(43)
    expect((await monthOf(user))?.reserved).toBe(1_000_000 - 1)
  })
})
