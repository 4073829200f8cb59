import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { atDashboardOf, newAddress, register } from './support/account-forms.ts'
import { type Member, newAdminMember, newMember, newMemberOn } from './support/members.ts'
import { expectAccessible } from './support/signed-in.ts'
import { givenService } from './support/given-service.ts'
import type { Visitor } from './support/visitors.ts'

interface Status {
  readonly data: { readonly subscription_tier: string | null }
}

const site = givenService({ STRIPE_API_BASE: 'double' })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const chip = (page: Page, plan: string) => page.getByRole('banner').getByText(plan, { exact: true })
const toast = (page: Page, text: string) => page.locator('.toasts').getByText(text)
const field = (page: Page) => page.getByRole('main').getByRole('textbox').first()

const run = async (page: Page, path: string, input: string): Promise<void> => {
  await page.goto(path)
  await field(page).fill(input)
  await button(page, 'Analyze').click()
}

/** Presses something, and gives the tab that it opens. */
const newTab = async ({ context }: Visitor, press: Locator): Promise<Page> => {
  const [tab] = await Promise.all([context.waitForEvent('page'), press.click()])
  await tab.waitForLoadState()
  return tab
}

/** What the browser tells a tab when somebody comes back to it. */
const comeBack = async (page: Page): Promise<boolean> => page.evaluate(() => dispatchEvent(new Event('focus')))

/** Buys a plan by the month past the browser, and waits until the service has heard of it. */
const buy = async ({ token }: Member, plan: string): Promise<void> => {
  const { plans } = (await (await site.service.api('GET', '/plans')).json()) as {
    plans: { id: string; price_ids: { monthly: string } }[]
  }
  const priceId = plans.find(({ id }) => id === plan)?.price_ids.monthly
  const answer = await site.service.api('POST', '/subscription/create-checkout', { priceId, planName: plan }, token)
  const { url } = (await answer.json()) as { url: string }
  await fetch(url, { method: 'POST', body: new URLSearchParams({ number: '4242424242424242' }), redirect: 'manual' })
  const tier = async (): Promise<unknown> =>
    ((await (await site.service.api('GET', '/subscription/status', undefined, token)).json()) as Status).data
      .subscription_tier
  await expect.poll(tier).toBe(plan)
}

/** The count of runs is kept by the browser: only the last one of the day is made. */
const useUpAllButOne = async (page: Page, tool: string, runs: number): Promise<void> =>
  page.evaluate(
    ([name, count]) => {
      const id = JSON.parse(localStorage.getItem('auth_session') ?? '').user.id
      const day = new Date().toISOString().slice(0, 10)
      localStorage.setItem('netbox_usage', JSON.stringify({ day, runs: { [id]: { [name]: count } } }))
    },
    [tool, runs] as const,
  )

describe('a plan', () => {
  it('is bought where the free one ends, is there at once in the open tab, and ends when it is canceled', async () => {
    const email = newAddress()
    await site.visitPage(undefined, '/register', async (page, visitor) => {
      await register(page, email)
      await atDashboardOf(page, email)
      await chip(page, 'FREE').waitFor()

      await useUpAllButOne(page, 'tcp-port-test', 24)
      await run(page, '/tools/tcp-port-test', 'mail.example:25')
      await page.getByText('Analysis completed successfully').waitFor()
      await button(page, 'Analyze').click()
      const refusal = page.getByRole('region', { name: 'Access restricted' })
      await refusal.getByText('Daily limit reached: 25 runs of TCP Port Test per day on the Free plan.').waitFor()
      await refusal.getByRole('link', { name: 'Upgrade now' }).click()

      await page.waitForURL('**/pricing')
      await page.getByRole('radio', { name: 'Monthly' }).check()
      const payment = await newTab(visitor, button(page, 'Subscribe to Pro'))
      await toast(page, 'Redirecting to checkout').waitFor()
      await payment.getByText(`9.00 USD per month, for ${email}`).waitFor()
      expect(await payment.evaluate(() => window.opener)).toBeNull()
      const { origin: provider } = new URL(payment.url())
      await button(payment, 'Subscribe').click()

      await payment.waitForURL(`${site.service.url}/dashboard`)
      const thanks = payment.getByRole('status').filter({ hasText: 'You are on the Pro plan' })
      await thanks.getByText('Thank you.').waitFor()
      await chip(payment, 'PRO').waitFor()
      await expectAccessible(payment)
      // The tab that was open knows it too, without being loaded again.
      await page.getByText('You are on the Pro plan.').waitFor()
      await payment.reload()
      await chip(payment, 'PRO').waitFor()
      expect(await payment.getByText('Thank you.').count()).toBe(0)
      await payment.close()

      await run(page, '/tools/dns-diagnostic', 'shop.example')
      await page.getByText('Analysis completed successfully').waitFor()
      await page.getByText('Today: 1 of').waitFor()

      await page.goto('/dashboard/account')
      const portal = await newTab(visitor, button(page, 'Manage subscription'))
      await button(portal, 'Cancel plan').click()
      await portal.getByText(/^Ends on /).waitFor()
      await portal.getByRole('link', { name: 'Back' }).click()
      await portal.waitForURL(`${site.service.url}/dashboard`)
      // Until the period is over nothing changes.
      await chip(portal, 'PRO').waitFor()
      await portal.close()

      const double = await visitor.context.newPage()
      await double.goto(provider)
      await button(double, 'A month later').click()
      await double.getByRole('cell', { name: 'canceled' }).waitFor()
      await double.close()
      await expect.poll(async () => (await comeBack(page), chip(page, 'FREE').count())).toBe(1)
      await page.goto('/tools/dns-diagnostic')
      await page.locator('.access').getByText('This tool requires a Pro or Enterprise plan.').waitFor()
      expect(await button(page, 'Analyze').isDisabled()).toBe(true)
    })
  })

  it('is changed for a better one in the portal, at once and in every tab', async () => {
    const member = await newMember(site.service)
    await buy(member, 'pro')
    await site.visitPage(member, '/pricing', async (page, visitor) => {
      await page.getByText('You are on the Pro plan.').waitFor()
      expect(await button(page, 'Your plan').getAttribute('aria-disabled')).toBe('true')
      const portal = await newTab(visitor, button(page, 'Subscribe to Enterprise'))
      await portal.getByText('The change comes at once.').waitFor()
      await button(portal, 'Confirm').click()
      await portal.getByRole('status').getByText('You are on the Enterprise plan', { exact: true }).waitFor()
      await page.getByText('You are on the Enterprise plan.').waitFor()
      expect(await page.getByRole('button', { name: /^Subscribe to/ }).count()).toBe(0)
    })
  })

  it('is waited for while its payment is being confirmed, and asked for again', async () => {
    const member = await newMember(site.service)
    await site.visit(member, async (visitor) => {
      const page = await visitor.context.newPage()
      await page.clock.install()
      await page.goto('/dashboard?checkout=success')
      const said = (title: string) => page.getByRole('status').getByText(title, { exact: true }).waitFor()
      await said('Your payment is being confirmed')
      await page.waitForURL(`${site.service.url}/dashboard`)
      await expectAccessible(page)
      // Each look asks the service, which takes its time: the clock waits for it.
      const late = page.getByText('Your payment is not confirmed yet', { exact: true })
      await expect.poll(async () => (await page.clock.runFor(20_000), late.count()), { timeout: 20_000 }).toBe(1)
      await expectAccessible(page)
      await visitor.context.route('**/api/subscription/status', async (route) =>
        route.fulfill({ json: { data: { subscribed: true, subscription_tier: 'pro', subscription_end: null } } }),
      )
      await button(page, 'Look again').click()
      await said('You are on the Pro plan')
      await chip(page, 'PRO').waitFor()
    })
  })

  it('is not bought with a card that is declined, nor by who goes back, and the address forgets it', async () => {
    const member = await newMember(site.service)
    await site.visitPage(member, '/pricing', async (page, visitor) => {
      const payment = await newTab(visitor, button(page, 'Subscribe to Enterprise'))
      await payment.getByLabel('Card number').fill('4000 0000 0000 0002')
      await button(payment, 'Subscribe').click()
      await payment.getByRole('alert').getByText('Your card was declined.').waitFor()
      await payment.getByRole('link', { name: 'Back' }).click()
      await payment.waitForURL(`${site.service.url}/pricing`)
      const notice = payment.getByRole('status').filter({ hasText: 'Nothing was bought' })
      await notice.getByText('You left before paying, so nothing changes and nothing is due.').waitFor()
      await expectAccessible(payment)
      await payment.reload()
      await payment.getByRole('heading', { level: 1 }).waitFor()
      expect(await payment.getByText('Nothing was bought').count()).toBe(0)
      expect(await payment.getByText('You are on the').count()).toBe(0)
    })
  })

  it('that was given has nothing to manage, and a portal that does not open says why', async () => {
    const admin = await newAdminMember(site.service)
    const member = await newMemberOn('pro', { service: site.service, admin })
    await site.visitPage(member, '/pricing', async (page, visitor) => {
      await page.getByText('You are on the Pro plan.').waitFor()
      await button(page, 'Manage subscription').click()
      const alert = page.getByRole('alert').filter({ hasText: 'There is no subscription to manage' })
      await alert.getByText('Nothing is paid for your plan: it was given to you.').waitFor()
      await expectAccessible(page)
      await visitor.context.route('**/api/subscription/customer-portal', async (route) =>
        route.fulfill({ status: 502, json: { error: 'The payment provider did not answer.', code: 'billing_failed' } }),
      )
      await page.goto('/dashboard/account')
      await button(page, 'Manage subscription').click()
      const failure = page.getByRole('alert').filter({ hasText: 'The subscription could not be opened' })
      await failure.waitFor()
      await expectAccessible(page)
    })
  })
})
