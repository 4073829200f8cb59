import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { analyzeButton, done, field, run, toast } from './support/dashboard.ts'
import { newMember } from './support/members.ts'
import { givenAdminService } from './support/given-service.ts'

const site = givenAdminService()

const json = (page: Page) => page.getByRole('region', { name: 'Result', exact: true })

describe('a category page', () => {
  it.each([
    ['network', 'Network Tools', 7],
    ['dns', 'DNS Tools', 9],
    ['email', 'Email Tools', 6],
    ['security', 'Security Tools', 2],
  ] as const)(
    '%s has its title, what it is for, its count, the plan and a tab for each tool',
    async (id, title, count) => {
      await site.visitPage(await newMember(site.service), `/dashboard/${id}`, async (page) => {
        const main = page.getByRole('main')
        await main.getByRole('heading', { name: title, level: 1 }).waitFor()
        await main.getByText(`${count} tools`).waitFor()
        await main.getByText('Free plan').waitFor()
        expect(await main.getByRole('tab').count()).toBe(count)
      })
    },
  )

  it('has no tools for monitoring', async () => {
    await site.visitPage(await newMember(site.service), '/dashboard/monitoring', async (page) => {
      await page.getByRole('heading', { name: 'No tools available' }).waitFor()
      await page.getByText('Tools for this category are coming soon.').waitFor()
      await page.getByText('0 tools').waitFor()
    })
  })

  it('shows the chosen tool: its input type, features, placeholder and what is left of today', async () => {
    await site.visitPage(await newMember(site.service), '/dashboard/network', async (page) => {
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
    await site.visit(await newMember(site.service), async ({ open, addresses }) => {
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
    await site.visitPage(
      await newMember(site.service),
      '/dashboard/dns',
      async (page) => {
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
    await site.visitPage(await newMember(site.service), '/dashboard/dns', async (page) => {
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
    await site.visitPage(await newMember(site.service), '/dashboard/network', async (page) => {
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
    await site.visitPage(await newMember(site.service), '/dashboard/email', async (page) => {
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
    const member = await newMember(site.service)
    const day = new Date().toISOString().slice(0, 10)
    const netbox_usage = JSON.stringify({ day, runs: { [member.id]: { 'tcp-port-test': 25 } } })
    await site.visitPage(
      member,
      '/tools/tcp-port-test',
      async (page) => {
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
    await site.visitPage(await site.memberOn('enterprise'), '/dashboard/dns', async (page) => {
      await page.getByText('Today: 0 of ∞ used').waitFor()
      await page.goto('/dashboard/email')
      await page.getByRole('tab', { name: /^Email Migration/ }).click()
      await page.getByText('This is the simulated tool: it makes a plan up and moves nothing.').waitFor()
      await run(page, 'imap.mail.example:993')
      expect(JSON.parse(await json(page).innerText())).toMatchObject({ status: 'CONFIGURED' })
    })
  })

  it('says in a box that a run broke off, and runs it again', async () => {
    await site.visit(await newMember(site.service), async ({ context, open }) => {
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
    await site.visitPage(await newMember(site.service), '/dashboard/network', async (page) => {
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
    await site.visitPage(
      await newMember(site.service),
      '/tools/header-security?input=shop.example&seed=k3f9&scenario=healthy',
      async (page) => {
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
      },
    )
  })

  it('says of what has a real counterpart that it is simulated', async () => {
    await site.visitPage(await newMember(site.service), '/tools/email-validation', async (page) => {
      await page.getByText('This is the simulated tool').waitFor()
      expect(await page.getByRole('link', { name: 'Verify addresses for real' }).getAttribute('href')).toBe(
        '/email-validation',
      )
      await run(page, 'ana@mail.example')
    })
  })

  it('is marked as paid where it is, whatever category it has', async () => {
    await site.visitPage(await newMember(site.service), '/tools/dns-diagnostic', async (page) => {
      await page.getByText('Pro', { exact: true }).waitFor()
      expect(await page.getByRole('link', { name: 'Back to Dashboard' }).getAttribute('href')).toBe('/dashboard')
      expect(await page.locator('.access').innerText()).toContain('This tool requires a Pro or Enterprise plan.')
    })
  })

  it('says that there is no such tool, and leads back', async () => {
    await site.visitPage(await newMember(site.service), '/tools/nothing', async (page) => {
      await page.getByRole('heading', { name: 'Tool not found' }).waitFor()
      await page.getByText('The requested tool does not exist').waitFor()
      await page.getByRole('link', { name: 'Back to Dashboard' }).click()
      await page.waitForURL('**/dashboard')
    })
  })
})
