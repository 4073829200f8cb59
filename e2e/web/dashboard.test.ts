import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../browser/launch-chromium.ts'
import { newAddress, PASSWORD, signIn, signOut } from './support/account-forms.ts'
import { keepSignedIn, type Member, newAdminMember, newMember, signInAgain } from './support/members.ts'
import { type Service, startService } from './support/start-service.ts'
import { newVisitor, type Visitor } from './support/visitors.ts'

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

const visit = async (
  member: Member | undefined,
  work: (visitor: Visitor) => Promise<void>,
  { kept = {}, ...options }: Record<string, unknown> & { kept?: Record<string, string> } = {},
): Promise<void> => {
  const visitor = await newVisitor(browser, service.url, options)
  try {
    if (member !== undefined) await keepSignedIn(visitor, member, kept)
    await work(visitor)
    expect(visitor.troubles).toEqual([])
  } finally {
    await visitor.context.close()
  }
}

const memberOn = async (plan: 'pro' | 'enterprise'): Promise<Member> => {
  const email = newAddress()
  const answer = await service.api('POST', '/admin/users', { email, password: PASSWORD, plan }, admin.token)
  expect(answer.status).toBe(201)
  return signInAgain(service, { email })
}

const notify = async (title: string, target?: string): Promise<void> => {
  const whom = target === undefined ? {} : { is_global: false, target_user_id: target }
  const body = { title, message: `About ${title}.`, type: 'service_update', ...whom }
  expect((await service.api('POST', '/admin/notifications', body, admin.token)).status).toBe(201)
}

const field = (page: Page) => page.getByRole('main').getByRole('textbox').first()
const analyzeButton = (page: Page) => page.getByRole('button', { name: 'Analyze', exact: true })
const done = (page: Page) => page.getByText('Analysis completed successfully')
const json = (page: Page) => page.getByRole('region', { name: 'Result', exact: true })
const toast = (page: Page, text: string) => page.locator('.toasts').getByText(text)

const run = async (page: Page, input: string): Promise<void> => {
  await field(page).fill(input)
  await analyzeButton(page).click()
  await done(page).waitFor()
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
      const answer = await fetch(`${service.url}${path}`)
      const html = await answer.text()
      expect([path, answer.status]).toEqual([path, 200])
      expect(html).toContain('Loading...')
      expect(html).not.toContain('Analyze')
    }
  })

  it('send a visitor to sign in, and bring them back to where they wanted to go', async () => {
    const { email } = await newMember(service)
    await visit(undefined, async ({ open }) => {
      const page = await open('/tools/mx-record?input=mail.example&scenario=mx-down')
      await page.waitForURL('**/login?next=*')
      await signIn(page, email)
      await page.waitForURL('**/tools/mx-record?input=mail.example&scenario=mx-down')
      await page.getByRole('heading', { name: 'MX Record', level: 1 }).waitFor()
      await expect.poll(() => field(page).inputValue()).toBe('mail.example')
    })
  })

  it('send every visitor of them to sign in', async () => {
    await visit(undefined, async ({ open }) => {
      for (const path of ['/dashboard', '/dashboard/dns', '/tools/header-security', '/tools/nothing']) {
        const page = await open(path)
        await page.waitForURL(path === '/dashboard' ? '**/login' : '**/login?next=*')
        await page.close()
      }
    })
  })

  it('are nobody’s any more as soon as an admin suspends the account', async () => {
    const member = await newMember(service)
    await visit(member, async ({ open }) => {
      const page = await open('/dashboard')
      await page.getByRole('heading', { name: 'Recent Activity' }).waitFor()
      await service.api('PATCH', `/admin/profiles/${member.id}`, { status: 'disabled' }, admin.token)
      await page.getByRole('button', { name: /^Notifications/ }).click()
      await page.waitForURL('**/login*')
    })
  })
})

describe('the frame of the dashboard', () => {
  it('has the plan in capitals, the way back to the tools, and the account with what is about it', async () => {
    const member = await memberOn('pro')
    await visit(member, async ({ open }) => {
      const page = await open('/dashboard')
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
      await page.waitForURL(`${service.url}/`)
      expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull()
    })
  })

  it('leads to its six sections, each with its hint, by keyboard too', async () => {
    await visit(await newMember(service), async ({ open }) => {
      const page = await open('/dashboard')
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
    const member = await newMember(service)
    await visit(member, async ({ context, open }) => {
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
    const [member, other] = [await newMember(service), await newMember(service)]
    await notify('A tool for everyone')
    await notify('A word for one', member.id)
    await notify('A word for another', other.id)
    await visit(member, async ({ open }) => {
      const page = await open('/dashboard')
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
    const member = await newMember(service)
    await visit(member, async ({ open }) => {
      const page = await open('/dashboard')
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
    await visit(await newMember(service), async ({ open }) => {
      const page = await open('/dashboard')
      const actions = page.getByRole('region', { name: 'Quick actions' })
      for (const id of ['network', 'dns', 'email', 'security'])
        await actions.locator(`a[href="/dashboard/${id}"]`).waitFor()
      await actions.getByRole('link', { name: /^Security Tools/ }).click()
      await page.getByRole('heading', { name: 'Security Tools', level: 1 }).waitFor()
    })
  })

  it('has the numbers and the activity of the service, and the runs of this browser with their replay', async () => {
    const member = await memberOn('pro')
    const ran = await service.api('POST', '/tools/mx-record/run', { input: 'shop.example' }, member.token)
    expect(ran.status).toBe(200)
    const said = /"sentence":("[^"]+")/.exec(await ran.text())?.[1] ?? ''
    const mailbox = { host: 'imap.gmail.com', email: 'ana@old.example', password: 'x' }
    const asked = Object.fromEntries(
      ['source', 'destination'].flatMap((side) =>
        Object.entries(mailbox).map(([key, text]) => [`${side}_${key}`, text]),
      ),
    )
    expect((await service.api('POST', '/migrations', asked, member.token)).status).toBe(201)
    await visit(member, async ({ open }) => {
      const page = await open('/dashboard/dns')
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
    await visit(await newMember(service), async ({ context, open }) => {
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

describe('a category page', () => {
  it.each([
    ['network', 'Network Tools', 7],
    ['dns', 'DNS Tools', 9],
    ['email', 'Email Tools', 6],
    ['security', 'Security Tools', 2],
  ] as const)(
    '%s has its title, what it is for, its count, the plan and a tab for each tool',
    async (id, title, count) => {
      await visit(await newMember(service), async ({ open }) => {
        const page = await open(`/dashboard/${id}`)
        const main = page.getByRole('main')
        await main.getByRole('heading', { name: title, level: 1 }).waitFor()
        await main.getByText(`${count} tools`).waitFor()
        await main.getByText('Free plan').waitFor()
        expect(await main.getByRole('tab').count()).toBe(count)
      })
    },
  )

  it('has no tools for monitoring', async () => {
    await visit(await newMember(service), async ({ open }) => {
      const page = await open('/dashboard/monitoring')
      await page.getByRole('heading', { name: 'No tools available' }).waitFor()
      await page.getByText('Tools for this category are coming soon.').waitFor()
      await page.getByText('0 tools').waitFor()
    })
  })

  it('shows the chosen tool: its input type, features, placeholder and what is left of today', async () => {
    await visit(await newMember(service), async ({ open }) => {
      const page = await open('/dashboard/network')
      const tab = page.getByRole('tab', { name: 'TCP Port Test IP/Domain:Port' })
      await tab.click()
      await page.getByRole('heading', { name: 'TCP Port Test', level: 2 }).waitFor()
      expect(await page.getByRole('list', { name: 'What it looks at' }).getByRole('listitem').count()).toBe(3)
      expect(await page.getByLabel('IP/Domain:Port', { exact: true }).getAttribute('placeholder')).toMatch(/:\d+$/)
      await page.getByText('Today: 0 of 25 used, 25 left').waitFor()
      expect(await page.getByText('Pro', { exact: true }).count()).toBe(0)
    })
  })

  it('runs a tool in the rhythm of the dashboard, and gives its result as JSON, report and text', async () => {
    await visit(await newMember(service), async ({ open, addresses }) => {
      const page = await open('/dashboard/dns')
      // The one that takes longest.
      await page.getByRole('tab', { name: /^DNS Propagation/ }).click()
      await page.clock.install()
      expect(await analyzeButton(page).isDisabled()).toBe(true)
      await field(page).fill('mail.example')
      await field(page).press('Enter')
      const bar = page.getByRole('progressbar', { name: 'Execution Progress' })
      await bar.waitFor()
      // The first line of the log says that the run has begun.
      await page.locator('.panel-told .quiet:not(:empty)').waitFor()
      expect(await page.getByRole('button', { name: 'Analyzing...' }).isDisabled()).toBe(true)
      const seen: string[] = []
      for (let step = 0; step < 3; step++) {
        await page.clock.runFor(300)
        seen.push((await bar.getAttribute('aria-valuenow')) ?? '')
      }
      expect(seen).toEqual(['15', '30', '45'])
      await page.getByText('Analyzing... 45 %').waitFor()
      await page.clock.runFor(5000)
      await done(page).waitFor()
      expect(await bar.getAttribute('aria-valuenow')).toBe('100')
      await toast(page, 'Analysis complete').waitFor()
      await toast(page, 'DNS Propagation executed successfully.').waitFor()
      await page.getByText('Today: 1 of 25 used, 24 left').waitFor()
      await page.getByText(/^in \d\.\d s$/).waitFor()
      expect(JSON.parse(await json(page).innerText())).toMatchObject({ domain: 'mail.example' })
      await page.getByRole('tab', { name: 'Report' }).click()
      await page.getByRole('figure').first().waitFor()
      await page.getByRole('tab', { name: 'Text' }).click()
      const text = await page.getByRole('textbox', { name: 'Analysis output for mail.example' }).inputValue()
      expect(text).toMatch(/simulated/i)
      expect(addresses.filter((address) => /\/api\/tools\//.test(address))).toEqual([])
    })
  })

  it('folds the JSON by keyboard, and copies it', async () => {
    await visit(
      await newMember(service),
      async ({ open }) => {
        const page = await open('/dashboard/dns')
        await run(page, 'mail.example')
        const records = json(page).locator('summary', { hasText: '"records"' })
        await records.focus()
        await page.keyboard.press('Enter')
        await expect.poll(() => json(page).innerText()).not.toContain('"address"')
        await page.getByRole('button', { name: 'Copy JSON' }).click()
        await toast(page, 'Result copied to clipboard.').waitFor()
        const copied = await page.evaluate(() => navigator.clipboard.readText())
        expect(JSON.parse(copied)).toMatchObject({ domain: 'mail.example' })
      },
      { permissions: ['clipboard-read', 'clipboard-write'] },
    )
  })

  it('forgets input and result when another tab is chosen', async () => {
    await visit(await newMember(service), async ({ open }) => {
      const page = await open('/dashboard/dns')
      await run(page, 'mail.example')
      await page.getByRole('tab', { name: /^A Record/ }).focus()
      await page.keyboard.press('ArrowRight')
      await page.getByRole('heading', { name: 'MX Record', level: 2 }).waitFor()
      expect(await field(page).inputValue()).toBe('')
      expect(await done(page).count()).toBe(0)
      await page.keyboard.press('ArrowLeft')
      expect(await field(page).inputValue()).toBe('')
      expect(await done(page).count()).toBe(0)
    })
  })

  it('refuses what is blank or can be no input, at the input and in a toast', async () => {
    await visit(await newMember(service), async ({ open }) => {
      const page = await open('/dashboard/network')
      await field(page).press('Enter')
      const alert = page.getByRole('main').getByRole('alert')
      await alert.getByText('Please enter a valid ip address.').waitFor()
      await toast(page, 'Input required').waitFor()
      expect(await field(page).getAttribute('aria-invalid')).toBe('true')
      await field(page).fill('not an address')
      expect(await alert.innerText()).toBe('')
      await analyzeButton(page).click()
      await toast(page, 'Invalid input').waitFor()
      await alert.getByText('Please enter a valid ip address.').waitFor()
    })
  })

  it('keeps a paid tool from a free plan, and says what helps', async () => {
    await visit(await newMember(service), async ({ open }) => {
      const page = await open('/dashboard/email')
      await page.getByRole('tab', { name: /^Email Migration/ }).click()
      await page.getByText('Pro', { exact: true }).waitFor()
      await field(page).fill('imap.mail.example:993')
      expect(await analyzeButton(page).isDisabled()).toBe(true)
      const notice = page.locator('.access')
      expect(await notice.innerText()).toContain('This tool requires a Pro or Enterprise plan.')
      expect(await notice.getByRole('link', { name: 'Upgrade now' }).getAttribute('href')).toBe('/pricing')
      await field(page).press('Enter')
      await toast(page, 'Access restricted').waitFor()
      const alert = page.getByRole('main').getByRole('alert')
      await alert.getByText('This tool requires a Pro or Enterprise plan.').waitFor()
      expect(await alert.getByRole('link', { name: 'Upgrade now' }).getAttribute('href')).toBe('/pricing')
    })
  })

  it('refuses a run beyond the daily limit', async () => {
    const member = await newMember(service)
    const day = new Date().toISOString().slice(0, 10)
    const netbox_usage = JSON.stringify({ day, runs: { [member.id]: { 'tcp-port-test': 25 } } })
    await visit(
      member,
      async ({ open }) => {
        const page = await open('/tools/tcp-port-test')
        await page.getByText('Today: 25 of 25 used, 0 left').waitFor()
        await field(page).fill('mail.example:25')
        await analyzeButton(page).click()
        const sheet = page.getByRole('region', { name: 'Access restricted' })
        await sheet.getByText('Daily limit reached: 25 runs of TCP Port Test per day on the Free plan.').waitFor()
        expect(await sheet.getByRole('link', { name: 'Upgrade now' }).getAttribute('href')).toBe('/pricing')
        await toast(page, 'Access restricted').waitFor()
      },
      { kept: { netbox_usage } },
    )
  })

  it('has no limit to show on the enterprise plan, and runs what is paid for', async () => {
    await visit(await memberOn('enterprise'), async ({ open }) => {
      const page = await open('/dashboard/dns')
      await page.getByText('Today: 0 of ∞ used').waitFor()
      await page.goto('/dashboard/email')
      await page.getByRole('tab', { name: /^Email Migration/ }).click()
      await page.getByText('This is the simulated tool: it makes a plan up and moves nothing.').waitFor()
      await run(page, 'imap.mail.example:993')
      expect(JSON.parse(await json(page).innerText())).toMatchObject({ status: 'CONFIGURED' })
    })
  })

  it('says in a box that a run broke off, and runs it again', async () => {
    await visit(await newMember(service), async ({ context, open }) => {
      const simulation = '**/assets/mx-record.simulation-*.js'
      await context.route(simulation, async (route) => route.abort())
      const page = await open('/tools/mx-record')
      await field(page).fill('mail.example')
      await analyzeButton(page).click()
      const box = page.getByRole('region', { name: 'Execution failed' })
      await box.waitFor()
      await toast(page, 'Execution failed').waitFor()
      expect(await box.locator('p').innerText()).not.toBe('')
      await page.getByText('Today: 0 of 100 used, 100 left').waitFor()
      await box.getByRole('button', { name: 'Retry' }).waitFor()
    })
  })

  it('stops a run by Escape, which costs nothing', async () => {
    await visit(await newMember(service), async ({ open }) => {
      const page = await open('/dashboard/network')
      await page.getByRole('tab', { name: /^Traceroute/ }).click()
      await field(page).fill('203.0.113.80')
      await field(page).press('Enter')
      await page.getByRole('button', { name: 'Stop' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('heading', { name: 'Run cancelled' }).waitFor()
      await page.getByText('Today: 0 of 25 used, 25 left').waitFor()
    })
  })
})

describe('the page of a tool', () => {
  it('has the way back, its title, features, and its input filled in by the address, which runs nothing', async () => {
    await visit(await newMember(service), async ({ open }) => {
      const page = await open('/tools/header-security?input=shop.example&seed=k3f9&scenario=healthy')
      await page.getByRole('heading', { name: 'Header Security', level: 1 }).waitFor()
      expect(await page.getByRole('link', { name: 'Back to Security Tools' }).getAttribute('href')).toBe(
        '/dashboard/security',
      )
      await page.getByRole('heading', { name: 'Tool Input' }).waitFor()
      expect(await page.getByRole('list', { name: 'What it looks at' }).getByRole('listitem').count()).toBe(3)
      await expect.poll(() => field(page).inputValue()).toBe('shop.example')
      expect(await done(page).count()).toBe(0)
      await analyzeButton(page).click()
      await done(page).waitFor()
      await page.getByRole('button', { name: 'Share' }).click()
      const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()
      expect(link).toContain('/tools/header-security?input=shop.example&seed=k3f9&scenario=healthy&at=')
      const before = await json(page).innerText()
      await page.goto(link)
      await expect.poll(() => analyzeButton(page).isEnabled()).toBe(true)
      await analyzeButton(page).click()
      await done(page).waitFor()
      expect(await json(page).innerText()).toBe(before)
    })
  })

  it('says of what has a real counterpart that it is simulated', async () => {
    await visit(await newMember(service), async ({ open }) => {
      const page = await open('/tools/email-validation')
      await page.getByText('This is the simulated tool').waitFor()
      expect(await page.getByRole('link', { name: 'Verify addresses for real' }).getAttribute('href')).toBe(
        '/email-validation',
      )
      await run(page, 'ana@mail.example')
    })
  })

  it('is marked as paid where it is, whatever category it has', async () => {
    await visit(await newMember(service), async ({ open }) => {
      const page = await open('/tools/dns-diagnostic')
      await page.getByText('Pro', { exact: true }).waitFor()
      expect(await page.getByRole('link', { name: 'Back to Dashboard' }).getAttribute('href')).toBe('/dashboard')
      expect(await page.locator('.access').innerText()).toContain('This tool requires a Pro or Enterprise plan.')
    })
  })

  it('says that there is no such tool, and leads back', async () => {
    await visit(await newMember(service), async ({ open }) => {
      const page = await open('/tools/nothing')
      await page.getByRole('heading', { name: 'Tool not found' }).waitFor()
      await page.getByText('The requested tool does not exist').waitFor()
      await page.getByRole('link', { name: 'Back to Dashboard' }).click()
      await page.waitForURL('**/dashboard')
    })
  })
})

describe('viewing as a user', () => {
  const viewAs = async (member: Member, actor = admin): Promise<string> => {
    const answer = await service.api('POST', `/admin/profiles/${member.id}/view-as`, undefined, actor.token)
    const { token, user, actor_id, expires_at } = (await answer.json()) as {
      token: string
      user: { id: string; email: string; plan: string }
      actor_id: string
      expires_at: number
    }
    return JSON.stringify({ ...user, token, actor_id, expires_at: expires_at * 1000 })
  }

  it('shows that user’s dashboard under a banner, to read alone, until it is left', async () => {
    const member = await memberOn('pro')
    await service.api('POST', '/tools/mx-record/run', { input: 'shop.example' }, member.token)
    await notify('For their eyes', member.id)
    await visit(
      admin,
      async ({ open }) => {
        const page = await open('/dashboard')
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
        await page.getByText(`${admin.email} is on the Free plan.`).waitFor()
      },
      { kept: { impersonating: await viewAs(member) } },
    )
  })

  it('is nothing to anybody but the admin who began it', async () => {
    const [member, other] = [await newMember(service), await newMember(service)]
    await visit(
      other,
      async ({ open }) => {
        const page = await open('/dashboard')
        await page.getByText(`${other.email} is on the Free plan.`).waitFor()
        expect(await page.getByRole('region', { name: 'Viewing as' }).count()).toBe(0)
      },
      { kept: { impersonating: await viewAs(member) } },
    )
  })

  it('ends by itself when its time is over', async () => {
    const member = await newMember(service)
    const over = { ...(JSON.parse(await viewAs(member)) as object), expires_at: Date.now() + 1500 }
    await visit(
      admin,
      async ({ open }) => {
        const page = await open('/dashboard')
        await page.getByRole('region', { name: 'Viewing as' }).waitFor()
        await toast(page, 'The view has ended').waitFor()
        await page.getByText(`${admin.email} is on the Free plan.`).waitFor()
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
    const member = await newMember(service)
    await notify('Something new', member.id)
    await visit(
      member,
      async ({ open }) => {
        const check = async (page: Page, what: string) => {
          const { violations } = await new AxeBuilder({ page }).analyze()
          expect(violations.map(({ id, nodes }) => `${what} ${id}: ${nodes[0]?.html}`)).toEqual([])
          expect([what, await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)]).toEqual([
            what,
            true,
          ])
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
