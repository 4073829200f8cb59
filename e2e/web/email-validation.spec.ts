import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { addresses, field, resultLine, rows, toast, verify } from './support/email-list.ts'
import { expect, type Site, test } from './support/journey.ts'
import { faultsInAppearances, sidewaysOf } from './support/appearances.ts'
import { hydrated } from './support/visitors.ts'

const SCREEN = '/email-validation'

test(
  'verifies a list through the service, line by line, and saves the results',
  { tag: '@smoke' },
  async ({ site }) => {
    await site.visitPage(undefined, SCREEN, async (page) => {
      await field(page).fill('info@shop.example\nno address\n\nINFO@shop.example\ninfo@SHOP.example')
      const [answer] = await Promise.all([page.waitForResponse('**/api/email/verify'), verify(page).click()])
      expect(answer.headers()['content-type']).toContain('application/x-ndjson')
      await expect(page.getByText('Complete', { exact: true })).toBeVisible()
      // The part before the at sign may be case-sensitive. Domains are not.
      await expect(rows(page)).toHaveCount(3)
      await expect(rows(page).filter({ hasText: /^info@shop\.example/ })).toContainText('Role')
      await expect(rows(page).filter({ hasText: 'no address' })).toContainText('Invalid')
      await expect(page.getByRole('button', { name: 'Simulated' })).toBeVisible()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export CSV' }).click(),
      ])
      expect(file.suggestedFilename()).toMatch(/^email-verification-\d{4}-\d\d-\d\d\.csv$/)
      const [head, ...lines] = (await readFile(await file.path(), 'utf8')).split('\r\n')
      expect(head).toMatch(/^Email,Status,Confidence,/)
      expect(lines.filter((line) => line !== '')).toHaveLength(3)
    })
  },
)

test('refuses more than ten addresses without a paid plan', async ({ site }) => {
  await site.visitPage(undefined, SCREEN, async (page, { addresses: asked }) => {
    await field(page).fill(addresses(11).join('\n'))
    await verify(page).click()
    await expect(toast(page, 'Limit exceeded')).toContainText('Free users can verify up to 10 emails at once.')
    expect(asked.filter((address) => address.includes('/api/email/'))).toEqual([])
  })
})

test('accepts a file of more than ten addresses on a paid plan', { tag: '@smoke' }, async ({ site }) => {
  await site.visitPage(await site.memberOn('pro'), SCREEN, async (page) => {
    await expect(page.getByText('100,000 of 100,000')).toBeVisible()
    const buffer = Buffer.from(
      `Name,Email\r\n${addresses(12)
        .map((email) => `x,${email}`)
        .join('\r\n')}`,
    )
    await page.getByLabel('Upload a list').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer })
    await expect(page.getByText('list.csv: 12 addresses added.')).toBeVisible()
    await verify(page).click()
    await expect(page.getByText('12 of 12 known')).toBeVisible()
  })
})

test(
  'says before a run that the service is switched off, also during a visit, and works again with Retry',
  { tag: '@smoke' },
  async ({ site }) => {
    const { service } = site
    const { token } = await site.admin()
    const { services } = (await (await service.api('GET', '/admin/services', undefined, token)).json()) as {
      services: { id: string; service_name: string }[]
    }
    const id = services.find(({ service_name: name }) => name === 'email_verification')?.id
    const turn = async (is_enabled: boolean): Promise<void> => {
      await service.api('PATCH', `/admin/services/${id}`, { is_enabled }, token)
      // The service rereads its feature flags once a second.
      const status = async () => (await service.api('POST', '/email/verify', { emails: ['ana@mail.example'] })).status
      await expect.poll(status, { intervals: [50] }).toBe(is_enabled ? 200 : 403)
    }
    const words = 'Email verification is switched off at the moment.'
    try {
      await site.visitPage(undefined, SCREEN, async (page) => {
        await field(page).fill('ana@mail.example')
        await turn(false)
        await verify(page).click()
        const sheet = page.getByRole('region', { name: 'Switched off' })
        await expect(sheet).toContainText(words)
        await turn(true)
        await sheet.getByRole('button', { name: 'Retry' }).click()
        await expect(page.getByText('1 of 1 known')).toBeVisible()
        await turn(false)
        await page.reload()
        await expect(page.getByText(words)).toBeVisible()
        await expect(verify(page)).toBeDisabled()
      })
    } finally {
      await turn(true)
    }
  },
)

test('keeps text that was typed before hydration', async ({ site }) => {
  await site.visit(undefined, async ({ context }) => {
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    await context.route('**/assets/email-verification-*.js', async (route) => {
      await held
      await route.continue()
    })
    const page = await context.newPage()
    await page.goto(SCREEN)
    await field(page).fill('early@mail.example')
    await expect(page.getByText('0 of at most 10 addresses')).toBeVisible()
    release()
    await hydrated(page)
    await expect(page.getByText('1 of at most 10 addresses')).toBeVisible()
    await expect(field(page)).toHaveValue('early@mail.example')
  })
})

test('shows ten thousand results in rows of 48 px, only those in view, in a window of 24 rem', async ({ site }) => {
  await site.visitPage(await site.memberOn('pro'), SCREEN, async (page) => {
    const list = addresses(10_000)
    const body = list.map((email) => resultLine({ email })).join('')
    await page.route('**/api/email/verify', async (route) =>
      route.fulfill({ body, headers: { 'content-type': 'application/x-ndjson' } }),
    )
    await expect(page.getByText('100,000 of 100,000')).toBeVisible()
    const buffer = Buffer.from(list.join('\n'))
    await page.getByLabel('Upload a list').setInputFiles({ name: 'list.txt', mimeType: 'text/plain', buffer })
    await expect(page.getByText('list.txt: 10000 addresses added.')).toBeVisible()
    await verify(page).click()
    await expect(toast(page, 'Verification complete')).toContainText('Verified 10000 email addresses.')
    const results = page.getByRole('listbox', { name: 'Verified addresses' })
    const box = await results.evaluate((element) => ({
      rem: element.clientHeight / Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
      all: element.scrollHeight,
    }))
    expect(box).toEqual({ rem: 24, all: 10_000 * 48 })
    expect((await rows(page).first().boundingBox())?.height).toBe(48)
    expect(await page.locator('[aria-hidden] > ol > li').count()).toBeLessThan(30)
    // Scrolls as fast as a person can. The page must never have many more rows than are visible, and at least half the steps must take less
    // than 250 ms.
    const steps = await results.evaluate(async (element) => {
      const seen: { milliseconds: number; rows: number }[] = []
      for (let step = 0; step < 40; step += 1) {
        const before = performance.now()
        element.scrollTop = step * 9000
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
        const milliseconds = performance.now() - before
        seen.push({ milliseconds, rows: element.querySelectorAll('[role=option]').length })
      }
      return seen
    })
    expect(Math.max(...steps.map((step) => step.rows))).toBeLessThan(30)
    expect(steps.map(({ milliseconds }) => milliseconds).toSorted((one, other) => one - other)[20]).toBeLessThan(250)
    await results.focus()
    await page.keyboard.press('End')
    const last = rows(page).filter({ hasText: 'user10000@mail.example' })
    await expect(last).toBeInViewport()
    await expect(last).toHaveAttribute('aria-selected', 'true')
  })
})

/** Responds to the verification from inside the page, line by line, because Playwright can only send a whole response. */
const answerInPage = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript(() => {
    const plainFetch = window.fetch
    window.fetch = async (...request) => {
      const [address] = request
      if (typeof address !== 'string' || !address.endsWith('/api/email/verify')) return plainFetch(...request)
      const start = (answer: ReadableStreamDefaultController): void => void Object.assign(window, { answer })
      return new Response(new ReadableStream({ start }), { headers: { 'content-type': 'application/x-ndjson' } })
    }
  })
}

type Answering = { readonly answer?: ReadableStreamDefaultController }

const give = async (page: Page, ...results: Parameters<typeof resultLine>[0][]): Promise<void> => {
  await page.waitForFunction(() => 'answer' in window)
  await page.evaluate(
    // The cast is safe: the page has set `answer` by now.
    (text) => (window as Answering).answer?.enqueue(new TextEncoder().encode(text)),
    results.map(resultLine).join(''),
  )
}

const breakOff = async (page: Page): Promise<void> =>
  page.evaluate(() => (window as Answering).answer?.error(new TypeError('network error')))

const visitStreamed = async (site: Site, work: (page: Page) => Promise<void>): Promise<void> =>
  site.visit(
    undefined,
    async ({ context, open }) => {
      await answerInPage(context)
      await work(await open(SCREEN))
    },
    { reducedMotion: 'reduce' },
  )

test('has no accessibility problem while answers arrive, with a blocked port, and after an interruption', async ({
  site,
}) => {
  await visitStreamed(site, async (page) => {
    const faultsOf = async (what: string) =>
      faultsInAppearances(page, what, { widths: [320, 1440], more: async (appearance) => sidewaysOf(page, appearance) })
    const silent = ['one', 'two', 'three'].map((name) => ({
      email: `ana@${name}.example`,
      status: 'unreachable',
      confidence: 10,
      smtp_server: `mx.${name}.example`,
      smtp_response_code: null,
      reason: 'no_connect',
    }))
    const others = [
      { email: 'ana@mail.example' },
      { email: 'j.doe@old.example', status: 'invalid' },
      { email: 'm.k@post.example', status: 'suspicious' },
    ]
    await field(page).fill([...silent, ...others, { email: 'x@queue.example' }].map(({ email }) => email).join('\n'))
    await verify(page).click()
    await give(page, ...silent)
    await expect(page.getByText('Our port 25 seems to be blocked')).toBeVisible()
    expect(await faultsOf('blocked')).toEqual([])
    await give(page, ...others)
    await expect(rows(page).filter({ hasText: 'm.k@post.example' })).toContainText('Suspicious')
    await breakOff(page)
    await expect(page.getByRole('region', { name: 'Verification failed' })).toBeVisible()
    expect(await faultsOf('broken off')).toEqual([])
  })
})
