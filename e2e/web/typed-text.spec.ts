import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expect, test } from './support/journey.ts'
import { hydrated } from './support/visitors.ts'

/** Addresses with a text of their own, which the visitor's text wins against. */
const filled = [
  '/mx-record?input=old.example',
  '/mail-check?domain=old.example',
  '/bulk?tool=spf-check&input=old.example',
]
const signedIn = [
  '/dashboard/dns?tool=spf-check&input=old.example',
  '/tools/mx-record?input=old.example',
  '/dashboard/history',
  '/dashboard/verifications',
  '/dashboard/account',
  '/admin',
]

/** A page of each kind that has text fields. The pages of the tools share one form. */
const kinds = ['/', '/header-analyzer', '/email-validation', '/login', '/register', '/reset', '/world']

/** Opens a page whose line is as slow as 50 kB/s. */
const openSlow = async (context: BrowserContext, path: string) => {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  const limit = async (throughput: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    })
  await limit(50_000)
  await page.goto(path, { waitUntil: 'commit' })
  return { page, endSlowness: async () => limit(-1) }
}

const fieldsOf = (page: Page): Locator =>
  page.locator(
    'main :is(input:not([type]), input[type=text], input[type=email], input[type=search], input[type=password], textarea):visible',
  )

/** Types into every field of a page as soon as it is there, and returns the fields that lost their text once the page is ready. */
const lostIn = async ({ page, endSlowness }: Awaited<ReturnType<typeof openSlow>>, path: string): Promise<string[]> => {
  await page.waitForFunction(() => document.readyState !== 'loading')
  const fields = await fieldsOf(page).all()
  const typed = new Map<number, string>()
  for (const [at, field] of fields.entries()) {
    if (!(await field.isEditable())) continue
    const text = (await field.getAttribute('type')) === 'email' ? `typed${at}@mail.example` : `typed${at}`
    await field.fill(text)
    typed.set(at, text)
  }
  await hydrated(page)
  await endSlowness()
  if (path.includes('old.example'))
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('read-share-link')),
    )
  const lost: string[] = []
  for (const [at, text] of typed) {
    const found = await fieldsOf(page).nth(at).inputValue()
    if (found !== text) lost.push(`${path}: field ${at} has '${found}'`)
  }
  return lost
}

test('typed text stays on every page of a slow line', async ({ site }) => {
  await site.visit(undefined, async ({ context }) => {
    const lost: string[] = []
    for (const path of [...filled, ...kinds]) {
      const opened = await openSlow(context, path)
      lost.push(...(await lostIn(opened, path)))
      await opened.page.close()
    }
    expect(lost).toEqual([])
  })
})

test('typed text stays on the pages behind sign-in', async ({ site }) => {
  await site.visit(await site.admin(), async ({ context, open }) => {
    // The code of the dashboard is in the cache then; the rest comes slowly.
    await open('/dashboard')
    const lost: string[] = []
    for (const path of signedIn) {
      const opened = await openSlow(context, path)
      await opened.page.locator('main h1').waitFor()
      lost.push(...(await lostIn(opened, path)))
      await opened.page.close()
    }
    expect(lost).toEqual([])
  })
})

test('a reload keeps the typed text', { tag: '@smoke' }, async ({ site }) => {
  await site.visit(undefined, async ({ open }) => {
    for (const path of filled) {
      const page = await open(path)
      const field = page.locator('#tool-input')
      await expect(field).toHaveValue('old.example')
      await field.fill('typed.example')
      await page.reload()
      await hydrated(page)
      await page.waitForLoadState('networkidle')
      await expect(field).toHaveValue('typed.example')
      await field.press('Enter')
      await page.reload()
      await hydrated(page)
      // The list is a field of several lines, in which Enter is a line break.
      await expect(field, 'after Enter and a reload').toHaveValue(/^typed\.example\n?$/)
    }
  })
})
