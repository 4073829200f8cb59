import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { FREE, isForEverybody, looks, PRO, shiftOf, useEmailScreens } from './support/email-screens.ts'
import { toast } from './support/toast.ts'

const SECRET = 'battery staple'

const screens = useEmailScreens()

const side = (page: Page, name: string) => page.getByRole('group', { name })
const start = (page: Page) => page.getByRole('button', { name: 'Start Migration' })

const fillSide = async (page: Page, name: string, host: string, email: string): Promise<void> => {
  const mailbox = side(page, name)
  await mailbox.getByLabel('IMAP host').fill(host)
  await mailbox.getByLabel('Email address').fill(email)
  await mailbox.getByLabel('Password', { exact: true }).fill(SECRET)
}

const fillForm = async (page: Page): Promise<void> => {
  await fillSide(page, 'Source mailbox', 'imap.old.example', 'ana@old.example')
  await fillSide(page, 'Destination mailbox', 'imap.new.example', 'ana@new.example')
}

const storedTexts = async (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]))

describe('the migration form', () => {
  it('asks visitors to log in, however well it is filled', async () => {
    await screens.visit('/email-migration', async (page) => {
      await page.getByText('Please log in to use migration.').waitFor()
      await page.getByText('This records a request. Nothing is transferred yet').waitFor()
      await fillForm(page)
      expect(await start(page).isDisabled()).toBe(true)
      const link = page.getByRole('link', { name: 'Please log in' })
      expect(await link.getAttribute('href')).toBe('/login')
    })
  })

  it('is not for the free plan', async () => {
    await screens.visit(
      '/email-migration',
      async (page) => {
        await page.getByText('This tool is not available on your current plan.').waitFor()
        await fillForm(page)
        expect(await start(page).isDisabled()).toBe(true)
        const link = page.locator('form').getByRole('link', { name: 'Upgrade now' })
        expect(await link.getAttribute('href')).toBe('/pricing')
      },
      { as: FREE },
    )
  })

  it('knows the providers, and blames a field only after it was left', async () => {
    await screens.visit(
      '/email-migration',
      async (page) => {
        const source = side(page, 'Source mailbox')
        expect(await source.getByLabel('Provider').locator('option').allInnerTexts()).toEqual([
          'Gmail (imap.gmail.com)',
          'Outlook/Hotmail (outlook.office365.com)',
          'Yahoo (imap.mail.yahoo.com)',
          'iCloud (imap.mail.me.com)',
          'Custom',
        ])
        await source.getByLabel('Provider').selectOption({ label: 'iCloud (imap.mail.me.com)' })
        expect(await source.getByLabel('IMAP host').inputValue()).toBe('imap.mail.me.com')
        expect(await source.getByLabel('Port').inputValue()).toBe('993')
        expect(await page.getByText('Please fill in this field.').count()).toBe(0)
        await source.getByLabel('Email address').focus()
        await source.getByLabel('Port').fill('70000')
        await source.getByText('Please fill in this field.').waitFor()
        await source.getByLabel('Email address').focus()
        await source.getByText('Please enter a port from 1 to 65535.').waitFor()
        await fillForm(page)
        expect(await start(page).isDisabled()).toBe(true)
        await source.getByLabel('Port').fill('')
        await expect.poll(async () => start(page).isEnabled()).toBe(true)
      },
      { as: PRO },
    )
  })

  it('tests a connection once there is one to test, and says that it is a simulation', async () => {
    await screens.visit('/email-migration', async (page, { addresses: asked }) => {
      const source = side(page, 'Source mailbox')
      const test = source.getByRole('button', { name: 'Test connection' })
      await source.getByLabel('Provider').selectOption({ label: 'Gmail (imap.gmail.com)' })
      await source.getByLabel('Email address').fill('ana@old.example')
      expect(await test.count()).toBe(0)
      await source.getByLabel('Password', { exact: true }).fill(SECRET)
      await source.getByText('Simulated: no server is contacted.').waitFor()
      const before = asked.length
      const began = Date.now()
      await test.click()
      await source.getByRole('button', { name: 'Testing the connection...' }).waitFor()
      await toast(page, 'Connection successful', 'Simulated: imap.gmail.com answers on port 993.')
      expect(Date.now() - began).toBeGreaterThanOrEqual(1500)
      await source.getByRole('status').getByText('Connection successful').waitFor()
      expect(asked.slice(before).filter((address) => address.includes('/api/'))).toEqual([])
      await source.getByLabel('IMAP host').fill('imap.other.example')
      expect(await source.getByRole('status').innerText()).toBe('')
    })
  })
})

describe('a migration', () => {
  it('is recorded as pending, and its passwords are forgotten', async () => {
    await screens.visit(
      '/email-migration',
      async (page, { context }) => {
        await page.getByText('No migrations yet').waitFor()
        await page.getByText('Migration functionality is currently being migrated to the new backend.').waitFor()
        await fillForm(page)
        await side(page, 'Source mailbox').getByLabel('Port').fill('soon')
        expect(await storedTexts(page)).not.toContain(SECRET)
        await start(page).click()
        await toast(page, 'Migration started', 'Your email migration has been queued and will begin shortly.')
        await page.getByText('The request is recorded as pending. Nothing is transferred yet.').waitFor()
        for (const name of ['Source mailbox', 'Destination mailbox'])
          expect(await side(page, name).getByLabel('Password', { exact: true }).inputValue()).toBe('')
        expect(await start(page).isDisabled()).toBe(true)
        expect(await storedTexts(page)).not.toContain(SECRET)
        const list = page.getByRole('list', { name: 'Your migrations' })
        await list.getByText('Pending').waitFor()
        await list.getByText('imap.old.example:993').waitFor()
        await fillSide(page, 'Source mailbox', 'imap.later.example', 'ana@later.example')
        await fillSide(page, 'Destination mailbox', 'imap.new.example', 'ana@new.example')
        await page.keyboard.press('Enter')
        await expect.poll(async () => list.getByRole('listitem').count()).toBe(2)
        await page.reload()
        await list.getByRole('listitem').first().getByText('imap.later.example:993').waitFor()
        expect(await list.getByRole('listitem').count()).toBe(2)
        await context.route('**/api/migrations', async (route) => route.abort())
        await fillForm(page)
        await start(page).click()
        await toast(page, 'Migration failed', 'Cannot connect to API at /api/migrations.')
        await page.locator('form').getByText('Migration failed. Cannot connect').waitFor()
        expect(await side(page, 'Source mailbox').getByLabel('Password', { exact: true }).inputValue()).toBe(SECRET)
      },
      { as: PRO },
    )
  })

  it('is not allowed while the service is switched off', async () => {
    await screens.switchService('email_migration', false)
    const mailbox = { host: 'imap.old.example', port: 993, email: 'ana@old.example', password: SECRET }
    await screens.isOff('/migrations/test-connection', mailbox, screens.tokenOf(PRO))
    await screens.visit(
      '/email-migration',
      async (page) => {
        await fillForm(page)
        await start(page).click()
        await toast(page, 'Migration not allowed', 'Email migration is switched off by the administrator.')
      },
      { as: PRO },
    )
    await screens.switchService('email_migration', true)
  })

  it('shows where it stands, in five ways', async () => {
    const statuses = ['pending', 'in_progress', 'completed', 'failed', 'paused']
    const items = statuses.map((status, at) => ({
      id: `m${at}`,
      user_id: 'u1',
      source_host: 'imap.old.example',
      source_port: 993,
      source_email: `ana${at}@old.example`,
      destination_host: 'imap.new.example',
      destination_port: 993,
      destination_email: 'ana@new.example',
      status,
      progress_percentage: 42,
      error_message: status === 'failed' ? 'The source mailbox refused the password.' : null,
      created_at: `2026-11-${20 - at}T08:14:02.000Z`,
      completed_at: status === 'completed' ? '2026-11-19T11:02:00.000Z' : null,
    }))
    await screens.browse(
      async ({ context, open }) => {
        let answers = 0
        await context.route('**/api/migrations?*', async (route) => {
          answers += 1
          if (answers === 1) return route.abort()
          return route.fulfill({ json: { data: { items, page: 1, limit: 50, total: 5 } } })
        })
        const page = await open('/email-migration')
        const sheet = page.getByRole('region', { name: 'Your migrations could not be loaded' })
        await sheet.getByRole('button', { name: 'Retry' }).click()
        const list = page.getByRole('list', { name: 'Your migrations' }).getByRole('listitem')
        await list.first().waitFor()
        const texts = await list.allInnerTexts()
        expect(
          texts.map((text) =>
            ['Pending', 'In progress', 'Completed', 'Failed', 'paused'].find((word) => text.includes(word)),
          ),
        ).toEqual(['Pending', 'In progress', 'Completed', 'Failed', 'paused'])
        const bar = page.getByRole('progressbar')
        expect(await bar.count()).toBe(1)
        expect(await bar.getAttribute('aria-valuenow')).toBe('42')
        expect(texts[1]).toContain('42 %')
        expect(texts[3]).toContain('The source mailbox refused the password.')
      },
      { as: PRO },
    )
  })
})

describe('the migration screen', () => {
  it.each(looks)('is for everybody on $name', async ({ viewport, colorScheme }) => {
    await screens.visit('/email-migration', isForEverybody, { viewport, colorScheme })
    await screens.visit(
      '/email-migration',
      async (page) => {
        await fillSide(page, 'Source mailbox', 'imap.old.example', '')
        await side(page, 'Source mailbox').getByText('Please fill in this field.').waitFor()
        await isForEverybody(page)
      },
      { viewport, colorScheme, as: PRO },
    )
  })

  it('comes to life without moving', async () => {
    await screens.visit('/email-migration', async (page) => expect(await shiftOf(page)).toBe(0))
  })
})
