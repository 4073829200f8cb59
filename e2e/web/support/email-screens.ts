import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { launchChromium } from '../../browser/launch-chromium.ts'
import { axe } from './axe.ts'
import { type FakeVerifier, startFakeVerifier } from './fake-verifier.ts'
import { type Service, startService } from './start-service.ts'
import { newVisitor, type Visitor } from './visitors.ts'

const PASSWORD = 'correct horse'

/** Somebody on the Pro plan. */
export const PRO = 'pro@mail.example'

/** Somebody on the free plan. */
export const FREE = 'free@mail.example'

interface Visit extends BrowserContextOptions {
  readonly as?: string
  /** False where the service itself answers. */
  readonly fake?: boolean
  /** Where the site is; the service of all tests unless it is said. */
  readonly url?: string
}

/** The two screens about email, before a service of their own and with answers that a test gives. */
export interface EmailScreens {
  readonly url: string
  readonly browser: Browser
  /** What answers instead of mail servers; a new one for each test. */
  readonly verifier: FakeVerifier
  readonly tokenOf: (email: string) => string
  /** A browser in which somebody has signed in before. */
  readonly keptBy: (email: string) => BrowserContextOptions
  readonly visit: (
    path: string,
    work: (page: Page, visitor: Visitor) => Promise<void>,
    options?: Visit,
  ) => Promise<void>
  readonly switchService: (name: string, isOn: boolean) => Promise<void>
  /** Waits until a part of the service knows that it was switched off: it looks once a second. */
  readonly isOff: (path: string, body: unknown, token?: string) => Promise<void>
}

/**
 * Starts what the tests of a file need, and ends it after them. Answers come from a stand-in on loopback, when a test wants
 * them and as it wants them: real ones ask mail servers on the internet, simulated ones come all at once. What the service
 * says when it can't verify is its own.
 */
export const useEmailScreens = (): EmailScreens => {
  let service: Service
  let browser: Browser
  let verifier: FakeVerifier
  let adminToken: string
  const tokens = new Map<string, string>()

  const signedIn = async (email: string): Promise<string> => {
    const answer = await service.api('POST', '/auth/login', { email, password: PASSWORD })
    return ((await answer.json()) as { token: string }).token
  }
  const tokenOf = (email: string): string => tokens.get(email) ?? ''
  const keptBy = (email: string): BrowserContextOptions => ({
    storageState: {
      cookies: [],
      origins: [{ origin: service.url, localStorage: [{ name: 'auth_token', value: tokenOf(email) }] }],
    },
  })

  beforeAll(async () => {
    ;[service, browser] = await Promise.all([startService({ EMAIL_VERIFIER: 'off' }), launchChromium()])
    const admin = 'admin@mail.example'
    await service.api('POST', '/auth/register', { email: admin, password: PASSWORD })
    await service.admin('grant', admin)
    adminToken = await signedIn(admin)
    await service.api('POST', '/admin/users', { email: PRO, password: PASSWORD, plan: 'pro' }, adminToken)
    await service.api('POST', '/admin/users', { email: FREE, password: PASSWORD, plan: 'free' }, adminToken)
    for (const email of [PRO, FREE]) tokens.set(email, await signedIn(email))
  })
  beforeEach(async () => {
    verifier = await startFakeVerifier()
    return async () => verifier.close()
  })
  afterAll(async () => {
    await browser.close()
    await service.close()
  })

  return {
    get url() {
      return service.url
    },
    get browser() {
      return browser
    },
    get verifier() {
      return verifier
    },
    tokenOf,
    keptBy,
    visit: async (path, work, { as, fake = true, url = service.url, ...options } = {}) => {
      const visitor = await newVisitor(browser, url, { ...(as === undefined ? {} : keptBy(as)), ...options })
      try {
        if (fake) await verifier.standIn(visitor.context)
        const page = await visitor.open(path)
        await page.locator('#tool-name').waitFor()
        await work(page, visitor)
        expect(visitor.troubles).toEqual([])
      } finally {
        await visitor.context.close()
      }
    },
    switchService: async (name, isOn) => {
      const answer = await service.api('GET', '/admin/services', undefined, adminToken)
      const { services } = (await answer.json()) as { services: { id: string; service_name: string }[] }
      const id = services.find(({ service_name: known }) => known === name)?.id
      await service.api('PATCH', `/admin/services/${id}`, { is_enabled: isOn }, adminToken)
    },
    isOff: async (path, body, token) => {
      const answer = async (): Promise<unknown> => (await service.api('POST', path, body, token)).json()
      await expect.poll(answer, { timeout: 5000 }).toMatchObject({ code: 'service_off' })
    },
  }
}

/** Finds the faults of accessibility. */
export const faultsIn = async (page: Page): Promise<string[]> => {
  const { violations } = await axe(page).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

/** The two ends of what screens look like; every screen is for everybody on both. */
export const looks = [
  { name: 'a wide screen', viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { name: 'a small phone in the dark', viewport: { width: 320, height: 640 }, colorScheme: 'dark' },
] as const

/** Checks that everybody can use what is shown, and that nothing of it stands beside the screen. */
export const isForEverybody = async (page: Page): Promise<void> => {
  // What is on its way in is still pale.
  await page.evaluate(async () => Promise.all(document.getAnimations().map(async ({ finished }) => finished)))
  expect(await faultsIn(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
}

/** Measures how far the page has moved without being asked to. */
export const shiftOf = async (page: Page): Promise<number> =>
  page.evaluate(
    async () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          // Its type is not in the library yet.
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 600)
      }),
  )
