import { test as base, type Page } from '@playwright/test'
import { type Member, newAdminMember, newMember, newMemberOn } from './members.ts'
import { type Service, startService } from './start-service.ts'
import { keepFor, newVisitor, type Visitor, type VisitorOptions } from './visitors.ts'

export { expect } from '@playwright/test'

/** How someone comes to the site. */
export interface VisitOptions extends VisitorOptions {
  /** The browser's storage from earlier visits, besides the session of the member. */
  readonly kept?: Readonly<Record<string, string>>
  /** Where the site is; the service of the worker unless it is said. */
  readonly url?: string
}

/** The built site before a service of the worker's own. */
export interface Site {
  readonly service: Service
  /** Registers a member past the browser. */
  readonly member: () => Promise<Member>
  /** The admin of the service; created at the first call. */
  readonly admin: () => Promise<Member>
  /** Creates a member on a plan that the admin gave. */
  readonly memberOn: (plan: 'pro' | 'enterprise') => Promise<Member>
  /** Gives a member, or an anonymous visitor, a browser context of their own for some work; nothing unforeseen may happen in it. */
  readonly visit: (
    who: Member | undefined,
    work: (visitor: Visitor) => Promise<void>,
    options?: VisitOptions,
  ) => Promise<void>
  /** The same, with a page that is open and hydrated. */
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
  /** The built service, with an empty database. One per worker and settings. */
  readonly service: Service
  readonly site: Site
}

/** A journey: Playwright's test, with the built site before it. */
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
