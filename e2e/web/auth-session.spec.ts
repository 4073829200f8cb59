import type { BrowserContext, Page } from '@playwright/test'
import { signIn, signOut } from './support/account-forms.ts'
import { expectDashboardOf, expect, test } from './support/journey.ts'

// The page renews a session of ten minutes in one of the last three 30-second ticks before its end.
const NEARLY_OVER = '08:35'
const TICK = '00:30'

const storedToken = async (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('auth_token'))

/** Records the request of each refresh. */
const watchRefreshes = (context: BrowserContext): string[] => {
  const asked: string[] = []
  context.on('request', (request) => {
    if (request.url().endsWith('/api/auth/refresh')) asked.push(request.postData() ?? '')
  })
  return asked
}

test('a session is the same in two tabs: started in one, ended in the other', { tag: '@smoke' }, async ({ site }) => {
  const { email } = await site.member()
  await site.visit(undefined, async ({ open }) => {
    const [page, other] = [await open('/login'), await open('/')]
    const bar = other.getByRole('banner')
    await expect(bar.getByRole('link', { name: 'Login' })).toBeVisible()
    await signIn(page, email)
    await expectDashboardOf(page, email)
    await bar.getByRole('link', { name: 'Dashboard' }).click()
    await expectDashboardOf(other, email)
    await signOut(page)
    // The other tab's dashboard is now signed out too.
    await expect(other).toHaveURL(/\/login$/)
    expect(await storedToken(other)).toBeNull()
  })
})

test('a session is renewed before it ends, once for two tabs, and both continue with it', async ({ site }) => {
  const { email } = await site.member()
  await site.visit(undefined, async ({ context, open }) => {
    await context.clock.install()
    const page = await open('/login')
    await signIn(page, email)
    await expectDashboardOf(page, email)
    const other = await open('/dashboard')
    await expectDashboardOf(other, email)
    const asked = watchRefreshes(context)
    // From here on, the pages' clock is ahead of the service's clock. So at each tick, even a new session seems to be nearly over.
    for (const time of [NEARLY_OVER, TICK, TICK, TICK]) {
      const before = await storedToken(page)
      await context.clock.fastForward(time)
      for (const tab of [page, other]) await expect.poll(async () => storedToken(tab)).not.toBe(before)
    }
    expect(asked.length).toBeGreaterThanOrEqual(4)
    // No refresh token was sent twice. The service would have ended the session.
    expect(new Set(asked).size).toBe(asked.length)
    for (const tab of [page, other])
      await expect(tab.getByRole('button', { name: `Account of ${email}` })).toBeVisible()
  })
})
