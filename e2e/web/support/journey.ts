import { expect, type Locator, type Page, test as base } from '@playwright/test'
import { axe, TAGS, sidewaysOf } from './appearances.ts'
import { type Member, newAdminMember, newMember, newMemberOn } from './members.ts'
import { type Service, startService } from './start-service.ts'
import { keepFor, newVisitor, type Visitor, type VisitorOptions } from './visitors.ts'

export { expect } from '@playwright/test'

/** The options of a visit to the site. */
export interface VisitOptions extends VisitorOptions {
  /** The browser's storage from earlier visits, in addition to the member's session. */
  readonly kept?: Readonly<Record<string, string>>
  /** The site's address, by default the worker's service. */
  readonly url?: string
}

/** The built site with the service of a Playwright worker, and the actions of tests on it. */
export interface Site {
  readonly service: Service
  /** Registers a member without the browser. */
  readonly member: () => Promise<Member>
  /** Returns the admin of the service. The first call creates the admin. */
  readonly admin: () => Promise<Member>
  /** Creates a member on a plan, which the admin grants. */
  readonly memberOn: (plan: 'pro' | 'enterprise') => Promise<Member>
  /** Runs `work` with a separate browser context for a member or an anonymous visitor. Unexpected errors in the browser fail the test. */
  readonly visit: (
    who: Member | undefined,
    work: (visitor: Visitor) => Promise<void>,
    options?: VisitOptions,
  ) => Promise<void>
  /** Does what `visit` does, but first opens a page and waits until the page is hydrated. */
  readonly visitPage: (
    who: Member | undefined,
    path: string,
    work: (page: Page, visitor: Visitor) => Promise<void>,
    options?: VisitOptions,
  ) => Promise<void>
}

interface WorkerFixtures {
  /** Settings of the service, as environment variables: `test.use({ settings: { … } })`. */
  readonly settings: Readonly<Record<string, string>>
  /** The built service, with an empty database. There is one for each worker and each set of settings. */
  readonly service: Service
  readonly site: Site
}

/** Playwright's `test` with the built site as a fixture. */
export const test = base.extend<object, WorkerFixtures>({
  settings: [{}, { scope: 'worker', option: true }],
  service: [
    async ({ settings }, use) => {
      const service = await startService(settings)
      await use(service)
      await service.close()
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ browser, service }, use) => {
      let promised: Promise<Member> | undefined
      const admin = async (): Promise<Member> => (promised ??= newAdminMember(service))
      const visit: Site['visit'] = async (who, work, { kept = {}, url = service.url, ...options } = {}) => {
        const visitor = await newVisitor(browser, url, options)
        try {
          await keepFor(visitor, { ...who?.kept, ...kept })
          await work(visitor)
          test.expect(visitor.troubles).toEqual([])
        } finally {
          await visitor.context.close()
        }
      }
      await use({
        service,
        admin,
        member: async () => newMember(service),
        memberOn: async (plan) => newMemberOn(plan, { service, admin: await admin() }),
        visit,
        visitPage: async (who, path, work, options) =>
          visit(who, async (visitor) => work(await visitor.open(path), visitor), options),
      })
    },
    { scope: 'worker' },
  ],
})

/** Expects that a page has no accessibility violations and is not wider than the window. `what` describes the state of the page. */
export const expectAccessible = async (page: Page, what = ''): Promise<void> => {
  const { violations } = await (await axe(page)).withTags(TAGS).analyze()
  const faults = violations.map(
    ({ id, nodes }) => `${what} ${id}: ${nodes.map(({ target }) => target.join(' ')).join()}`,
  )
  expect([...faults, ...(await sidewaysOf(page, what))]).toEqual([])
}

/** Expects the dashboard of a user. */
export const expectDashboardOf = async (page: Page, email: string): Promise<void> => {
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('button', { name: `Account of ${email}` })).toBeVisible()
}

/** Returns the latest toast with a text. */
export const toastWith = (page: Page, text: string): Locator =>
  page.getByRole('status').locator('[data-toast]').filter({ hasText: text }).last()
