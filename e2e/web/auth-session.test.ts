import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { atDashboardOf, newAddress, PASSWORD, signIn, signOut } from './support/account-forms.ts'
import { givenService } from './support/given-service.ts'
import type { Visitor } from './support/visitors.ts'

const site = givenService()

const visit = async (work: (visitor: Visitor, email: string) => Promise<void>): Promise<void> => {
  const email = newAddress()
  await site.service.api('POST', '/auth/register', { email, password: PASSWORD })
  await site.visit(undefined, async (visitor) => work(visitor, email))
}

/** Keeps what each refresh was asked with. */
const watchRefreshes = (context: BrowserContext): string[] => {
  const asked: string[] = []
  context.on('request', (request) => {
    if (request.url().endsWith('/api/auth/refresh')) asked.push(request.postData() ?? '')
  })
  return asked
}

const storedToken = async (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('auth_token'))

const login = async ({ open }: Visitor, email: string): Promise<Page> => {
  const page = await open('/login')
  await signIn(page, email)
  await atDashboardOf(page, email)
  return page
}

// A session of ten minutes is renewed within 3 ticks of 30 s of its end.
const NEARLY_OVER = '08:35'
const TICK = '00:30'

describe('the session', () => {
  it('is the same in every tab: signed in in one, signed out in another', async () => {
    await visit(async (visitor, email) => {
      const other = await visitor.open('/')
      await other.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor()
      const page = await login(visitor, email)
      await other.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click()
      await atDashboardOf(other, email)
      await signOut(page)
      // The dashboard of the other tab is nobody's now.
      await other.waitForURL('**/login')
      expect(await storedToken(other)).toBeNull()
    })
  })

  it('is renewed before it ends, by one of two tabs alone, and both go on with it', async () => {
    await visit(async (visitor, email) => {
      const { context } = visitor
      await context.clock.install()
      const page = await login(visitor, email)
      const other = await visitor.open('/dashboard')
      await atDashboardOf(other, email)
      const asked = watchRefreshes(context)
      // The pages' clock is ahead of the service's from then on: what it gives is nearly over for them at each tick.
      for (const [round, time] of [NEARLY_OVER, TICK, TICK, TICK].entries()) {
        const before = await storedToken(page)
        await context.clock.fastForward(time)
        await expect.poll(async () => storedToken(page)).not.toBe(before)
        await other.waitForFunction((token) => localStorage.getItem('auth_token') !== token, before)
        expect(asked).toHaveLength(round + 1)
      }
      // No token was used twice: that would have ended the session.
      expect(new Set(asked).size).toBe(asked.length)
      for (const tab of [page, other]) await tab.getByText(email, { exact: true }).waitFor()
    })
  })

  it('outlives a service that is away when it should be renewed', async () => {
    await visit(async (visitor, email) => {
      const { context } = visitor
      await context.clock.install()
      const page = await login(visitor, email)
      const asked = watchRefreshes(context)
      const first = await storedToken(page)
      await site.service.stop()
      await context.clock.fastForward(NEARLY_OVER)
      await context.clock.fastForward(TICK)
      await expect.poll(() => asked.length).toBeGreaterThan(0)
      await page.getByText(email, { exact: true }).waitFor()
      await site.service.start()
      await context.clock.fastForward(TICK)
      await expect.poll(async () => storedToken(page), { timeout: 10_000 }).not.toBe(first)
      await page.getByText(email, { exact: true }).waitFor()
      await page.reload()
      await atDashboardOf(page, email)
    })
  })

  it('is kept while the service fails, verified when it is well again, and over when it is refused', async () => {
    await visit(async (visitor, email) => {
      const page = await login(visitor, email)
      await visitor.context.route('**/api/auth/verify', async (route) =>
        route.fulfill({ status: 503, json: { error: 'Away.', code: 'database_unavailable' } }),
      )
      await page.reload()
      await page.getByText(email, { exact: true }).waitFor()
      await visitor.context.unroute('**/api/auth/verify')
      await page.waitForResponse((answer) => answer.url().endsWith('/auth/verify') && answer.status() === 200)
      await page.evaluate(() => localStorage.setItem('auth_token', 'forged'))
      await page.reload()
      await page.waitForURL('**/login')
      await expect.poll(async () => storedToken(page)).toBeNull()
    })
  })

  it('takes the plan from the subscription a second after signing in', async () => {
    await visit(async (visitor, email) => {
      await visitor.context.route('**/api/subscription/status', async (route) =>
        route.fulfill({
          json: { data: { subscribed: true, subscription_tier: 'Enterprise', subscription_end: null } },
        }),
      )
      const page = await visitor.open('/login')
      const asked = page.waitForRequest('**/api/subscription/status')
      await signIn(page, email)
      await page.getByText('FREE', { exact: true }).waitFor()
      await asked
      await page.getByText('ENTERPRISE', { exact: true }).waitFor()
    })
  })
})
