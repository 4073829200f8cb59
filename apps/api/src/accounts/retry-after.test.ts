import { fakeClock } from '@netbox/core/testing'
import { expect, it } from 'vitest'
import { describeOnEveryEngine } from '../../test/support/database.ts'
import { createLoginLimiter } from './login-limiter.ts'

describeOnEveryEngine('the wait of a sign-in limit', (open) => {
  it('ends with the oldest try, not with the newest', async () => {
    const clock = fakeClock()
    const limiter = createLoginLimiter({ database: await open(), clock, addressKey: (address) => address })
    const mail = () => limiter.take('mail', 'ana@mail.example')
    for (let minute = 0; minute < 5; minute++) {
      expect(await mail()).toMatchObject({ isAllowed: true })
      clock.advance(60_000)
    }
    expect(await mail()).toEqual({ isAllowed: false, retryAfter: 10 * 60 })
    clock.advance(10 * 60_000)
    expect(await mail()).toMatchObject({ isAllowed: true })
    expect(await mail()).toEqual({ isAllowed: false, retryAfter: 60 })
  })
})
