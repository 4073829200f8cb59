import type { Page } from '@playwright/test'
import { run } from './support/dashboard.ts'
import { expectAccessible, expect, type Site, test } from './support/journey.ts'
import { faultsInAppearances, sidewaysOf } from './support/appearances.ts'
import type { Member } from './support/members.ts'
import { hydrated } from './support/visitors.ts'

type Who = 'free' | 'enterprise' | 'admin'
/** The visitor's role, the path of a screen, and the text that appears when the screen is complete. */
type Screen = readonly [who: Who, path: string, text: string | RegExp]

/** One screen of each template. They are tested in light and dark, on a phone and a desktop. */
const templates: readonly Screen[] = [
  ['free', '/dashboard', 'Your line starts here'],
  ['free', '/dashboard/network', 'Today: 0 of'],
  ['enterprise', '/tools/mx-record?input=mail.example&seed=k3f9', 'of at most ∞ runs'],
  ['enterprise', '/dashboard/account', 'No tokens yet.'],
  ['admin', '/admin', /^\d+ users$/],
]

/** The other screens. They are tested in one appearance. */
const others: readonly Screen[] = [
  ['enterprise', '/dashboard?checkout=success', 'Thank you.'],
  ['enterprise', '/dashboard/email', 'of at most ∞ runs'],
  ['free', '/dashboard/security', 'Today: 0 of'],
  ['free', '/dashboard/monitoring', 'No tools available'],
  ['free', '/tools/dns-diagnostic', 'This tool requires a Pro or Enterprise plan.'],
  ['free', '/tools/nothing', 'The requested tool does not exist'],
  ['enterprise', '/tools/email-migration', 'Request a migration'],
  ['free', '/dashboard/account', 'API access comes with Enterprise'],
  ['free', '/pricing?checkout=canceled', 'Nothing was bought'],
  ['enterprise', '/pricing', 'You are on the Enterprise plan.'],
  ['admin', '/admin?tab=notifications', 'Something new'],
  ['admin', '/admin?tab=services', 'Creating accounts'],
  ['admin', '/admin?tab=audit', 'Created a user on the enterprise plan'],
  ['free', '/admin', 'Access Denied'],
]

const WIDTHS = [320, 390, 1440]

let promised: Promise<Readonly<Record<Who, Member>>> | undefined

const makeMembers = async ({ service, admin, member, memberOn }: Site): Promise<Readonly<Record<Who, Member>>> => {
  const [enterprise, free] = [await memberOn('enterprise'), await member()]
  await service.api('POST', '/tools/mx-record/run', { input: 'mail.example' }, enterprise.token)
  const notice = { title: 'Something new', message: 'For everyone.', type: 'general' }
  await service.api('POST', '/admin/notifications', notice, (await admin()).token)
  return { admin: await admin(), enterprise, free }
}

/** Returns the members that the tests of a worker share. The first call creates them. */
const membersOf = async (site: Site) => (promised ??= makeMembers(site))

const visit = async (site: Site, who: Who, work: (page: Page) => Promise<void>): Promise<void> =>
  site.visit((await membersOf(site))[who], async ({ context }) => work(await context.newPage()), {
    reducedMotion: 'reduce',
  })

const goTo = async (page: Page, path: string, text: string | RegExp): Promise<void> => {
  await page.goto(path)
  await hydrated(page)
  await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
}

/** Lists a screen's layout faults: more or fewer than one main heading, and widths at which the page is wider than the viewport. */
const faultsOfLayout = async (page: Page, what: string): Promise<string[]> => {
  const faults: string[] = (await page.locator('h1').count()) === 1 ? [] : [`${what} has not one heading`]
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    faults.push(...(await sidewaysOf(page, `${what} ${width}`)))
  }
  return faults
}

for (const [who, path, text] of templates)
  test(`has no accessibility problem, light and dark, on a phone and on a desktop: ${path}`, async ({ site }) => {
    await visit(site, who, async (page) => {
      await goTo(page, path, text)
      expect(await faultsInAppearances(page, path)).toEqual([])
      expect(await faultsOfLayout(page, path)).toEqual([])
    })
  })

for (const who of ['free', 'enterprise', 'admin'] as const)
  test(`has no accessibility problem on the other screens of: ${who}`, async ({ site }) => {
    await visit(site, who, async (page) => {
      for (const [, path, text] of others.filter(([whose]) => whose === who)) {
        await goTo(page, path, text)
        await expectAccessible(page, path)
        expect(await faultsOfLayout(page, path)).toEqual([])
      }
    })
  })

test('has no accessibility problem in menus of the frame, in a result and in a dialog', async ({ site }) => {
  await visit(site, 'enterprise', async (page) => {
    const check = async (what: string): Promise<void> => {
      await expectAccessible(page, what)
      expect(await faultsOfLayout(page, what)).toEqual([])
    }
    await test.step('notifications', async () => {
      await goTo(page, '/dashboard', 'Replay')
      await page.getByRole('button', { name: /unread$/ }).click()
      await expect(page.getByText('For everyone.')).toBeVisible()
      await check('notifications')
    })
    await test.step('account', async () => {
      await page.getByRole('button', { name: /^Account of / }).click()
      await check('account menu')
    })
    await test.step('result', async () => {
      await goTo(page, '/dashboard/security', 'of at most ∞ runs')
      await run(page, 'shop.example')
      await check('result')
      await page.getByRole('tab', { name: 'Report' }).click()
      await check('report')
    })
    await test.step('dialog and new token', async () => {
      await goTo(page, '/dashboard/account', 'No tokens yet.')
      await page.getByRole('button', { name: 'Delete my account' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await check('dialog')
      await page.keyboard.press('Escape')
      await page.getByLabel('Name', { exact: true }).fill('Nightly report')
      await page.getByRole('button', { name: 'Create token' }).click()
      await expect(page.getByRole('heading', { name: 'Your new token' })).toBeVisible()
      await check('new token')
    })
  })
})

test('has no accessibility problem in the forms of admins, and under the banner of a view', async ({ site }) => {
  const { free } = await membersOf(site)
  await visit(site, 'admin', async (page) => {
    await goTo(page, '/admin?tab=notifications', 'Something new')
    await page.getByLabel('One user').check()
    await page.getByLabel('Find the user by email').fill(free.email)
    await page.getByLabel(free.email, { exact: true }).check()
    await page.getByRole('button', { name: 'Send notification' }).click()
    await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
    await expectAccessible(page, 'notification form')
    await page.getByRole('tab', { name: 'Users' }).click()
    await page.getByRole('button', { name: `View as user ${free.email}`, exact: true }).click()
    await expect(page.getByRole('region', { name: 'Viewing as' })).toBeVisible()
    await expect(page.getByText('No activity yet.')).toBeVisible()
    await expectAccessible(page, 'view as a user')
    expect(await faultsOfLayout(page, 'view as a user')).toEqual([])
  })
})

test('has no accessibility problem on the overview of the dashboard', { tag: '@smoke' }, async ({ site }) => {
  await site.visitPage(await site.member(), '/dashboard', async (page) => {
    await expect(page.getByText('None verified yet')).toBeVisible()
    await expectAccessible(page)
  })
})

test('has no accessibility problem in the list of users of the admin panel', async ({ site }) => {
  await site.visitPage(await site.admin(), '/admin', async (page) => {
    // The newest users are first, so the admin of these tests may be on a later page. Waits for any user.
    await expect(page.getByRole('button', { name: /^Suspend / }).first()).toBeVisible()
    await expectAccessible(page)
  })
})

test('can be used by keyboard: every control is reached in order, and shows its focus', async ({ site }) => {
  await visit(site, 'enterprise', async (page) => {
    for (const [path, text] of [
      ['/dashboard', 'Replay'],
      ['/tools/mx-record', 'of at most ∞ runs'],
      ['/dashboard/account', 'This device'],
      ['/pricing', 'You are on the Enterprise plan.'],
    ] as const) {
      await goTo(page, path, text)
      const reached = await walk(page)
      expect([path, reached.unseen]).toEqual([path, []])
      expect([path, await unreached(page)]).toEqual([path, []])
    }
  })
})

/** Moves through a page with Tab, marks each focused element, and lists the elements without a visible focus. */
const walk = async (page: Page): Promise<{ readonly unseen: readonly string[] }> => {
  const unseen: string[] = []
  for (let steps = 0; steps < 150; steps += 1) {
    await page.keyboard.press('Tab')
    const found = await page.evaluate(() => {
      const element = document.activeElement
      if (element === null || element === document.body || element.hasAttribute('data-reached')) return 'over'
      element.setAttribute('data-reached', '')
      // A radio button is hidden: the element after it shows the focus.
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

/** Lists the interactive elements that Tab did not reach, except radio buttons and elements outside the tab order. */
const unreached = async (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled'))
      .filter((element) => element.tabIndex >= 0 && !element.hasAttribute('data-reached'))
      .filter((element) => !element.matches('[type="radio"]'))
      .map((element) => element.outerHTML.slice(0, 120)),
  )
