import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import { type FakeVerifier, startFakeVerifier } from './fake-verifier.ts'
import { newMemberOn } from './members.ts'
import { expectAccessible } from './signed-in.ts'
import { givenAdminService, type VisitOptions } from './given-service.ts'
import type { Visitor } from './visitors.ts'

/** Somebody on the Pro plan. */
export const PRO = 'pro@mail.example'

/** Somebody on the free plan. */
export const FREE = 'free@mail.example'

interface Visit extends VisitOptions {
  readonly as?: string
  /** False where the service itself answers. */
  readonly fake?: boolean
}

/** The two screens about email, before a service of their own and with answers that a test gives. */
export interface EmailScreens {
  /** What answers instead of mail servers; a new one for each test. */
  readonly verifier: FakeVerifier
  readonly tokenOf: (email: string) => string
  /** Gives somebody a browser of their own for some work; nothing unforeseen may happen in it. */
  readonly browse: (work: (visitor: Visitor) => Promise<void>, options?: Visit) => Promise<void>
  /** The same, with one of the screens open. */
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
  const site = givenAdminService({ EMAIL_VERIFIER: 'off' })
  let verifier: FakeVerifier
  const tokens = new Map<string, string>()
  const tokenOf = (email: string): string => tokens.get(email) ?? ''

  beforeAll(async () => {
    for (const [email, plan] of [
      [PRO, 'pro'],
      [FREE, 'free'],
    ] as const) {
      const { token } = await newMemberOn(plan, site, email)
      tokens.set(email, token)
    }
  })
  beforeEach(async () => {
    verifier = await startFakeVerifier()
    return async () => verifier.close()
  })

  // A browser in which somebody has signed in before knows no more than the token.
  const browse: EmailScreens['browse'] = async (work, { as, fake = true, ...options } = {}) =>
    site.visit(
      undefined,
      async (visitor) => {
        if (fake) await verifier.standIn(visitor.context)
        await work(visitor)
      },
      { ...(as === undefined ? {} : { kept: { auth_token: tokenOf(as) } }), ...options },
    )

  return {
    get verifier() {
      return verifier
    },
    tokenOf,
    browse,
    visit: async (path, work, options) =>
      browse(async (visitor) => {
        const page = await visitor.open(path)
        await page.locator('#tool-name').waitFor()
        await work(page, visitor)
      }, options),
    switchService: async (name, isOn) => {
      const answer = await site.service.api('GET', '/admin/services', undefined, site.admin.token)
      const { services } = (await answer.json()) as { services: { id: string; service_name: string }[] }
      const id = services.find(({ service_name: known }) => known === name)?.id
      await site.service.api('PATCH', `/admin/services/${id}`, { is_enabled: isOn }, site.admin.token)
    },
    isOff: async (path, body, token) => {
      const answer = async (): Promise<unknown> => (await site.service.api('POST', path, body, token)).json()
      await expect.poll(answer, { timeout: 5000 }).toMatchObject({ code: 'service_off' })
    },
  }
}

/** The two ends of what screens look like; every screen is for everybody on both. */
export const looks = [
  { name: 'a wide screen', viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { name: 'a small phone in the dark', viewport: { width: 320, height: 640 }, colorScheme: 'dark' },
] as const

/** Checks that everybody can use what is shown, and that nothing of it stands beside the screen. */
export const isForEverybody = async (page: Page): Promise<void> => {
  // What is on its way in is still pale, and more may come.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(async () => Promise.all(document.getAnimations().map(async ({ finished }) => finished)))
  await expectAccessible(page)
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
