import type { Page } from '@playwright/test'
import { expect, test } from './support/journey.ts'
import { newMember } from './support/members.ts'
import { hydrated } from './support/visitors.ts'

const AT = '2026-11-20T08:14:00.000Z'
const WORLD = `seed=k3f9&at=${AT}&v=3`

/** Returns the path of a report. */
const report = (tool: string, scenario: string): string => `/${tool}?input=mail.example&${WORLD}&scenario=${scenario}`

interface Screen {
  readonly path: string
  readonly isSignedIn?: boolean
  /** The element at the top of the picture; by default, the top of the page. */
  readonly from?: string
  /** Brings the page into its state. */
  readonly prepare?: (page: Page) => Promise<void>
}

/** Waits for the figure of a report, which the page computes. */
const drawn = async (page: Page): Promise<void> => page.locator('figure').first().waitFor()

const pair = new URLSearchParams({ a: report('mx-record', 'healthy'), b: report('mx-record', 'mx-down') })

/** Every layout of the site, and the figures that people see often. */
const screens: Readonly<Record<string, Screen>> = {
  home: { path: '/' },
  tool: { path: '/mx-record' },
  'report-mx': { path: report('mx-record', 'mx-down'), prepare: drawn },
  'report-trace': { path: report('traceroute', 'healthy'), from: 'figure', prepare: drawn },
  'mail-check': {
    path: `/mail-check?domain=mail.example&${WORLD}&scenario=mx-down`,
    from: 'text=Mail check of',
    prepare: async (page) => {
      await page.getByText("I'm not a robot").click()
      await page.getByRole('heading', { name: 'Mail to mail.example arrives, ten seconds late.' }).waitFor()
      await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'hidden' })
    },
  },
  compare: { path: `/compare?${pair.toString()}`, from: 'text=B compared with A', prepare: drawn },
  world: { path: '/world' },
  pricing: { path: '/pricing' },
  docs: { path: '/docs' },
  finding: { path: '/docs/findings/mx-silent' },
  login: { path: '/login' },
  dashboard: { path: '/dashboard/dns', isSignedIn: true },
}

const looks = [
  { scheme: 'light', width: 1440, height: 630 },
  { scheme: 'dark', width: 1440, height: 630 },
  { scheme: 'light', width: 390, height: 700 },
] as const

/** Shows the fonts of the site at the first paint, although they are optional. */
const showFonts = async (page: Page): Promise<void> => {
  await page.route('**/*.css', async (route) => {
    const response = await route.fetch()
    const css = await response.text()
    await route.fulfill({ response, body: css.replaceAll('font-display:optional', 'font-display:block') })
  })
}

/** Waits until nothing of a page is on its way, and shows the same address of the site on every port. */
const settle = async (page: Page): Promise<void> => {
  if (!page.url().includes('/docs')) await hydrated(page)
  await page.evaluate(async (origin) => {
    for (const place of document.querySelectorAll('[data-origin]')) place.textContent = origin
    await document.fonts.ready
    // The documentation scrolls its menu to the entry of the page, perhaps before it has its fonts.
    for (const menu of document.querySelectorAll('nav')) menu.scrollTop = 0
  }, 'https://netbox.example')
}

for (const [name, { path, isSignedIn = false, from, prepare }] of Object.entries(screens))
  test(`the look of ${name}`, async ({ site }) =>
    site.visit(isSignedIn ? await newMember(site.service, 'ana@mail.example') : undefined, async ({ context }) => {
      const page = await context.newPage()
      await page.clock.setFixedTime(AT)
      await showFonts(page)
      await page.goto(path)
      await settle(page)
      await prepare?.(page)
      for (const { scheme, width, height } of looks) {
        await page.emulateMedia({ colorScheme: scheme })
        await page.setViewportSize({ width, height })
        if (from !== undefined)
          await page
            .locator(from)
            .first()
            .evaluate((element) => element.scrollIntoView())
        // The state of the connection names the port of the service and the time of its answer.
        await expect.soft(page).toHaveScreenshot(`${name}-${scheme}-${width}.png`, {
          mask: [page.locator('[data-backend]')],
          maskColor: '#857b63',
        })
      }
    }))
