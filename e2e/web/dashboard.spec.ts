import { tools } from '@netbox/core'
import { done, run } from './support/dashboard.ts'
import { noticedIn, watchPages } from './support/first-visit.ts'
import { expect, test } from './support/journey.ts'

test('shows the real numbers of the service after one run', { tag: '@smoke' }, async ({ site }) => {
  const member = await site.memberOn('pro')
  const ran = await site.service.api('POST', '/tools/mx-record/run', { input: 'shop.example' }, member.token)
  expect(ran.status).toBe(200)
  const mailbox = { host: 'imap.gmail.com', email: 'ana@old.example', password: 'x' }
  const asked = Object.fromEntries(
    ['source', 'destination'].flatMap((side) => Object.entries(mailbox).map(([key, text]) => [`${side}_${key}`, text])),
  )
  expect((await site.service.api('POST', '/migrations', asked, member.token)).status).toBe(201)
  await site.visitPage(member, '/dashboard', async (page) => {
    const cards = page.getByRole('region', { name: 'Your numbers' })
    await expect(cards).toContainText('1 pending')
    await expect(cards).toContainText(
      new RegExp(`Migrations\\s*1\\s*1 pending\\s*Tools Used\\s*1\\s*of ${tools.length}`),
    )
    await expect(cards).toContainText(/Uptime\s*(?:\d+(?:\.\d+)?\s*%|—)/)
    const activity = page.getByRole('region', { name: 'Recent Activity' }).getByRole('listitem')
    await expect(activity).toHaveText([
      /Pending\s*Mailbox migration\s*ana@old\.example to ana@old\.example/,
      /MX Record\s*shop\.example/,
    ])
  })
})

test('has no layout shift when its numbers arrive late, on a phone and a desktop', async ({ site }) => {
  const member = await site.memberOn('pro')
  for (const tool of ['mx-record', 'smtp-test'])
    await site.service.api('POST', `/tools/${tool}/run`, { input: 'mail.example', scenario: 'mx-down' }, member.token)
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ])
    await site.visit(
      member,
      async ({ context, open }) => {
        await watchPages(context)
        // The delay is long enough for the browser to paint the placeholders of the numbers.
        await context.route('**/api/stats**', async (route) => {
          await new Promise((resolve) => setTimeout(resolve, 600))
          await route.continue()
        })
        const page = await open('/dashboard')
        await expect(page.getByText('runs so far today')).toBeVisible()
        await expect(page.getByRole('region', { name: 'Your numbers' })).toContainText(`of ${tools.length}`)
        expect(await noticedIn(page)).toEqual([])
      },
      { viewport },
    )
})

test('replays the runs of the service and of this browser, with the same result', async ({ site }) => {
  const member = await site.memberOn('pro')
  const ran = await site.service.api('POST', '/tools/mx-record/run', { input: 'shop.example' }, member.token)
  const said = /"sentence":("[^"]+")/.exec(await ran.text())?.[1] ?? ''
  await site.visitPage(member, '/dashboard/dns', async (page) => {
    await run(page, 'mail.example')
    const verdict = page.locator('[data-report] h2')
    const sentence = await verdict.innerText()
    const activity = page.getByRole('region', { name: 'Recent Activity' })
    const replay = async (name: string, path: string): Promise<void> => {
      await page.getByRole('link', { name: 'Overview' }).click()
      await activity.getByRole('link', { name }).click()
      await expect(page).toHaveURL((url) => `${url.pathname}${url.search}`.startsWith(`/tools/${path}&seed=`))
      await expect(done(page)).toBeVisible()
    }
    await replay('Replay: A Record mail.example', 'a-record?input=mail.example')
    await expect(verdict).toHaveText(sentence)
    await replay('Replay: MX Record shop.example', 'mx-record?input=shop.example')
    // The verdict must be the one in the API's response to the run.
    await expect(verdict).toHaveText(String(JSON.parse(said)))
  })
})

test('shows on every page behind sign-in that it loads, without any user’s data, until the user is known', async ({
  site,
}) => {
  const paths = [
    '/dashboard',
    ...['network', 'dns', 'email', 'security', 'monitoring'].map((category) => `/dashboard/${category}`),
    '/tools/mx-record',
    '/tools/txt-records',
    '/tools/header-security',
  ]
  for (const path of paths) {
    const answer = await fetch(`${site.service.url}${path}`)
    const html = await answer.text()
    expect([path, answer.status]).toEqual([path, 200])
    expect(html).toContain('Loading...')
    expect(html).not.toContain('Analyze')
  }
})
