import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { signIn, signOut } from './support/account-forms.ts'
import { analyzeButton, done, field, run, toast } from './support/dashboard.ts'
import { type Member, newMember } from './support/members.ts'
import { expectAccessible } from './support/signed-in.ts'
import { givenAdminService } from './support/given-service.ts'

const site = givenAdminService()

const notify = async (title: string, target?: string): Promise<void> => {
  const whom = target === undefined ? {} : { is_global: false, target_user_id: target }
  const body = { title, message: `About ${title}.`, type: 'service_update', ...whom }
  expect((await site.service.api('POST', '/admin/notifications', body, site.admin.token)).status).toBe(201)
}

describe('the pages behind sign-in', () => {
  const paths = [
    '/dashboard',
    ...['network', 'dns', 'email', 'security', 'monitoring'].map((category) => `/dashboard/${category}`),
    '/tools/mx-record',
    '/tools/txt-records',
    '/tools/header-security',
  ]

  it('say that they load until it is known who asks, with nothing of anybody in them', async () => {
    for (const path of paths) {
      const answer = await fetch(`${site.service.url}${path}`)
      const html = await answer.text()
      expect([path, answer.status]).toEqual([path, 200])
      expect(html).toContain('Loading...')
      expect(html).not.toContain('Analyze')
    }
  })

  it('send a visitor to sign in, and bring them back to where they wanted to go', async () => {
    const { email } = await newMember(site.service)
    await site.visitPage(undefined, '/tools/mx-record?input=mail.example&scenario=mx-down', async (page) => {
      await page.waitForURL('**/login?next=*')
      await signIn(page, email)
      await page.waitForURL('**/tools/mx-record?input=mail.example&scenario=mx-down')
      await page.getByRole('heading', { name: 'MX Record', level: 1 }).waitFor()
      await expect.poll(() => field(page).inputValue()).toBe('mail.example')
    })
  })

  it('send every visitor of them to sign in', async () => {
    await site.visit(undefined, async ({ open }) => {
      for (const path of ['/dashboard', '/dashboard/dns', '/tools/header-security', '/tools/nothing']) {
        const page = await open(path)
        await page.waitForURL(path === '/dashboard' ? '**/login' : '**/login?next=*')
        await page.close()
      }
    })
  })

  it('are nobody’s any more as soon as an admin suspends the account', async () => {
    const member = await newMember(site.service)
    await site.visitPage(member, '/dashboard', async (page) => {
      await page.getByRole('heading', { name: 'Recent Activity' }).waitFor()
      await site.service.api('PATCH', `/admin/profiles/${member.id}`, { status: 'disabled' }, site.admin.token)
      // The next thing that the page asks tells it: of itself, and then the button is gone, or by the click.
      const left = page.waitForURL('**/login*')
      await Promise.race([left, page.getByRole('button', { name: /^Notifications/ }).click()])
      await left
    })
  })
})

describe('the frame of the dashboard', () => {
  it('has the plan in capitals, the way back to the tools, and the account with what is about it', async () => {
    const member = await site.memberOn('pro')
    await site.visitPage(member, '/dashboard', async (page) => {
      const bar = page.getByRole('banner')
      await bar.getByText('PRO', { exact: true }).waitFor()
      expect(await bar.getByRole('link', { name: 'Back to Tools' }).getAttribute('href')).toBe('/')
      const account = bar.getByRole('button', { name: `Account of ${member.email}` })
      await account.click()
      const menu = page.locator('.menu')
      await menu.getByText(member.email, { exact: true }).waitFor()
      expect(await menu.getByRole('link', { name: 'Manage Plan' }).getAttribute('href')).toBe('/pricing')
      expect(await menu.getByRole('link', { name: 'Your account' }).getAttribute('href')).toBe('/dashboard/account')
      expect(await menu.getByRole('link', { name: 'Admin panel' }).count()).toBe(0)
      await page.keyboard.press('Escape')
      expect(await menu.count()).toBe(0)
      expect(await account.evaluate((button) => button === document.activeElement)).toBe(true)
      await signOut(page)
      await page.waitForURL(`${site.service.url}/`)
      expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull()
    })
  })

  it('leads to its six sections, each with its hint, by keyboard too', async () => {
    await site.visitPage(await newMember(site.service), '/dashboard', async (page) => {
      const navigation = page.getByRole('navigation', { name: 'Dashboard' })
      const entries = [
        ['Overview', '', '/dashboard'],
        ['Network Tools', 'Reach, route, address', '/dashboard/network'],
        ['DNS Tools', 'Records, chain, spread', '/dashboard/dns'],
        ['Email Tools', 'Delivery, SPF, headers', '/dashboard/email'],
        ['Security Tools', 'SSL, headers, malware', '/dashboard/security'],
        ['Monitoring', 'Uptime and alerts', '/dashboard/monitoring'],
      ] as const
      expect(await navigation.getByRole('link').count()).toBe(entries.length)
      await page.getByRole('heading', { name: 'Quick actions' }).waitFor()
      for (const [name, hint, path] of entries.toReversed()) {
        const link = navigation.getByRole('link', { name })
        expect(await link.innerText()).toContain(hint)
        await link.focus()
        await page.keyboard.press('Enter')
        await page.waitForURL(`**${path}`)
        await expect.poll(() => link.getAttribute('aria-current')).toBe('page')
        if (path !== '/dashboard') await page.getByRole('heading', { name, level: 1 }).waitFor()
        // Who goes on reads on at the heading.
        await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
      }
    })
  })

  it('takes over a plan that has changed, a second after it is loaded', async () => {
    const member = await newMember(site.service)
    await site.visit(member, async ({ context, open }) => {
      await context.route('**/api/subscription/status', async (route) =>
        route.fulfill({
          json: { data: { subscribed: true, subscription_tier: 'Enterprise', subscription_end: null } },
        }),
      )
      const page = await open('/dashboard')
      await page.getByRole('banner').getByText('FREE', { exact: true }).waitFor()
      await page.getByRole('banner').getByText('ENTERPRISE', { exact: true }).waitFor()
      await page.getByText('Enterprise plan').first().waitFor()
    })
  })

  it('tells what was sent to everyone and to oneself, and what of it is news', async () => {
    const [member, other] = [await newMember(site.service), await newMember(site.service)]
    await notify('A tool for everyone')
    await notify('A word for one', member.id)
    await notify('A word for another', other.id)
    await site.visitPage(member, '/dashboard', async (page) => {
      const bell = page.getByRole('button', { name: 'Notifications, 2 unread' })
      await bell.click()
      const list = page.locator('.notes')
      await list.getByText('A word for one').first().waitFor()
      await list.getByText('About A tool for everyone.').waitFor()
      expect(await list.getByText('A word for another').count()).toBe(0)
      await list.getByRole('button', { name: 'Mark as read' }).first().click()
      await page.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor()
      await list.getByRole('button', { name: 'Mark all as read' }).click()
      await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
      await page.reload()
      await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
    })
  })
})

describe('the overview', () => {
  it('is honest about what is not there yet', async () => {
    const member = await newMember(site.service)
    await site.visitPage(member, '/dashboard', async (page) => {
      const main = page.getByRole('main')
      await main.getByText(`${member.email} is on the Free plan.`).waitFor()
      expect(await main.getByRole('link', { name: 'Upgrade Plan' }).getAttribute('href')).toBe('/pricing')
      const cards = main.locator('.stats')
      await cards.getByText('None verified yet').waitFor()
      const text = (await cards.innerText()).replaceAll(/\s+/g, ' ')
      expect(text).toMatch(/Emails Verified 0 .*Migrations 0 .*Tools Used 0 ?of 25 .*Uptime (?:\d+(?:\.\d+)? ?%|—)/)
      await main.getByText('Nothing yet.').waitFor()
      await main.getByText('Nothing run today.').waitFor()
    })
  })

  it('leads on by four quick actions', async () => {
    await site.visitPage(await newMember(site.service), '/dashboard', async (page) => {
      const actions = page.getByRole('region', { name: 'Quick actions' })
      for (const id of ['network', 'dns', 'email', 'security'])
        await actions.locator(`a[href="/dashboard/${id}"]`).waitFor()
      await actions.getByRole('link', { name: /^Security Tools/ }).click()
      await page.getByRole('heading', { name: 'Security Tools', level: 1 }).waitFor()
    })
  })

  it('has the numbers and the activity of the service, and the runs of this browser with their replay', async () => {
    const member = await site.memberOn('pro')
    const ran = await site.service.api('POST', '/tools/mx-record/run', { input: 'shop.example' }, member.token)
    expect(ran.status).toBe(200)
    const said = /"sentence":("[^"]+")/.exec(await ran.text())?.[1] ?? ''
    const mailbox = { host: 'imap.gmail.com', email: 'ana@old.example', password: 'x' }
    const asked = Object.fromEntries(
      ['source', 'destination'].flatMap((side) =>
        Object.entries(mailbox).map(([key, text]) => [`${side}_${key}`, text]),
      ),
    )
    expect((await site.service.api('POST', '/migrations', asked, member.token)).status).toBe(201)
    await site.visitPage(member, '/dashboard/dns', async (page) => {
      await run(page, 'mail.example')
      const verdict = await page.locator('.verdict h2').innerText()
      await page.getByRole('link', { name: 'Overview' }).click()
      const cards = page.locator('.stats')
      await cards.getByText('1 pending').waitFor()
      expect((await cards.innerText()).replaceAll(/\s+/g, ' ')).toMatch(
        /Migrations 1 1 pending Tools Used 1 ?of 25 And 1 in this browser/,
      )
      const activity = page.getByRole('region', { name: 'Recent Activity' })
      expect((await activity.getByRole('listitem').allInnerTexts()).map((row) => row.split('\n').slice(1, 3))).toEqual([
        ['A Record', 'mail.example'],
        ['Mailbox migration', 'ana@old.example to ana@old.example'],
        ['MX Record', 'shop.example'],
      ])
      await page.getByRole('region', { name: "Today's allowance" }).getByText('1 of 1000').waitFor()
      const replay = async (name: string, path: string): Promise<string> => {
        await activity.getByRole('link', { name }).click()
        await page.waitForURL(`**/tools/${path}&seed=*`)
        await analyzeButton(page).click()
        await done(page).waitFor()
        return page.locator('.verdict h2').innerText()
      }
      expect(await replay('Replay: A Record mail.example', 'a-record?input=mail.example')).toBe(verdict)
      await page.getByRole('link', { name: 'Overview' }).click()
      expect(await replay('Replay: MX Record shop.example', 'mx-record?input=shop.example')).toBe(JSON.parse(said))
    })
  })

  it('says what could not be read, and reads it again', async () => {
    await site.visit(await newMember(site.service), async ({ context, open }) => {
      const refuse = async (path: string) =>
        context.route(path, async (route) => route.fulfill({ status: 503, json: { error: '' } }))
      await refuse('**/api/stats')
      await refuse('**/api/activity')
      const page = await open('/dashboard')
      const failures = page.getByRole('main').getByRole('status').filter({ hasText: 'This could not be loaded.' })
      await expect.poll(() => failures.count()).toBe(2)
      expect(await failures.first().innerText()).toContain('Service unavailable. The backend server may be down.')
      await context.unrouteAll()
      await failures.first().getByRole('button', { name: 'Retry' }).click()
      await page.getByText('None verified yet').waitFor()
    })
  })
})

describe('viewing as a user', () => {
  const viewAs = async (member: Member, actor = site.admin): Promise<string> => {
    const answer = await site.service.api('POST', `/admin/profiles/${member.id}/view-as`, undefined, actor.token)
    const { token, user, actor_id, expires_at } = (await answer.json()) as {
      token: string
      user: { id: string; email: string; plan: string }
      actor_id: string
      expires_at: number
    }
    return JSON.stringify({ ...user, token, actor_id, expires_at: expires_at * 1000 })
  }

  it('shows that user’s dashboard under a banner, to read alone, until it is left', async () => {
    const member = await site.memberOn('pro')
    await site.service.api('POST', '/tools/mx-record/run', { input: 'shop.example' }, member.token)
    await notify('For their eyes', member.id)
    await site.visitPage(
      site.admin,
      '/dashboard',
      async (page) => {
        const banner = page.getByRole('region', { name: 'Viewing as' })
        await banner.getByText(member.email).waitFor()
        await page.getByRole('banner').getByText('PRO', { exact: true }).waitFor()
        await page.getByText(`${member.email} is on the Pro plan.`).waitFor()
        await page.getByRole('region', { name: 'Recent Activity' }).getByText('MX Record').waitFor()
        await page.getByRole('region', { name: "Today's allowance" }).getByText('1 of 1000').waitFor()
        await page.getByRole('button', { name: /^Notifications/ }).click()
        await page.locator('.notes').getByText('For their eyes').first().waitFor()
        expect(await page.getByRole('button', { name: 'Mark as read' }).count()).toBe(0)
        await page
          .getByRole('link', { name: /^DNS Tools/ })
          .first()
          .click()
        await field(page).fill('mail.example')
        expect(await analyzeButton(page).isDisabled()).toBe(true)
        await page.getByText('You are viewing as somebody else, so nothing runs here.').waitFor()
        await banner.getByRole('button', { name: 'Exit' }).click()
        await page.waitForURL('**/admin')
        expect(await page.evaluate(() => localStorage.getItem('impersonating'))).toBeNull()
        await page.goto('/dashboard')
        await page.getByText(`${site.admin.email} is on the Free plan.`).waitFor()
      },
      { kept: { impersonating: await viewAs(member) } },
    )
  })

  it('is nothing to anybody but the admin who began it', async () => {
    const [member, other] = [await newMember(site.service), await newMember(site.service)]
    await site.visitPage(
      other,
      '/dashboard',
      async (page) => {
        await page.getByText(`${other.email} is on the Free plan.`).waitFor()
        expect(await page.getByRole('region', { name: 'Viewing as' }).count()).toBe(0)
      },
      { kept: { impersonating: await viewAs(member) } },
    )
  })

  it('ends by itself when its time is over', async () => {
    const member = await newMember(site.service)
    const over = { ...(JSON.parse(await viewAs(member)) as object), expires_at: Date.now() + 1500 }
    await site.visitPage(
      site.admin,
      '/dashboard',
      async (page) => {
        await page.getByRole('region', { name: 'Viewing as' }).waitFor()
        await toast(page, 'The view has ended').waitFor()
        await page.getByText(`${site.admin.email} is on the Free plan.`).waitFor()
      },
      { kept: { impersonating: JSON.stringify(over) } },
    )
  })
})

describe('every page of the dashboard', () => {
  it.each([
    ['light', 1440],
    ['dark', 390],
    ['light', 320],
  ] as const)('has no fault of accessibility in the %s at %d px, and stays inside', async (colorScheme, width) => {
    const member = await newMember(site.service)
    await notify('Something new', member.id)
    await site.visit(
      member,
      async ({ open }) => {
        const check = async (page: Page, what: string) => {
          await expectAccessible(page, what)
          expect(await page.locator('h1').count()).toBe(1)
        }
        for (const path of ['/dashboard/monitoring', '/tools/email-migration', '/tools/nothing', '/dashboard']) {
          const page = await open(path)
          await page.getByRole('button', { name: /unread$/ }).waitFor()
          await page.waitForLoadState('networkidle')
          await check(page, path)
          if (path === '/dashboard') {
            await page.getByRole('button', { name: /unread$/ }).click()
            await page.getByText('About Something new.').waitFor()
            await check(page, 'notifications')
            await page.getByRole('button', { name: /^Account of / }).click()
            await check(page, 'account')
          }
          await page.close()
        }
        const page = await open('/dashboard/security')
        await run(page, 'shop.example')
        await check(page, 'result')
        await page.getByRole('tab', { name: 'Report' }).click()
        await check(page, 'report')
      },
      { viewport: { width, height: 900 }, colorScheme },
    )
  })
})
