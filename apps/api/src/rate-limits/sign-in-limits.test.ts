import { fakeClock } from '@netbox/core/testing'
import { expect, it } from 'vitest'
import {
  accountsOver,
  deviceAt,
  freshDevice,
  freshEmail,
  PASSWORD,
  proofOf,
  refusalOf,
  signUp,
} from '../../test/support/accounts.ts'
import { describeOnEveryEngine } from '../../test/support/database.ts'
import { settle } from '../../test/support/settle.ts'
import type { Passwords } from '../accounts/passwords/passwords.ts'
import { rateLimitsOver } from '../../test/support/rate-limits.ts'
import { signInLimits } from './sign-in-limits.ts'

const MINUTE = 60_000

describeOnEveryEngine('limits of signing in', (open) => {
  // How tries are named and compared doesn't depend on the engine, and rate-limits.test.ts has the counters of both.
  const isFirst = open.engine === 'sqlite'

  it('allow 10 password checks per account in 15 minutes, from 50 addresses and across restarts', async () => {
    const clock = fakeClock()
    const email = freshEmail()
    const first = await accountsOver(await open(), { clock })
    const { accessToken } = await signUp(first, email)
    const codes: unknown[] = []
    let core = first
    for (let index = 0; index < 50; index++) {
      if (index % 5 === 0) core = await accountsOver(await open(), { clock })
      const device = deviceAt(`198.51.100.${index}`)
      codes.push(await refusalOf(core.accounts.login({ email, password: `wrong ${index}`, device })))
    }
    expect(codes.filter((code) => code === 'invalid_credentials')).toHaveLength(10)
    expect(codes.slice(10).every((code) => code === 'rate_limited')).toBe(true)
    await expect(core.accounts.login({ email, password: PASSWORD, device: freshDevice() })).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfter: 900,
    })
    expect(await first.sessions.authenticate(accessToken), 'who is signed in stays so').toBeDefined()
    clock.advance(15 * MINUTE)
    expect(await refusalOf(core.accounts.login({ email, password: PASSWORD, device: freshDevice() }))).toBe('none')
  })

  it.runIf(isFirst)('count different spellings of an address as the same account', async () => {
    const core = await accountsOver(await open())
    const name = freshEmail()
    const spellings = [name, name.toUpperCase(), ` ${name} `, `\t${name}\n`]
    const codes: unknown[] = []
    for (let index = 0; index < 20; index++) {
      const email = spellings[index % 4] ?? name
      codes.push(await refusalOf(core.accounts.login({ email, password: 'wrong', device: freshDevice() })))
    }
    expect(codes.filter((code) => code === 'invalid_credentials')).toHaveLength(10)
  })

  it('allow 200 concurrent tries no more than 10 checks', async () => {
    const core = await accountsOver(await open())
    let checks = 0
    const counted: Passwords = {
      ...core.passwords,
      verify: async (...given) => {
        checks += 1
        return core.passwords.verify(...given)
      },
    }
    const { accounts } = await accountsOver(core.database, { passwords: counted, clock: core.clock })
    const email = freshEmail()
    await settle(200, () => accounts.login({ email, password: 'wrong', device: freshDevice() }))
    expect(checks).toBe(10)
    core.clock.advance(15 * MINUTE)
    await settle(200, () => accounts.login({ email, password: 'wrong', device: freshDevice() }))
    expect(checks, 'also where rows of an old window are there').toBe(20)
  })

  it.runIf(isFirst)('allow one network address 30 tries in 5 minutes, over 1,000 accounts', async () => {
    const core = await accountsOver(await open())
    const device = deviceAt('203.0.113.9')
    let checks = 0
    const codes = new Map<unknown, number>()
    for (let index = 0; index < 1000; index++) {
      const code = await refusalOf(
        core.accounts.login({ email: `user${index}@example.com`, password: 'wrong', device }),
      )
      codes.set(code, (codes.get(code) ?? 0) + 1)
      if (code === 'invalid_credentials') checks += 1
    }
    expect(checks).toBe(30)
    expect(codes.get('rate_limited')).toBe(970)
    core.clock.advance(5 * MINUTE)
    expect(await refusalOf(core.accounts.login({ email: freshEmail(), password: 'wrong', device }))).toBe(
      'invalid_credentials',
    )
  })

  it.runIf(isFirst)('normalize the variants of a network address before they count', async () => {
    const clock = fakeClock()
    const limiter = signInLimits(rateLimitsOver(await open(), clock), (address) => address.split('::')[0] ?? '')
    const tries = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        limiter.take('loginsFrom', limiter.addressKey(`2001:db8:1:2::${index}`)),
      ),
    )
    expect(tries.filter(({ isAllowed }) => isAllowed)).toHaveLength(30)
  })

  it('do not let a limited network address use up an account’s tries', async () => {
    const core = await accountsOver(await open())
    const device = deviceAt('203.0.113.10')
    await settle(40, () => core.limiter.take('loginsFrom', device.address))
    const { account } = await signUp(core)
    for (let index = 0; index < 20; index++)
      expect(await refusalOf(core.accounts.login({ email: account.email, password: 'wrong', device }))).toBe(
        'rate_limited',
      )
    const { email } = account
    expect(await refusalOf(core.accounts.login({ email, password: PASSWORD, device: freshDevice() }))).toBe('none')
  })

  it('never block a user who knows the password, and keep the earlier wrong tries', async () => {
    const core = await accountsOver(await open())
    const { email } = (await signUp(core)).account
    for (let index = 0; index < 9; index++)
      await refusalOf(core.accounts.login({ email, password: 'no', device: freshDevice() }))
    for (let index = 0; index < 15; index++)
      expect(await refusalOf(core.accounts.login({ email, password: PASSWORD, device: freshDevice() }))).toBe('none')
    const last = [await core.limiter.take('login', email), await core.limiter.take('login', email)]
    expect(last.map(({ isAllowed }) => isAllowed)).toEqual([true, false])
  })

  it('give devices that signed in before, and live sessions, their own checks', async () => {
    const core = await accountsOver(await open())
    const home = freshDevice()
    const email = freshEmail()
    const { account, sessionId } = await signUp(core, email)
    await core.accounts.login({ email, password: PASSWORD, device: home })
    await settle(20, () => core.accounts.login({ email, password: 'wrong', device: freshDevice() }))
    expect(await refusalOf(core.accounts.login({ email, password: PASSWORD, device: freshDevice() }))).toBe(
      'rate_limited',
    )
    const session = { id: sessionId, actorId: null }
    await core.accounts.changePassword({ account, session, current: PASSWORD, next: 'battery staple' })
    const here = (password: string) => refusalOf(core.accounts.login({ email, password, device: home }))
    expect(await here('battery staple')).toBe('none')
    for (let index = 0; index < 10; index++) expect(await here('wrong')).toBe('invalid_credentials')
    expect(await here('battery staple'), 'and no more').toBe('rate_limited')
  })

  it('let a solved captcha through once, up to the limit of the network address', async () => {
    let solved = 0
    const core = await accountsOver(await open(), { useCaptcha: async (text) => text === `captcha ${++solved}` })
    const { email } = (await signUp(core)).account
    await settle(20, () => core.accounts.login({ email, password: 'wrong', device: freshDevice() }))
    const device = freshDevice()
    const login = (captcha: string, password = 'wrong') =>
      refusalOf(core.accounts.login({ email, password, device, captcha }))
    expect(await login('none')).toBe('rate_limited')
    for (let index = 2; index <= 29; index++) expect(await login(`captcha ${index}`)).toBe('invalid_credentials')
    expect(await login('captcha 30', PASSWORD)).toBe('none')
    expect(
      await refusalOf(core.accounts.login({ email, password: PASSWORD, device: deviceAt('192.0.2.1'), captcha: 'x' })),
    ).toBe('rate_limited')
  })

  it('count mails by purpose: confirmations requested by strangers don’t block a recovery', async () => {
    const core = await accountsOver(await open(), { mail: true })
    const { email } = await core.accounts.createUser({ email: freshEmail(), password: PASSWORD, plan: 'free' })
    for (let index = 0; index < 6; index++) await core.accounts.resend(email)
    await core.accounts.recover(email)
    await core.sender.sendDue()
    expect(proofOf(core.messages, email).token).not.toBe('')
  })

  it.runIf(isFirst)('apply to any window, not only to one that begins at a round time', async () => {
    const clock = fakeClock()
    const limiter = signInLimits(rateLimitsOver(await open(), clock), (address) => address)
    const granted: number[] = []
    for (let second = 0; second < 3600; second += 20) {
      if ((await limiter.take('login', 'steady@example.com')).isAllowed) granted.push(clock.now())
      clock.advance(20_000)
    }
    for (const start of granted)
      expect(granted.filter((time) => time >= start && time < start + 15 * MINUTE).length).toBeLessThanOrEqual(10)
    expect(granted).toHaveLength(40)
  })

  it('store no address in plain text', async () => {
    const database = await open()
    const limiter = signInLimits(rateLimitsOver(database, fakeClock()), (address) => address)
    await limiter.take('login', 'hidden@example.com')
    await limiter.take('loginsFrom', '192.0.2.77')
    const dump = JSON.stringify(await database.queries.selectFrom('login_attempts').selectAll().execute())
    expect(dump).not.toMatch(/hidden|192\.0\.2\.77/)
  })

  it('end with the oldest try, not with the newest', async () => {
    const clock = fakeClock()
    const limiter = signInLimits(rateLimitsOver(await open(), clock), (address) => address)
    const mail = () => limiter.take('mail', 'ana@mail.example')
    for (let minute = 0; minute < 5; minute++) {
      expect(await mail()).toMatchObject({ isAllowed: true })
      clock.advance(MINUTE)
    }
    expect(await mail()).toEqual({ isAllowed: false, retryAfter: 10 * 60 })
    clock.advance(10 * MINUTE)
    expect(await mail()).toMatchObject({ isAllowed: true })
    expect(await mail()).toEqual({ isAllowed: false, retryAfter: 60 })
  })
})
