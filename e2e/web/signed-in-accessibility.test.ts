import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../browser/launch-chromium.ts'
import { axe, COLOR_RULES, TAGS } from './support/axe.ts'
import { keepSignedIn, type Member, newAdminMember, newMember, newMemberOn } from './support/members.ts'
import { type Service, startService } from './support/start-service.ts'
import { alive, newVisitor } from './support/visitors.ts'

const LOOKS = (['light', 'dark'] as const).flatMap((scheme) => [390, 1440].map((width) => ({ scheme, width })))

type Who = 'free' | 'enterprise' | 'admin'

/** Every screen behind sign-in, as those see it for whom it looks different, and what says that it is all there. */
const screens: readonly (readonly [who: Who, path: string, text: string])[] = [
  ['free', '/dashboard', 'Nothing yet.'],
  ['enterprise', '/dashboard?checkout=success', 'Thank you.'],
  ['free', '/dashboard/network', 'Today: 0 of'],
  ['enterprise', '/dashboard/email', 'of ∞ used'],
  ['free', '/dashboard/security', 'Today: 0 of'],
  ['free', '/dashboard/monitoring', 'No tools available'],
  ['enterprise', '/tools/mx-record?input=mail.example&seed=k3f9', 'of ∞ used'],
  ['free', '/tools/dns-diagnostic', 'This tool requires a Pro or Enterprise plan.'],
  ['free', '/tools/nothing', 'The requested tool does not exist'],
  ['free', '/dashboard/account', 'API access comes with Enterprise'],
  ['enterprise', '/dashboard/account', 'No tokens yet.'],
  ['free', '/pricing?checkout=canceled', 'Nothing was bought'],
  ['enterprise', '/pricing', 'You are on the Enterprise plan.'],
  ['admin', '/admin', '3 users'],
  ['admin', '/admin?tab=notifications', 'Something new'],
  ['admin', '/admin?tab=services', 'Creating accounts'],
  ['admin', '/admin?tab=audit', 'Created a user on the enterprise plan'],
  ['free', '/admin', 'Access Denied'],
]

let service: Service
let browser: Browser
let members: Readonly<Record<Who, Member>>
beforeAll(async () => {
  ;[service, browser] = await Promise.all([startService(), launchChromium()])
  const admin = await newAdminMember(service)
  const enterprise = await newMemberOn('enterprise', { service, admin })
  await service.api('POST', '/tools/mx-record/run', { input: 'mail.example' }, enterprise.token)
  const notice = { title: 'Something new', message: 'For everyone.', type: 'general' }
  await service.api('POST', '/admin/notifications', notice, admin.token)
  members = { admin, enterprise, free: await newMember(service) }
})
afterAll(async () => {
  await browser.close()
  await service.close()
})

const contextOf = async (who: Who): Promise<BrowserContext> => {
  const visitor = await newVisitor(browser, service.url, { reducedMotion: 'reduce' })
  await keepSignedIn(visitor, members[who])
  return visitor.context
}

const open = async (context: BrowserContext, path: string, text: string): Promise<Page> => {
  const page = await context.newPage()
  await page.goto(path)
  await alive(page)
  await page.getByText(text).first().waitFor()
  await page.waitForLoadState('networkidle')
  return page
}

/** Names the faults of a screen in each of its looks: of accessibility, and what is wider than the screen. */
const faultsOf = async (page: Page, what: string): Promise<string[]> => {
  const faults: string[] = []
  for (const { scheme, width } of LOOKS) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 900 })
    const rules = scheme === 'light' ? axe(page).withTags(TAGS) : axe(page).withRules(COLOR_RULES)
    const { violations } = await rules.analyze()
    const look = `${what} ${scheme} ${width}`
    faults.push(...violations.map(({ id, nodes }) => `${look} ${id}: ${nodes[0]?.html}`))
    if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) faults.push(`${look} is too wide`)
    if ((await page.locator('h1').count()) !== 1) faults.push(`${look} has not one heading`)
  }
  return faults
}

describe('every screen behind sign-in', () => {
  it('has no fault of accessibility, light and dark, on a phone and on a desk', async () => {
    const rest = [...screens]
    const faults: string[] = []
    const work = async (): Promise<void> => {
      for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
        const [who, path, text] = next
        const context = await contextOf(who)
        const page = await open(context, path, text)
        faults.push(...(await faultsOf(page, `${who} ${path}`)))
        await context.close()
      }
    }
    await Promise.all([work(), work()])
    expect(faults).toEqual([])
  }, 150_000)

  it('can be used by keyboard: everything that can be pressed is reached in order, and shows where one is', async () => {
    const context = await contextOf('enterprise')
    for (const [path, text] of [
      ['/dashboard', 'Replay'],
      ['/tools/mx-record', 'of ∞ used'],
      ['/dashboard/account', 'No tokens yet.'],
      ['/pricing', 'You are on the Enterprise plan.'],
    ] as const) {
      const page = await open(context, path, text)
      const reached = await walk(page)
      expect([path, reached.unseen]).toEqual([path, []])
      expect([path, await unreached(page)]).toEqual([path, []])
      await page.close()
    }
    await context.close()
  })
})

/** Goes through a page by Tab, marks what it comes to, and names what shows no sign of it. */
const walk = async (page: Page): Promise<{ readonly unseen: readonly string[] }> => {
  const unseen: string[] = []
  for (let steps = 0; steps < 150; steps += 1) {
    await page.keyboard.press('Tab')
    const found = await page.evaluate(() => {
      const element = document.activeElement
      if (element === null || element === document.body || element.hasAttribute('data-reached')) return 'over'
      element.setAttribute('data-reached', '')
      // A radio button that is not drawn itself has its sign around what is drawn for it.
      const drawn = element.matches('[type="radio"]') ? [element, element.nextElementSibling] : [element]
      const isSeen = drawn.some((one) => {
        const { outlineStyle, outlineWidth } = one === null ? document.body.style : getComputedStyle(one)
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
      })
      return isSeen ? 'seen' : element.outerHTML.slice(0, 120)
    })
    if (found === 'over') return { unseen }
    if (found !== 'seen') unseen.push(found)
  }
  return { unseen: [...unseen, 'there is no end to it'] }
}

/** Names what can be pressed and was not come to. Of a group of radio buttons or tabs one is enough. */
const unreached = async (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled'))
      .filter((element) => element.tabIndex >= 0 && !element.hasAttribute('data-reached'))
      .filter((element) => !element.matches('[type="radio"]'))
      .map((element) => element.outerHTML.slice(0, 120)),
  )
