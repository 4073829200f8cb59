import { readFile } from 'node:fs/promises'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { launchChromium } from '../browser/launch-chromium.ts'
import { type FakeVerifier, startFakeVerifier } from './support/fake-verifier.ts'
import { type Service, startService } from './support/start-service.ts'
import { alive, newVisitor, type Visitor } from './support/visitors.ts'

// Answers come from a stand-in on loopback (fake-verifier.ts), when a test wants them and as it wants them: real ones ask mail servers on
// the internet, simulated ones come all at once. What the service says when it can't verify is its own.

const PASSWORD = 'correct horse'
const SECRET = 'battery staple'
const PRO = 'pro@mail.example'
const FREE = 'free@mail.example'

let service: Service
let browser: Browser
let verifier: FakeVerifier
let tokens: Readonly<Record<string, string>>
let switchService: (name: string, isOn: boolean) => Promise<void>

/** Waits until a part of the service knows that it was switched off: it looks once a second. */
const isOff = async (path: string, body: unknown, token?: string): Promise<void> => {
  const answer = async (): Promise<unknown> => (await service.api('POST', path, body, token)).json()
  await expect.poll(answer, { timeout: 5000 }).toMatchObject({ code: 'service_off' })
}

const signedIn = async (email: string): Promise<string> => {
  const answer = await service.api('POST', '/auth/login', { email, password: PASSWORD })
  return ((await answer.json()) as { token: string }).token
}

beforeAll(async () => {
  ;[service, browser] = await Promise.all([startService({ EMAIL_VERIFIER: 'off' }), launchChromium()])
  const admin = 'admin@mail.example'
  await service.api('POST', '/auth/register', { email: admin, password: PASSWORD })
  await service.admin('grant', admin)
  const token = await signedIn(admin)
  await service.api('POST', '/admin/users', { email: PRO, password: PASSWORD, plan: 'pro' }, token)
  await service.api('POST', '/admin/users', { email: FREE, password: PASSWORD, plan: 'free' }, token)
  switchService = async (name, isOn) => {
    const answer = await service.api('GET', '/admin/services', undefined, token)
    const { services } = (await answer.json()) as { services: { id: string; service_name: string }[] }
    const id = services.find(({ service_name: known }) => known === name)?.id
    await service.api('PATCH', `/admin/services/${id}`, { is_enabled: isOn }, token)
  }
  tokens = { [PRO]: await signedIn(PRO), [FREE]: await signedIn(FREE) }
})
beforeEach(async () => {
  verifier = await startFakeVerifier()
  return async () => verifier.close()
})
afterAll(async () => {
  await browser.close()
  await service.close()
})

interface Visit extends BrowserContextOptions {
  readonly as?: string
  /** False where the service itself answers. */
  readonly fake?: boolean
  /** Where the site is; the service of all tests unless it is said. */
  readonly url?: string
}

/** A browser in which somebody has signed in before. */
const keptBy = (email: string): BrowserContextOptions => ({
  storageState: {
    cookies: [],
    origins: [{ origin: service.url, localStorage: [{ name: 'auth_token', value: tokens[email] ?? '' }] }],
  },
})

const visit = async (
  path: string,
  work: (page: Page, visitor: Visitor) => Promise<void>,
  { as, fake = true, url = service.url, ...options }: Visit = {},
): Promise<void> => {
  const visitor = await newVisitor(browser, url, { ...(as === undefined ? {} : keptBy(as)), ...options })
  try {
    if (fake) await verifier.standIn(visitor.context)
    const page = await visitor.open(path)
    await page.locator('#tool-name').waitFor()
    await work(page, visitor)
    expect(visitor.troubles).toEqual([])
  } finally {
    await visitor.context.close()
  }
}

const toast = async (page: Page, title: string, message: string): Promise<void> =>
  page.locator('.toast').filter({ hasText: title }).filter({ hasText: message }).first().waitFor()

const addresses = (count: number): string[] => Array.from({ length: count }, (_, at) => `user${at + 1}@mail.example`)
const field = (page: Page) => page.getByRole('textbox', { name: 'Email addresses, one per line' })
const verify = (page: Page) => page.getByRole('button', { name: 'Verify Emails' })
const progress = (page: Page) => page.getByRole('progressbar', { name: 'Verification progress' })
const rows = (page: Page) => page.getByRole('listbox', { name: 'Verified addresses' })
const valueNow = async (page: Page) => progress(page).getAttribute('aria-valuenow')

const drop = async (page: Page, file: { name: string; type: string; text: string }): Promise<void> => {
  const dataTransfer = await page.evaluateHandle(({ name, type, text }) => {
    const data = new DataTransfer()
    data.items.add(new File([text], name, { type }))
    return data
  }, file)
  await field(page).dispatchEvent('dragover', { dataTransfer })
  await field(page).dispatchEvent('drop', { dataTransfer })
}

const ask = async (page: Page, list: readonly string[]): Promise<void> => {
  const before = verifier.asked.length
  await field(page).fill(list.join('\n'))
  await verify(page).click()
  await verifier.question(before + 1)
}

describe('the list of addresses', () => {
  it('refuses an empty one and more than ten of a visitor, and asks nobody', async () => {
    await visit('/email-validation', async (page) => {
      await page.getByRole('heading', { name: 'Enhanced Email Verification' }).waitFor()
      await page.getByText('10 of 10', { exact: true }).waitFor()
      await field(page).fill(' \n\n ')
      await verify(page).click()
      await toast(page, 'No emails to verify', 'Please enter at least one email address.')
      await field(page).fill(addresses(8).join('\n'))
      await page.getByText('2 of 10', { exact: true }).waitFor()
      await field(page).fill(addresses(11).join('\n'))
      const notes = page.locator('#addresses-notes')
      await notes.getByText('Free users can verify up to 10 emails at once.').waitFor()
      await page.getByText('0 of 10', { exact: true }).waitFor()
      expect(await field(page).getAttribute('aria-invalid')).toBe('true')
      await verify(page).click()
      await toast(page, 'Limit exceeded', 'Free users can verify up to 10 emails at once.')
      expect(verifier.asked).toEqual([])
    })
  })

  it('is sent without blank lines and repetitions, to be answered piece by piece', async () => {
    await visit('/email-validation', async (page) => {
      await ask(page, [' ana@mail.example ', '', 'ana@MAIL.example', 'info@mail.example'])
      expect(verifier.asked).toEqual([['ana@mail.example', 'info@mail.example']])
      expect(verifier.accepts).toEqual(['application/x-ndjson'])
      await page.getByText('1 repeated address was left out.').waitFor()
    })
  })

  it('is sent as it is at that moment, however long it is', async () => {
    await visit(
      '/email-validation',
      async (page) => {
        await page.getByText('∞').waitFor()
        const list = addresses(9999)
        await drop(page, { name: 'list.txt', type: 'text/plain', text: list.join('\n') })
        await page.getByText('list.txt: 9999 addresses added.').waitFor()
        await field(page).focus()
        await page.keyboard.press('Control+End')
        // What is shown of a long list comes a moment later than the list itself.
        await page.keyboard.insertText('\nlate@mail.example')
        await page.keyboard.press('Control+Enter')
        await verifier.question(1)
        expect(verifier.asked[0]).toEqual([...list, 'late@mail.example'])
      },
      { as: PRO },
    )
  })

  it('may be written before the page has come to life', async () => {
    const visitor = await newVisitor(browser, service.url)
    onTestFinished(async () => visitor.context.close())
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    await visitor.context.route('**/assets/email-verification-*.js', async (route) => {
      await held
      await route.continue()
    })
    const page = await visitor.context.newPage()
    await page.goto('/email-validation')
    await field(page).fill('early@mail.example')
    expect(await page.getByText('0 of 10 used').count()).toBe(1)
    release()
    await alive(page)
    await page.getByText('1 of 10 used').waitFor()
    expect(await field(page).inputValue()).toBe('early@mail.example')
    expect(visitor.troubles).toEqual([])
  })

  it('takes no file of a visitor, and says why', async () => {
    await visit('/email-validation', async (page) => {
      await page.getByText('TXT or CSV files of any length come with Pro and Enterprise.').waitFor()
      const link = page.locator('.vf-upload').getByRole('link', { name: 'Upgrade now' })
      expect(await link.getAttribute('href')).toBe('/pricing')
      await drop(page, { name: 'list.txt', type: 'text/plain', text: 'ana@mail.example' })
      await toast(page, 'Upgrade required', 'Uploading a list requires a Pro or Enterprise plan.')
      expect(await field(page).inputValue()).toBe('')
    })
  })

  it('takes text and CSV files of a paid plan, dropped or chosen, and no others', async () => {
    await visit(
      '/email-validation',
      async (page) => {
        await page.getByText('∞').waitFor()
        await drop(page, { name: 'photo.png', type: 'image/png', text: 'x' })
        await toast(page, 'Invalid file type', 'Please upload a TXT or CSV file.')
        const csv = `Name,Email\r\nAna,ana@mail.example\r\n${addresses(11).join('\r\nx,')}`.replace('user1', 'x,user1')
        await drop(page, { name: 'list.csv', type: 'text/csv', text: csv })
        await page.getByText('list.csv: 12 addresses added.').waitFor()
        await page.getByLabel('Upload a list').setInputFiles({
          name: 'more.txt',
          mimeType: 'text/plain',
          buffer: Buffer.from('late@mail.example\nlate@mail.example\n'),
        })
        await page.getByText('more.txt: 1 address added. 1 repeated address was left out.').waitFor()
        const lines = (await field(page).inputValue()).split('\n')
        expect(lines).toHaveLength(13)
        expect([lines[0], lines[1], lines[12]]).toEqual(['ana@mail.example', 'user1@mail.example', 'late@mail.example'])
        await verify(page).click()
        await verifier.question(1)
        expect(verifier.asked[0]).toHaveLength(13)
      },
      { as: PRO },
    )
  })
})

describe('the answers', () => {
  it('are shown as they come, to the end, and kept while you look elsewhere', async () => {
    await visit('/email-validation', async (page) => {
      await ask(page, ['ana@mail.example', 'j.doe@old.example', 'm.k@post.example'])
      expect(await valueNow(page)).toBe('50')
      verifier.give({ email: 'ana@mail.example' })
      await rows(page)
        .getByRole('option', { name: /ana@mail.example.*Valid.*95 high/s })
        .waitFor()
      expect(await valueNow(page)).toBe('33')
      expect(await rows(page).getByText('Waiting').count()).toBe(2)
      await page.getByText('1 of 3 known').waitFor()
      verifier.give({
        email: 'j.doe@old.example',
        status: 'invalid',
        confidence: 98,
        reason: 'no_mailbox',
        smtp_server: 'mx.old.example',
        smtp_response_code: 550,
        smtp_response_message: '5.1.1 User unknown',
      })
      await page.getByRole('heading', { name: 'One is good, one bounces' }).waitFor()
      const said = page.getByRole('complementary', { name: 'What the server said' })
      await said.getByText('mx.old.example:25').waitFor()
      await said.getByText('550 5.1.1 User unknown').waitFor()
      await page.getByRole('link', { name: 'SMTP Test' }).first().click()
      await page.waitForURL('**/smtp-test')
      verifier.give({ email: 'm.k@post.example', status: 'unconfirmed', confidence: 30, reason: 'greylisted' })
      verifier.finish()
      await toast(page, 'Verification complete', 'Verified 3 email addresses.')
      await page.goBack()
      await rows(page)
        .getByRole('option', { name: /m.k@post.example.*Unconfirmed.*30 low/s })
        .waitFor()
      expect(await valueNow(page)).toBe('100')
      expect(await page.getByText('Real check').count()).toBe(1)
      await page.getByRole('list', { name: 'Addresses by status' }).getByText('1 invalid').waitFor()
    })
  })

  it('look neutral where the status is not known, and say when they are simulated', async () => {
    await visit('/email-validation', async (page) => {
      await ask(page, ['ana@mail.example'])
      verifier.give({ email: 'ana@mail.example', status: 'queued', confidence: 80, simulated: true })
      const status = rows(page).locator('.st')
      await status.getByText('queued').waitFor()
      expect(await status.getAttribute('class')).toBe('st non')
      await rows(page).getByText('80 medium').waitFor()
      await page.getByRole('button', { name: 'Simulated' }).waitFor()
      expect(await page.getByText('Real check').count()).toBe(0)
    })
  })

  it('say once when our own port 25 looks blocked, and not as soon as one server was reached', async () => {
    await visit('/email-validation', async (page) => {
      const silent = (name: string) => ({
        email: `ana@${name}.example`,
        status: 'unreachable',
        confidence: 10,
        smtp_server: `mx.${name}.example`,
        smtp_response_code: null,
        smtp_response_message: null,
        reason: 'no_connect',
      })
      const said = page.getByRole('status').filter({ hasText: 'Our port 25 seems to be blocked' })
      await ask(page, ['ana@one.example', 'ana@two.example', 'ana@three.example', 'ana@four.example'])
      verifier.give(silent('one'), silent('two'))
      await rows(page).getByText('ana@two.example').waitFor()
      expect(await said.count()).toBe(0)
      verifier.give(silent('three'))
      await said.getByText('No mail server could be reached.').waitFor()
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
      verifier.give({ email: 'ana@four.example' })
      await said.waitFor({ state: 'detached' })
      verifier.finish()
    })
  })

  it('stop when they are told to, and go on with the rest', async () => {
    await visit('/email-validation', async (page) => {
      await ask(page, addresses(3))
      verifier.give({ email: 'user1@mail.example' })
      await page.getByRole('heading', { name: 'One is good' }).waitFor()
      await page.getByRole('button', { name: 'Stop' }).click()
      await page.getByText('Stopped', { exact: true }).waitFor()
      expect(await rows(page).getByText('Not verified').count()).toBe(2)
      expect(await page.locator('.toast').count()).toBe(0)
      await page.getByRole('button', { name: 'Verify the rest' }).click()
      await verifier.question(2)
      expect(verifier.asked[1]).toEqual(['user2@mail.example', 'user3@mail.example'])
      verifier.give({ email: 'user2@mail.example' }, { email: 'user3@mail.example' })
      verifier.finish()
      await page.getByRole('heading', { name: 'All three are good' }).waitFor()
    })
  })

  it('are not lost when the connection is, and Retry asks for the others', async () => {
    await visit('/email-validation', async (page, { troubles }) => {
      await ask(page, addresses(2))
      verifier.give({ email: 'user1@mail.example' })
      await page.getByRole('heading', { name: 'One is good' }).waitFor()
      verifier.breakOff()
      const sheet = page.getByRole('region', { name: 'Verification failed' })
      await sheet.getByText('Network error occurred. Please check your connection and try again.').waitFor()
      await toast(page, 'Verification failed', 'Network error occurred.')
      await sheet.getByRole('button', { name: 'Retry' }).click()
      await verifier.question(2)
      expect(verifier.asked[1]).toEqual(['user2@mail.example'])
      verifier.give({ email: 'user2@mail.example' })
      verifier.finish()
      await page.getByRole('heading', { name: 'All two are good' }).waitFor()
      expect(await page.getByRole('region', { name: 'Verification failed' }).count()).toBe(0)
      expect(troubles).toEqual([])
    })
  })

  it("are the service's own error where it can't verify, with the list still there", async () => {
    const unable = await startService({ EMAIL_VERIFIER: 'off' })
    onTestFinished(async () => unable.close())
    await visit(
      '/email-validation',
      async (page) => {
        await field(page).fill('ana@mail.example')
        await verify(page).click()
        await toast(page, 'Verification failed', 'Service unavailable. The backend server may be down.')
        const sheet = page.getByRole('region', { name: 'Verification failed' })
        await sheet.getByText('Email verification is not set up on this server.').waitFor()
        await sheet.getByRole('button', { name: 'Retry' }).waitFor()
        expect(await field(page).inputValue()).toBe('ana@mail.example')
      },
      { fake: false, url: unable.url },
    )
  })

  it('do not come while the service is switched off, which is said', async () => {
    await switchService('email_verification', false)
    await isOff('/email/verify', { emails: ['ana@mail.example'] })
    await visit(
      '/email-validation',
      async (page) => {
        await field(page).fill('ana@mail.example')
        await verify(page).click()
        const sheet = page.getByRole('region', { name: 'Switched off' })
        await sheet.getByText('Email verification is switched off by the administrator. Other tools work.').waitFor()
      },
      { fake: false },
    )
    await switchService('email_verification', true)
  })

  it('can be exported, byte for byte as the spec has it', async () => {
    await visit('/email-validation', async (page) => {
      await ask(page, ['ana@mail.example', '=1+1@mail.example'])
      verifier.give(
        { email: 'ana@mail.example', provider: 'Google', smtp_response_message: '2.1.5 Ok, "ana"' },
        {
          email: '=1+1@mail.example',
          status: 'unreachable',
          confidence: 0,
          smtp_server: null,
          smtp_response_code: null,
        },
      )
      verifier.finish()
      await toast(page, 'Verification complete', 'Verified 2 email addresses.')
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export CSV' }).click(),
      ])
      expect(download.suggestedFilename()).toBe(`email-verification-${new Date().toISOString().slice(0, 10)}.csv`)
      expect(await readFile(await download.path(), 'utf8')).toBe(
        [
          'Email,Status,Confidence,Provider,SMTP Server,Response Code,Response Message,Attempts',
          'ana@mail.example,valid,95,Google,mx.mail.example,250,"2.1.5 Ok, ""ana""",1',
          "'=1+1@mail.example,unreachable,0,,,,2.1.5 Ok,1",
          '',
        ].join('\r\n'),
      )
      await toast(page, 'Downloaded', 'Result saved to file.')
      await page.getByRole('button', { name: 'Copy', exact: true }).click()
      await toast(page, 'Copied', 'Result copied to clipboard.')
    })
  })

  it('stay light when there are ten thousand: rows of 48 in a window of 24 rem', async () => {
    await visit(
      '/email-validation',
      async (page) => {
        await page.getByText('∞').waitFor()
        const list = addresses(10_000)
        await drop(page, { name: 'list.txt', type: 'text/plain', text: list.join('\n') })
        await page.getByText('list.txt: 10000 addresses added.').waitFor()
        await verify(page).click()
        await verifier.question(1)
        verifier.give(...list.map((email) => ({ email })))
        verifier.finish()
        await toast(page, 'Verification complete', 'Verified 10000 email addresses.')
        const box = await rows(page).evaluate((element) => ({
          height: element.clientHeight,
          rem: Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
          all: element.scrollHeight,
        }))
        expect(box.height).toBe(24 * box.rem)
        expect(box.all).toBe(10_000 * 48)
        const row = rows(page).getByRole('option').first()
        expect((await row.boundingBox())?.height).toBe(48)
        expect(await rows(page).getByRole('option').count()).toBeLessThan(30)
        expect(await page.locator('.vf-numbers li').count()).toBeLessThan(30)
        await rows(page).focus()
        await page.keyboard.press('End')
        const last = rows(page).getByRole('option', { name: /user10000@mail.example/ })
        await last.waitFor()
        expect(await last.getAttribute('aria-selected')).toBe('true')
        // As fast as anybody can scroll, a frame takes no longer than on an empty page.
        const slowest = await rows(page).evaluate(async (element) => {
          let longest = 0
          for (let step = 0; step < 40; step += 1) {
            const before = performance.now()
            element.scrollTop = step * 9000
            await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
            longest = Math.max(longest, performance.now() - before)
          }
          return longest
        })
        expect(slowest).toBeLessThan(250)
      },
      { as: PRO },
    )
  })

  it('can be had and read by keyboard alone', async () => {
    await visit('/email-validation', async (page) => {
      await page.locator('main').focus()
      const isIn = async (): Promise<boolean> => field(page).evaluate((element) => element === document.activeElement)
      for (let step = 0; step < 40 && !(await isIn()); step += 1) await page.keyboard.press('Tab')
      await page.keyboard.type('ana@mail.example\nj.doe@old.example')
      await page.keyboard.press('Control+Enter')
      await verifier.question(1)
      verifier.give(
        { email: 'ana@mail.example' },
        { email: 'j.doe@old.example', status: 'invalid', smtp_response_code: 550 },
      )
      verifier.finish()
      await toast(page, 'Verification complete', 'Verified 2 email addresses.')
      const isAtRows = async (): Promise<boolean> => rows(page).evaluate((list) => list === document.activeElement)
      for (let step = 0; step < 20 && !(await isAtRows()); step += 1) await page.keyboard.press('Tab')
      expect(await isAtRows()).toBe(true)
      const said = page.getByRole('complementary', { name: 'What the server said' })
      await said.getByText('RCPT TO:<j.doe@old.example>').waitFor()
      await page.keyboard.press('ArrowUp')
      await said.getByText('RCPT TO:<ana@mail.example>').waitFor()
      const active = await rows(page).getAttribute('aria-activedescendant')
      expect(await page.locator(`[id="${active}"]`).getAttribute('aria-selected')).toBe('true')
    })
  })
})

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

describe('the migration form', () => {
  it('asks visitors to log in, however well it is filled', async () => {
    await visit('/email-migration', async (page) => {
      await page.getByText('Please log in to use migration.').waitFor()
      await page.getByText('This records a request. Nothing is transferred yet').waitFor()
      await fillForm(page)
      expect(await start(page).isDisabled()).toBe(true)
      const link = page.getByRole('link', { name: 'Please log in' })
      expect(await link.getAttribute('href')).toBe('/login')
    })
  })

  it('is not for the free plan', async () => {
    await visit(
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
    await visit(
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
    await visit('/email-migration', async (page, { addresses: asked }) => {
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

const storedTexts = async (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]))

describe('a migration', () => {
  it('is recorded as pending, and its passwords are forgotten', async () => {
    await visit(
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
    await switchService('email_migration', false)
    const mailbox = { host: 'imap.old.example', port: 993, email: 'ana@old.example', password: SECRET }
    await isOff('/migrations/test-connection', mailbox, tokens[PRO])
    await visit(
      '/email-migration',
      async (page) => {
        await fillForm(page)
        await start(page).click()
        await toast(page, 'Migration not allowed', 'Email migration is switched off by the administrator.')
      },
      { as: PRO },
    )
    await switchService('email_migration', true)
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
    const visitor = await newVisitor(browser, service.url, keptBy(PRO))
    let answers = 0
    await visitor.context.route('**/api/migrations?*', async (route) => {
      answers += 1
      if (answers === 1) return route.abort()
      return route.fulfill({ json: { data: { items, page: 1, limit: 50, total: 5 } } })
    })
    const page = await visitor.open('/email-migration')
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
    expect(visitor.troubles).toEqual([])
    await visitor.context.close()
  })
})

describe('both screens', () => {
  it.each([
    { name: 'a wide screen', viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
    { name: 'a small phone in the dark', viewport: { width: 320, height: 640 }, colorScheme: 'dark' },
  ] as const)('are for everybody on $name', async ({ viewport, colorScheme }) => {
    const check = async (page: Page): Promise<void> => {
      // What is on its way in is still pale.
      await page.evaluate(async () => Promise.all(document.getAnimations().map(async ({ finished }) => finished)))
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    }
    await visit(
      '/email-validation',
      async (page) => {
        await check(page)
        await ask(page, ['ana@mail.example', 'j.doe@old.example', 'm.k@post.example', 'x@queue.example'])
        verifier.give(
          { email: 'ana@mail.example' },
          { email: 'j.doe@old.example', status: 'invalid' },
          { email: 'm.k@post.example', status: 'suspicious' },
        )
        await rows(page).getByText('Suspicious').waitFor()
        await check(page)
        verifier.breakOff()
        await page.getByRole('region', { name: 'Verification failed' }).waitFor()
        await check(page)
      },
      { viewport, colorScheme },
    )
    await visit('/email-migration', check, { viewport, colorScheme })
    await visit(
      '/email-migration',
      async (page) => {
        await fillSide(page, 'Source mailbox', 'imap.old.example', '')
        await side(page, 'Source mailbox').getByText('Please fill in this field.').waitFor()
        await check(page)
      },
      { viewport, colorScheme, as: PRO },
    )
  })

  it('come to life without moving', async () => {
    for (const path of ['/email-validation', '/email-migration'])
      await visit(path, async (page) => {
        const shift = await page.evaluate(
          async () =>
            new Promise<number>((resolve) => {
              let sum = 0
              new PerformanceObserver((list) => {
                // Its type is not in the library yet.
                for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += entry.value
              }).observe({ type: 'layout-shift', buffered: true })
              setTimeout(() => resolve(sum), 600)
            }),
        )
        expect(shift).toBe(0)
      })
  })
})
