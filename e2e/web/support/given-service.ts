import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { launchChromium } from '../../browser/launch-chromium.ts'
import { type Member, newAdminMember, newMemberOn } from './members.ts'
import { type Service, startService } from './start-service.ts'
import { keepFor, newVisitor, type Visitor } from './visitors.ts'

type Settings = Readonly<Record<string, string>>

export interface VisitOptions extends BrowserContextOptions {
  /** What the browser has kept of earlier visits, beside that somebody is signed in. */
  readonly kept?: Readonly<Record<string, string>>
  /** Where the site is; the service of the file unless it is said. */
  readonly url?: string
}

/** The built service, and a browser in front of it. */
export interface GivenService {
  readonly service: Service
  readonly browser: Browser
  /** Gives a member, or somebody who is none, a browser of their own for some work; nothing unforeseen may happen in it. */
  readonly visit: (
    who: Member | undefined,
    work: (visitor: Visitor) => Promise<void>,
    options?: VisitOptions,
  ) => Promise<void>
  /** The same, with a page that is open and alive. */
  readonly visitPage: (
    who: Member | undefined,
    path: string,
    work: (page: Page, visitor: Visitor) => Promise<void>,
    options?: VisitOptions,
  ) => Promise<void>
}

/** A service that has an admin. */
export interface AdminService extends GivenService {
  readonly admin: Member
  /** Makes somebody on a plan that the admin gave. */
  readonly memberOn: (plan: 'pro' | 'enterprise') => Promise<Member>
}

/** Starts service and browser for the tests of a file, and ends both after them. */
export const givenService = (settings: Settings | (() => Settings) = {}): GivenService => {
  let service: Service
  let browser: Browser
  beforeAll(async () => {
    const wanted = typeof settings === 'function' ? settings() : settings
    ;[service, browser] = await Promise.all([startService(wanted), launchChromium()])
  })
  afterAll(async () => {
    await browser.close()
    await service.close()
  })
  const visit: GivenService['visit'] = async (who, work, { kept = {}, url = service.url, ...options } = {}) => {
    const visitor = await newVisitor(browser, url, options)
    try {
      await keepFor(visitor, { ...who?.kept, ...kept })
      await work(visitor)
      expect(visitor.troubles).toEqual([])
    } finally {
      await visitor.context.close()
    }
  }
  return {
    get service() {
      return service
    },
    get browser() {
      return browser
    },
    visit,
    visitPage: async (who, path, work, options) =>
      visit(who, async (visitor) => work(await visitor.open(path), visitor), options),
  }
}

/** The same, with an admin. */
export const givenAdminService = (settings?: Settings): AdminService => {
  const plain = givenService(settings)
  let admin: Member
  beforeAll(async () => {
    admin = await newAdminMember(plain.service)
  })
  return {
    get service() {
      return plain.service
    },
    get browser() {
      return plain.browser
    },
    get admin() {
      return admin
    },
    visit: plain.visit,
    visitPage: plain.visitPage,
    memberOn: async (plan) => newMemberOn(plan, { service: plain.service, admin }),
  }
}
