import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expect, type Site, test } from './support/journey.ts'
import type { Member } from './support/members.ts'
import type { Visitor } from './support/visitors.ts'

test.use({ settings: { STRIPE_API_BASE: 'double' } })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const chip = (page: Page, plan: string) => page.getByRole('banner').getByText(plan, { exact: true })
const said = (page: Page, title: string) => page.getByRole('status').filter({ hasText: title })

/** Clicks an element, and returns the tab that it opens. */
const newTab = async ({ context }: Visitor, press: Locator): Promise<Page> => {
  const [tab] = await Promise.all([context.waitForEvent('page'), press.click()])
  await tab.waitForLoadState()
  return tab
}

interface Status {
  readonly data: { readonly subscription_tier: string | null }
}

/** Buys a monthly plan without the browser, and waits until the service has processed the payment provider's event. */
const buy = async ({ service }: Site, { token }: Member, plan: string): Promise<void> => {
  const { plans } = (await (await service.api('GET', '/plans')).json()) as {
    plans: { id: string; price_ids: { monthly: string } }[]
  }
  const priceId = plans.find(({ id }) => id === plan)?.price_ids.monthly
  const answer = await service.api('POST', '/subscription/create-checkout', { priceId, planName: plan }, token)
  const { url } = (await answer.json()) as { url: string }
  await fetch(url, { method: 'POST', body: new URLSearchParams({ number: '4242424242424242' }), redirect: 'manual' })
  const tier = async (): Promise<unknown> =>
    ((await (await service.api('GET', '/subscription/status', undefined, token)).json()) as Status).data
      .subscription_tier
  await expect.poll(tier).toBe(plan)
}

/** Advances the page's clock until an element is visible, because the page checks the plan at growing intervals. */
const passTimeUntil = async (page: Page, shown: Locator): Promise<void> =>
  expect(async () => {
    await page.clock.runFor(5000)
    await expect(shown).toBeVisible({ timeout: 200 })
  }).toPass()

test('a plan is bought, and is active at once in both tabs', { tag: '@smoke' }, async ({ site }) => {
  const member = await site.member()
  await site.visit(member, async (visitor) => {
    await visitor.context.clock.install()
    const page = await visitor.open('/pricing')
    await page.getByRole('radio', { name: 'Monthly' }).check()
    const payment = await newTab(visitor, button(page, 'Subscribe to Pro'))
    await expect(payment.getByText(`9.00 USD per month, for ${member.email}`)).toBeVisible()
    expect(await payment.evaluate(() => window.opener === null)).toBe(true)
    await button(payment, 'Subscribe').click()
    await expect(payment).toHaveURL(`${site.service.url}/dashboard`)
    await passTimeUntil(payment, said(payment, 'You are on the Pro plan').getByText('Thank you.'))
    await expect(chip(payment, 'PRO')).toBeVisible()
    // The open tab updates without a reload.
    await expect(page.getByText('You are on the Pro plan.')).toBeVisible()
    const portal = await newTab(visitor, button(page, 'Manage subscription'))
    await expect(button(portal, 'Cancel plan')).toBeVisible()
  })
})

test('a plan that is canceled lasts to the end of its period', async ({ site }) => {
  const member = await site.member()
  await buy(site, member, 'pro')
  await site.visitPage(member, '/tools/dns-diagnostic', async (page, visitor) => {
    await expect(chip(page, 'PRO')).toBeVisible()
    await page.getByRole('main').getByRole('textbox').first().fill('shop.example')
    await button(page, 'Analyze').click()
    await expect(page.getByText('Analysis completed successfully')).toBeVisible()
    await page.goto('/dashboard/account')
    const portal = await newTab(visitor, button(page, 'Manage subscription'))
    const { origin: provider } = new URL(portal.url())
    await button(portal, 'Cancel plan').click()
    await expect(portal.getByText(/^Ends on /)).toBeVisible()
    await portal.getByRole('link', { name: 'Back' }).click()
    await expect(portal).toHaveURL(`${site.service.url}/dashboard`)
    // The plan stays until the period is over.
    await expect(chip(portal, 'PRO')).toBeVisible()
    await portal.goto(provider)
    await button(portal, 'A month later').click()
    await expect(portal.getByRole('cell', { name: 'canceled' })).toBeVisible()
    // The page checks the plan each time the user returns to the tab.
    await expect(async () => {
      await page.evaluate(() => dispatchEvent(new Event('focus')))
      await expect(chip(page, 'FREE')).toBeVisible({ timeout: 500 })
    }).toPass()
    await page.goto('/tools/dns-diagnostic')
    await expect(page.getByText('This tool requires a Pro or Enterprise plan.')).toBeVisible()
    await expect(button(page, 'Analyze')).toBeDisabled()
  })
})

test('a plan is upgraded in the portal, at once and in every tab', async ({ site }) => {
  const member = await site.member()
  await buy(site, member, 'pro')
  await site.visitPage(member, '/pricing', async (page, visitor) => {
    await expect(page.getByText('You are on the Pro plan.')).toBeVisible()
    const portal = await newTab(visitor, button(page, 'Subscribe to Enterprise'))
    await expect(portal.getByText('The change takes effect at once.')).toBeVisible()
    await button(portal, 'Confirm').click()
    await expect(said(portal, 'You are on the Enterprise plan')).toBeVisible()
    await expect(page.getByText('You are on the Enterprise plan.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Subscribe to/ })).toHaveCount(0)
  })
})

test('nothing is bought with a declined card, or after going back', async ({ site }) => {
  await site.visitPage(await site.member(), '/pricing', async (page, visitor) => {
    const payment = await newTab(visitor, button(page, 'Subscribe to Enterprise'))
    await payment.getByLabel('Card number').fill('4000 0000 0000 0002')
    await button(payment, 'Subscribe').click()
    await expect(payment.getByRole('alert')).toContainText('Your card was declined.')
    await payment.getByRole('link', { name: 'Back' }).click()
    await expect(payment).toHaveURL(`${site.service.url}/pricing`)
    await expect(said(payment, 'Nothing was bought')).toContainText('your plan stays the same and you owe nothing')
    await payment.reload()
    await expect(payment.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(payment.getByText('Nothing was bought')).toHaveCount(0)
    await expect(payment.getByText('You are on the')).toHaveCount(0)
  })
})

test('the notices around a payment have no accessibility problem', async ({ site }) => {
  const [member, subscriber] = [await site.member(), await site.memberOn('pro')]
  await site.visit(member, async (visitor) => {
    await visitor.context.clock.install()
    const page = await visitor.open('/pricing?checkout=canceled')
    await expect(said(page, 'Nothing was bought')).toBeVisible()
    await expectAccessible(page)
    await page.goto('/dashboard?checkout=success')
    await expect(said(page, 'Your payment is being confirmed')).toBeVisible()
    await expectAccessible(page)
    await passTimeUntil(page, button(page, 'Check again'))
    await expectAccessible(page)
    await buy(site, member, 'pro')
    await button(page, 'Check again').click()
    await expect(said(page, 'You are on the Pro plan')).toBeVisible()
    await expectAccessible(page)
  })
  await site.visitPage(subscriber, '/pricing', async (page) => {
    await button(page, 'Manage subscription').click()
    await expect(page.getByRole('alert').filter({ hasText: 'There is no subscription to manage' })).toBeVisible()
    await expectAccessible(page)
  })
})
