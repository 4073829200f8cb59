import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { faultsInLooks, sidewaysOf } from './support/looks.ts'
import { type Member, newMember } from './support/members.ts'
import { givenAdminService } from './support/given-service.ts'
import { alive, type Visitor } from './support/visitors.ts'

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

const site = givenAdminService()
let members: Readonly<Record<Who, Member>>
beforeAll(async () => {
  const { admin } = site
  const enterprise = await site.memberOn('enterprise')
  await site.service.api('POST', '/tools/mx-record/run', { input: 'mail.example' }, enterprise.token)
  const notice = { title: 'Something new', message: 'For everyone.', type: 'general' }
  await site.service.api('POST', '/admin/notifications', notice, admin.token)
  members = { admin, enterprise, free: await newMember(site.service) }
})

const visit = async (who: Who, work: (visitor: Visitor) => Promise<void>): Promise<void> =>
  site.visit(members[who], work, { reducedMotion: 'reduce' })

const goTo = async (page: Page, path: string, text: string): Promise<void> => {
  await page.goto(path)
  await alive(page)
  await page.getByText(text).first().waitFor()
  await page.waitForLoadState('networkidle')
}

/** Names the faults of a screen in each of its looks: of accessibility, and what is wider than the screen. */
const faultsOf = async (page: Page, what: string): Promise<string[]> =>
  faultsInLooks(page, what, {
    more: async (look) => [
      ...(await sidewaysOf(page, look)),
      ...((await page.locator('h1').count()) === 1 ? [] : [`${look} has not one heading`]),
    ],
  })

describe('every screen behind sign-in', () => {
  it('has no fault of accessibility, light and dark, on a phone and on a desk', async () => {
    const faults: string[] = []
    const look = async (who: Who): Promise<void> =>
      visit(who, async ({ context }) => {
        const page = await context.newPage()
        for (const [, path, text] of screens.filter(([whose]) => whose === who)) {
          await goTo(page, path, text)
          faults.push(...(await faultsOf(page, `${who} ${path}`)))
        }
      })
    // Two at a time, as the browser works best: half of the screens are those of the free plan.
    await Promise.all([look('free'), look('enterprise').then(async () => look('admin'))])
    expect(faults).toEqual([])
  }, 150_000)

  it('can be used by keyboard: everything that can be pressed is reached in order, and shows where one is', async () => {
    await visit('enterprise', async ({ context }) => {
      const page = await context.newPage()
      for (const [path, text] of [
        ['/dashboard', 'Replay'],
        ['/tools/mx-record', 'of ∞ used'],
        ['/dashboard/account', 'No tokens yet.'],
        ['/pricing', 'You are on the Enterprise plan.'],
      ] as const) {
        await goTo(page, path, text)
        const reached = await walk(page)
        expect([path, reached.unseen]).toEqual([path, []])
        expect([path, await unreached(page)]).toEqual([path, []])
      }
    })
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
