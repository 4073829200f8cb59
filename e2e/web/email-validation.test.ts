import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isForEverybody, looks, PRO, shiftOf, useEmailScreens } from './support/email-screens.ts'
import { expectAccessible } from './support/signed-in.ts'
import { toast } from './support/toast.ts'
import { startService } from './support/start-service.ts'
import { alive } from './support/visitors.ts'

const screens = useEmailScreens()

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
  const before = screens.verifier.asked.length
  await field(page).fill(list.join('\n'))
  await verify(page).click()
  await screens.verifier.question(before + 1)
}

describe('the list of addresses', () => {
  it('refuses an empty one and more than ten of a visitor, and asks nobody', async () => {
    await screens.visit('/email-validation', async (page) => {
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
      expect(screens.verifier.asked).toEqual([])
    })
  })

  it('is sent without blank lines and repetitions, to be answered piece by piece', async () => {
    await screens.visit('/email-validation', async (page) => {
      await ask(page, [' ana@mail.example ', '', 'ana@MAIL.example', 'info@mail.example'])
      expect(screens.verifier.asked).toEqual([['ana@mail.example', 'info@mail.example']])
      expect(screens.verifier.accepts).toEqual(['application/x-ndjson'])
      await page.getByText('1 repeated address was left out.').waitFor()
    })
  })

  it('is sent as it is at that moment, however long it is', async () => {
    await screens.visit(
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
        await screens.verifier.question(1)
        expect(screens.verifier.asked[0]).toEqual([...list, 'late@mail.example'])
      },
      { as: PRO },
    )
  })

  it('may be written before the page has come to life', async () => {
    await screens.browse(async ({ context }) => {
      let release: () => void = () => undefined
      const held = new Promise<void>((resolve) => (release = resolve))
      await context.route('**/assets/email-verification-*.js', async (route) => {
        await held
        await route.continue()
      })
      const page = await context.newPage()
      await page.goto('/email-validation')
      await field(page).fill('early@mail.example')
      expect(await page.getByText('0 of 10 used').count()).toBe(1)
      release()
      await alive(page)
      await page.getByText('1 of 10 used').waitFor()
      expect(await field(page).inputValue()).toBe('early@mail.example')
    })
  })

  it('takes no file of a visitor, and says why', async () => {
    await screens.visit('/email-validation', async (page) => {
      await page.getByText('TXT or CSV files of any length come with Pro and Enterprise.').waitFor()
      const link = page.locator('.vf-upload').getByRole('link', { name: 'Upgrade now' })
      expect(await link.getAttribute('href')).toBe('/pricing')
      await drop(page, { name: 'list.txt', type: 'text/plain', text: 'ana@mail.example' })
      await toast(page, 'Upgrade required', 'Uploading a list requires a Pro or Enterprise plan.')
      expect(await field(page).inputValue()).toBe('')
    })
  })

  it('takes text and CSV files of a paid plan, dropped or chosen, and no others', async () => {
    await screens.visit(
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
        await screens.verifier.question(1)
        expect(screens.verifier.asked[0]).toHaveLength(13)
      },
      { as: PRO },
    )
  })
})

describe('the answers', () => {
  it('are shown as they come, to the end, and kept while you look elsewhere', async () => {
    await screens.visit('/email-validation', async (page) => {
      await ask(page, ['ana@mail.example', 'j.doe@old.example', 'm.k@post.example'])
      expect(await valueNow(page)).toBe('50')
      screens.verifier.give({ email: 'ana@mail.example' })
      await rows(page)
        .getByRole('option', { name: /ana@mail.example.*Valid.*95 high/s })
        .waitFor()
      expect(await valueNow(page)).toBe('33')
      expect(await rows(page).getByText('Waiting').count()).toBe(2)
      await page.getByText('1 of 3 known').waitFor()
      screens.verifier.give({
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
      screens.verifier.give({ email: 'm.k@post.example', status: 'unconfirmed', confidence: 30, reason: 'greylisted' })
      screens.verifier.finish()
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
    await screens.visit('/email-validation', async (page) => {
      await ask(page, ['ana@mail.example'])
      screens.verifier.give({ email: 'ana@mail.example', status: 'queued', confidence: 80, simulated: true })
      const status = rows(page).locator('.st')
      await status.getByText('queued').waitFor()
      expect(await status.getAttribute('class')).toBe('st non')
      await rows(page).getByText('80 medium').waitFor()
      await page.getByRole('button', { name: 'Simulated' }).waitFor()
      expect(await page.getByText('Real check').count()).toBe(0)
    })
  })

  it('say once when our own port 25 looks blocked, and not as soon as one server was reached', async () => {
    await screens.visit('/email-validation', async (page) => {
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
      screens.verifier.give(silent('one'), silent('two'))
      await rows(page).getByText('ana@two.example').waitFor()
      expect(await said.count()).toBe(0)
      screens.verifier.give(silent('three'))
      await said.getByText('No mail server could be reached.').waitFor()
      await expectAccessible(page)
      screens.verifier.give({ email: 'ana@four.example' })
      await said.waitFor({ state: 'detached' })
      screens.verifier.finish()
    })
  })

  it('stop when they are told to, and go on with the rest', async () => {
    await screens.visit('/email-validation', async (page) => {
      await ask(page, addresses(3))
      screens.verifier.give({ email: 'user1@mail.example' })
      await page.getByRole('heading', { name: 'One is good' }).waitFor()
      await page.getByRole('button', { name: 'Stop' }).click()
      await page.getByText('Stopped', { exact: true }).waitFor()
      expect(await rows(page).getByText('Not verified').count()).toBe(2)
      expect(await page.locator('.toast').count()).toBe(0)
      await page.getByRole('button', { name: 'Verify the rest' }).click()
      await screens.verifier.question(2)
      expect(screens.verifier.asked[1]).toEqual(['user2@mail.example', 'user3@mail.example'])
      screens.verifier.give({ email: 'user2@mail.example' }, { email: 'user3@mail.example' })
      screens.verifier.finish()
      await page.getByRole('heading', { name: 'All three are good' }).waitFor()
    })
  })

  it('are not lost when the connection is, and Retry asks for the others', async () => {
    await screens.visit('/email-validation', async (page, { troubles }) => {
      await ask(page, addresses(2))
      screens.verifier.give({ email: 'user1@mail.example' })
      await page.getByRole('heading', { name: 'One is good' }).waitFor()
      screens.verifier.breakOff()
      const sheet = page.getByRole('region', { name: 'Verification failed' })
      await sheet.getByText('Network error occurred. Please check your connection and try again.').waitFor()
      await toast(page, 'Verification failed', 'Network error occurred.')
      await sheet.getByRole('button', { name: 'Retry' }).click()
      await screens.verifier.question(2)
      expect(screens.verifier.asked[1]).toEqual(['user2@mail.example'])
      screens.verifier.give({ email: 'user2@mail.example' })
      screens.verifier.finish()
      await page.getByRole('heading', { name: 'All two are good' }).waitFor()
      expect(await page.getByRole('region', { name: 'Verification failed' }).count()).toBe(0)
      expect(troubles).toEqual([])
    })
  })

  it("are the service's own error where it can't verify, with the list still there", async () => {
    const unable = await startService({ EMAIL_VERIFIER: 'off' })
    onTestFinished(async () => unable.close())
    await screens.visit(
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
    await screens.switchService('email_verification', false)
    await screens.isOff('/email/verify', { emails: ['ana@mail.example'] })
    await screens.visit(
      '/email-validation',
      async (page) => {
        await field(page).fill('ana@mail.example')
        await verify(page).click()
        const sheet = page.getByRole('region', { name: 'Switched off' })
        await sheet.getByText('Email verification is switched off by the administrator. Other tools work.').waitFor()
      },
      { fake: false },
    )
    await screens.switchService('email_verification', true)
  })

  it('can be exported, byte for byte as the spec has it', async () => {
    await screens.visit('/email-validation', async (page) => {
      await ask(page, ['ana@mail.example', '=1+1@mail.example'])
      screens.verifier.give(
        { email: 'ana@mail.example', provider: 'Google', smtp_response_message: '2.1.5 Ok, "ana"' },
        {
          email: '=1+1@mail.example',
          status: 'unreachable',
          confidence: 0,
          smtp_server: null,
          smtp_response_code: null,
        },
      )
      screens.verifier.finish()
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
    await screens.visit(
      '/email-validation',
      async (page) => {
        await page.getByText('∞').waitFor()
        const list = addresses(10_000)
        await drop(page, { name: 'list.txt', type: 'text/plain', text: list.join('\n') })
        await page.getByText('list.txt: 10000 addresses added.').waitFor()
        await verify(page).click()
        await screens.verifier.question(1)
        screens.verifier.give(...list.map((email) => ({ email })))
        screens.verifier.finish()
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
    await screens.visit('/email-validation', async (page) => {
      await page.locator('main').focus()
      const isIn = async (): Promise<boolean> => field(page).evaluate((element) => element === document.activeElement)
      for (let step = 0; step < 40 && !(await isIn()); step += 1) await page.keyboard.press('Tab')
      await page.keyboard.type('ana@mail.example\nj.doe@old.example')
      await page.keyboard.press('Control+Enter')
      await screens.verifier.question(1)
      screens.verifier.give(
        { email: 'ana@mail.example' },
        { email: 'j.doe@old.example', status: 'invalid', smtp_response_code: 550 },
      )
      screens.verifier.finish()
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

describe('the validation screen', () => {
  it.each(looks)('is for everybody on $name', async ({ viewport, colorScheme }) => {
    await screens.visit(
      '/email-validation',
      async (page) => {
        await isForEverybody(page)
        await ask(page, ['ana@mail.example', 'j.doe@old.example', 'm.k@post.example', 'x@queue.example'])
        screens.verifier.give(
          { email: 'ana@mail.example' },
          { email: 'j.doe@old.example', status: 'invalid' },
          { email: 'm.k@post.example', status: 'suspicious' },
        )
        await rows(page).getByText('Suspicious').waitFor()
        await isForEverybody(page)
        screens.verifier.breakOff()
        await page.getByRole('region', { name: 'Verification failed' }).waitFor()
        await isForEverybody(page)
      },
      { viewport, colorScheme },
    )
  })

  it('comes to life without moving', async () => {
    await screens.visit('/email-validation', async (page) => expect(await shiftOf(page)).toBe(0))
  })
})
