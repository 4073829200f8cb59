import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { launchChromium } from '../../browser/launch-chromium.ts'
import { keepSignedIn, type Member, newAdminMember, newMemberOn } from './members.ts'
import { type Service, startService } from './start-service.ts'
import { newVisitor, type Visitor } from './visitors.ts'

/** The pages behind sign-in, before a service of their own. */
export interface Dashboard {
  readonly service: Service
  readonly admin: Member
  readonly visit: (
    member: Member | undefined,
    work: (visitor: Visitor) => Promise<void>,
    options?: Record<string, unknown> & { kept?: Record<string, string> },
  ) => Promise<void>
  readonly memberOn: (plan: 'pro' | 'enterprise') => Promise<Member>
}

/** Starts what the tests of a file need, and ends it after them. */
export const useDashboard = (): Dashboard => {
  let service: Service
  let browser: Browser
  let admin: Member
  beforeAll(async () => {
    ;[service, browser] = await Promise.all([startService(), launchChromium()])
    admin = await newAdminMember(service)
  })
  afterAll(async () => {
    await browser.close()
    await service.close()
  })
  return {
    get service() {
      return service
    },
    get admin() {
      return admin
    },
    visit: async (member, work, { kept = {}, ...options } = {}) => {
      const visitor = await newVisitor(browser, service.url, options)
      try {
        if (member !== undefined) await keepSignedIn(visitor, member, kept)
        await work(visitor)
        expect(visitor.troubles).toEqual([])
      } finally {
        await visitor.context.close()
      }
    },
    memberOn: async (plan) => newMemberOn(plan, { service, admin }),
  }
}

/** The input of the tool that is shown. */
export const field = (page: Page) => page.getByRole('main').getByRole('textbox').first()

/** The button that runs the tool that is shown. */
export const analyzeButton = (page: Page) => page.getByRole('button', { name: 'Analyze', exact: true })

/** What is said when a run is over. */
export const done = (page: Page) => page.getByText('Analysis completed successfully')

/** A toast with these words. */
export const toast = (page: Page, text: string) => page.locator('.toasts').getByText(text)

/** Runs the tool that is shown. */
export const run = async (page: Page, input: string): Promise<void> => {
  await field(page).fill(input)
  await analyzeButton(page).click()
  await done(page).waitFor()
}
