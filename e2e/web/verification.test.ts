import { readFile } from 'node:fs/promises'
import { verificationStatuses } from '@netbox/core'
import type { Download, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { faultsInLooks, sidewaysOf } from './support/looks.ts'
import { type Member, newMember } from './support/members.ts'
import { answerWith, expectAccessible } from './support/signed-in.ts'
import { givenAdminService } from './support/given-service.ts'

// From the page through the service to the verifier and its history, whose answers are made up and say so.

interface Found {
  readonly email: string
  readonly status: string
  readonly reason: string
  readonly role: boolean
}

const HISTORY = '/dashboard/verifications'
const FORMULA = '=1+1@shop.example'
const names = ['ana', 'info', 'j.doe', 'eva']
const addresses = [
  FORMULA,
  'no address',
  'ana@mailinator.com',
  ...Array.from({ length: 117 }, (_, at) => `${names[at % 4]}.${at}@mail${at % 9}.example`),
  'info@shop.example',
]
/** How many of them were verified before the others. */
const OLDER = 60

const site = givenAdminService({ EMAIL_VERIFIER: 'simulated' })
const visit = site.visitPage
/** Somebody who has verified all the addresses. */
let owner: Member
let found: readonly Found[]

const verified = async (emails: readonly string[]): Promise<Found[]> => {
  const answer = await site.service.api('POST', '/email/verify', { emails }, owner.token)
  return ((await answer.json()) as { data: { results: Found[] } }).data.results
}

beforeAll(async () => {
  owner = await site.memberOn('pro')
  found = [...(await verified(addresses.slice(0, OLDER))), ...(await verified(addresses.slice(OLDER)))]
  if (found.length !== addresses.length) throw new Error(`Only ${found.length} addresses were verified.`)
})
const list = (page: Page) => page.getByRole('textbox', { name: 'Email addresses, one per line' })
const verify = (page: Page) => page.getByRole('button', { name: 'Verify Emails' })
const results = (page: Page) => page.getByRole('listbox', { name: 'Verified addresses' })
const main = (page: Page) => page.getByRole('main')
const table = (page: Page) => page.getByRole('table', { name: 'Verified addresses' })
const rows = (page: Page) => table(page).locator('tbody tr')
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search an address' })
const status = (page: Page) => page.getByLabel('Status', { exact: true })
const count = (page: Page) => main(page).locator('.vh-bar [role=status]').first()

const shows = async (page: Page, total: number): Promise<void> => {
  await expect.poll(() => count(page).innerText()).toBe(`${total} ${total === 1 ? 'result' : 'results'}`)
}

const shownAddresses = async (page: Page): Promise<string[]> => rows(page).locator('th code').allInnerTexts()

const download = async (page: Page, press: () => Promise<void>): Promise<Download> => {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  return file
}

const linesOf = async (file: Download): Promise<string[]> =>
  (await readFile(await file.path(), 'utf8')).split('\r\n').slice(1, -1)

const countOf = (wanted: string): number => found.filter(({ status: known }) => known === wanted).length

describe('a visitor', () => {
  it('verifies a list through the service, and is told that the results are simulated', async () => {
    await visit(undefined, '/email-validation', async (page) => {
      await list(page).fill('info@shop.example\nno address\n\nINFO@shop.example\ninfo@SHOP.example')
      const [answer] = await Promise.all([page.waitForResponse('**/api/email/verify'), verify(page).click()])
      expect(answer.headers()['content-type']).toContain('application/x-ndjson')
      await page.getByText('Complete', { exact: true }).waitFor()
      // The part before the at sign may tell its letters apart, the domain never does.
      await page.getByText('3 of 3 known').waitFor()
      const role = results(page).getByRole('option', { name: /^info@shop\.example\s+Role/ })
      await role.click()
      const said = page.getByRole('complementary', { name: 'What the server said' })
      await said.getByText('Simulated', { exact: true }).waitFor()
      await results(page)
        .getByRole('option', { name: /no address.*Not an email address.*Invalid.*99 high/s })
        .waitFor()
      await page.getByRole('button', { name: 'Simulated' }).waitFor()
      expect(await page.getByText('Real check').count()).toBe(0)
      expect(await page.getByRole('link', { name: 'Kept in your history' }).count()).toBe(0)
      await expectAccessible(page)
    })
  })

  it('reads what is wrong, whatever the service says', async () => {
    const errors = [
      ['monthly_limit_reached', 429, 'Your plan has 100,000 verifications a month, of which none is left.'],
      ['rate_limited', 429, 'Too many requests. Please wait a moment and try again.'],
      ['read_only', 403, 'You are viewing as somebody else, and can change nothing of theirs.'],
      ['limit_exceeded', 403, 'Free users can verify up to 10 emails at once.'],
      ['no_emails', 400, 'Please enter at least one email address.'],
      ['validation_failed', 400, 'Some lines can not be sent'],
      ['payload_too_large', 413, 'This list is too large for one run. Verify it in parts.'],
      ['service_off', 503, 'Email verification is switched off by the administrator. Other tools work.'],
      ['verifier_unavailable', 503, 'Email verification is not set up on this server. Your list stays here.'],
      ['busy', 503, 'Service unavailable. The backend server may be down.'],
    ] as const
    await visit(undefined, '/email-validation', async (page) => {
      await list(page).fill('ana@mail.example')
      for (const [code, answered, words] of errors) {
        await page.unrouteAll()
        await answerWith(page, '/email/verify', answered, { error: words, code })
        await verify(page).click()
        const sheet = page.locator('section.emp')
        await sheet.getByText(words).waitFor()
        await sheet.getByRole('button', { name: 'Retry' }).waitFor()
        expect(await list(page).inputValue()).toBe('ana@mail.example')
      }
      await page.unrouteAll()
      await page.locator('section.emp').getByRole('button', { name: 'Retry' }).click()
      await page.getByText('1 of 1 known').waitFor()
    })
  })
})

describe('the history of verified addresses', () => {
  it('is for who is signed in, who comes back to what the address asked for', async () => {
    await visit(undefined, `${HISTORY}?status=valid`, async (page) => {
      await page.waitForURL(`**/login?next=${encodeURIComponent(`${HISTORY}?status=valid`)}`)
    })
  })

  it('says that there is nothing yet, then holds what was verified, as the screen leads to it', async () => {
    await visit(await newMember(site.service), HISTORY, async (page) => {
      await main(page).getByRole('heading', { name: 'Nothing verified yet' }).waitFor()
      expect(await table(page).count()).toBe(0)
      await main(page).getByRole('link', { name: 'Verify addresses' }).click()
      await list(page).fill(`info@shop.example\n${FORMULA}`)
      await verify(page).click()
      await page.getByText('Complete', { exact: true }).waitFor()
      await page.getByRole('link', { name: 'Kept in your history' }).click()
      await page.getByRole('heading', { name: 'Email verifications', level: 1 }).waitFor()
      await shows(page, 2)
      const row = rows(page).filter({ hasText: 'info@shop.example' })
      const known = found.find(({ email }) => email === 'info@shop.example')
      expect((await row.innerText()).replaceAll(/\s+/g, ' ')).toMatch(
        /^info@shop.example .*Role Simulated \S+ \d+ (low|medium|high) .*once.*\d+ \w+ 20\d\d, \d\d:\d\d UTC$/,
      )
      expect(known?.role).toBe(true)
      await page.getByRole('button', { name: 'Simulated' }).waitFor()
    })
  })

  it('is led to by the overview and the email tools, and by what was done lately', async () => {
    await visit(owner, '/dashboard', async (page) => {
      await page.locator('.stats').getByRole('link', { name: 'Your verified addresses' }).click()
      await page.waitForURL(`**${HISTORY}`)
      await page.getByRole('link', { name: 'Back to Email Tools' }).click()
      await main(page).getByRole('link', { name: 'Your verified addresses' }).click()
      await shows(page, addresses.length)
      await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Overview' }).click()
      const activity = page.getByRole('region', { name: 'Recent Activity' })
      const subject = await activity.getByRole('listitem').first().locator('code').innerText()
      await activity.getByRole('link', { name: /^Open/ }).first().click()
      await expect.poll(() => search(page).inputValue()).toBe(subject)
      await expect.poll(() => shownAddresses(page)).toContain(subject)
    })
  })

  it('has fifty rows a page, each once, the newest first', async () => {
    await visit(owner, HISTORY, async (page) => {
      await shows(page, addresses.length)
      const pages = page.getByRole('navigation', { name: 'Pages of the history' })
      const seen: string[] = []
      for (const [first, last] of [
        [1, 50],
        [51, 100],
        [101, 121],
      ]) {
        await pages.getByText(`${first}–${last} of 121`).waitFor()
        seen.push(...(await shownAddresses(page)))
        if (last !== 121) await pages.getByRole('button', { name: 'Next' }).click()
      }
      const newer = addresses.length - OLDER
      expect(seen.slice(0, newer).toSorted()).toEqual(addresses.slice(OLDER).toSorted())
      expect(seen.slice(newer).toSorted()).toEqual(addresses.slice(0, OLDER).toSorted())
      expect(new URL(page.url()).search).toBe('?page=3')
      await page.goBack()
      await pages.getByText('51–100 of 121').waitFor()
      await page.goto(`${HISTORY}?page=77`)
      await pages.getByText('101–121 of 121').waitFor()
      expect(new URL(page.url()).search).toBe('?page=3')
    })
  })

  it('is filtered by each of the six statuses', async () => {
    await visit(owner, HISTORY, async (page) => {
      await shows(page, addresses.length)
      const options = await status(page).locator('option').allInnerTexts()
      expect(options).toEqual([
        'All statuses',
        'Valid',
        'Invalid',
        'Unconfirmed',
        'Suspicious',
        'Catch-all',
        'Unreachable',
      ])
      for (const wanted of verificationStatuses) {
        await status(page).selectOption(wanted)
        await shows(page, countOf(wanted))
        expect(new URL(page.url()).search).toBe(`?status=${wanted}`)
        const label = options[verificationStatuses.indexOf(wanted) + 1]
        if (countOf(wanted) > 0)
          await expect
            .poll(async () => new Set(await rows(page).locator('.st').allInnerTexts()))
            .toEqual(new Set([label]))
      }
      await status(page).selectOption('')
      await shows(page, addresses.length)
    })
  })

  it('is searched as one types, in the address, which a link and the way back lead to', async () => {
    await visit(owner, `${HISTORY}?page=2`, async (page) => {
      await page.getByText('51–100 of 121').waitFor()
      const asked: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/api/email/history')) asked.push(new URL(request.url()).searchParams.get('q') ?? '')
      })
      await search(page).pressSequentially('J.DOE.1')
      const wanted = addresses.filter((email) => email.includes('j.doe.1'))
      await shows(page, wanted.length)
      expect((await shownAddresses(page)).toSorted()).toEqual(wanted.toSorted())
      expect(new URL(page.url()).search).toBe('?q=J.DOE.1')
      // Not letter by letter.
      expect(asked.length).toBeLessThan(4)
      await status(page).selectOption('suspicious')
      await page.waitForURL('**/verifications?status=suspicious&q=J.DOE.1')
      await page.goBack()
      await shows(page, wanted.length)
      await page.goBack()
      await page.getByText('51–100 of 121').waitFor()
      expect(await search(page).inputValue()).toBe('')
      await page.goto(`${HISTORY}?q=${encodeURIComponent('100%_+ nobody')}`)
      await main(page).getByRole('heading', { name: 'Nothing found' }).waitFor()
      expect(await search(page).inputValue()).toBe('100%_+ nobody')
      await main(page).getByRole('button', { name: 'Show all' }).click()
      await shows(page, addresses.length)
      expect(await search(page).inputValue()).toBe('')
    })
  })

  it('says how often an address was tried and when it is again, and marks only what was made up', async () => {
    const entry = (email: string, more: object) => ({
      id: email,
      email,
      status: 'unconfirmed',
      confidence: 40,
      provider: null,
      smtp_server: 'mx.mail.example',
      smtp_response_code: 451,
      smtp_response_message: '4.7.1 Try later',
      verification_attempts: 1,
      reason: 'greylisted',
      retry_after: null,
      role: false,
      simulated: false,
      created_at: '2099-11-20T08:00:00.000Z',
      next_try_at: null,
      ...more,
    })
    const items = [
      entry('first@mail.example', { retry_after: 360, next_try_at: '2099-11-20T08:06:00.000Z' }),
      entry('later@mail.example', {
        retry_after: 1800,
        verification_attempts: 2,
        next_try_at: '2099-11-20T08:36:30.000Z',
      }),
      entry('due@mail.example', {
        retry_after: 360,
        created_at: '2020-01-01T00:00:00.000Z',
        next_try_at: '2020-01-01T00:06:00.000Z',
      }),
      entry('ended@mail.example', { verification_attempts: 4 }),
      entry('asked@by.nobody.example', {
        status: 'queued',
        reason: 'moon_phase',
        smtp_server: null,
        smtp_response_code: null,
      }),
    ]
    await visit(owner, '/dashboard/email', async (page) => {
      await answerWith(page, '/email/history**', 200, { data: { items, page: 1, limit: 50, total: 12_000 } })
      await main(page).getByRole('link', { name: 'Your verified addresses' }).click()
      await rows(page).first().waitFor()
      const told = async (email: string): Promise<string> =>
        (await rows(page).filter({ hasText: email }).innerText()).replaceAll(/\s+/g, ' ')
      expect(await told('first@')).toContain(
        'Greylisted Unconfirmed 40 low 451 4.7.1 mx.mail.example once again at 08:06 UTC',
      )
      expect(await told('later@')).toContain('2 times again at 08:36 UTC')
      expect(await told('due@')).toContain('once again in a moment')
      expect(await told('ended@')).toMatch(/4 times 20 Nov 2099/)
      expect(await told('asked@')).toContain('Moon phase queued 40 low none once')
      expect(await page.getByText('Simulated').count()).toBe(0)
      await page.getByText('The file holds the newest 10,000.').waitFor()
      expect(await count(page).innerText()).toBe('12,000 results')
    })
  })

  it('is exported as it is filtered, every page of it, without formulas', async () => {
    await visit(owner, HISTORY, async (page) => {
      await shows(page, addresses.length)
      const button = page.getByRole('button', { name: 'Export CSV' })
      const all = await download(page, async () => button.click())
      expect(all.suggestedFilename()).toBe(`email-verification-${new Date().toISOString().slice(0, 10)}.csv`)
      const lines = await linesOf(all)
      expect(lines).toHaveLength(addresses.length)
      expect(lines.filter((line) => line.startsWith(`'${FORMULA},`))).toHaveLength(1)
      expect(lines.filter((line) => line.startsWith('='))).toEqual([])
      await page.getByText(`${addresses.length} results saved.`).waitFor()
      await status(page).selectOption('invalid')
      await shows(page, countOf('invalid'))
      const some = await linesOf(await download(page, async () => button.click()))
      expect(some).toHaveLength(countOf('invalid'))
      expect(some.every((line) => line.split(',')[1] === 'invalid')).toBe(true)
    })
  })

  it('says when it could not be read or saved, and reads it again', async () => {
    await visit(owner, '/dashboard/email', async (page) => {
      await answerWith(page, '/email/history**', 503, { error: 'x', code: 'database_unavailable' })
      await main(page).getByRole('link', { name: 'Your verified addresses' }).click()
      await main(page).getByText('Your verifications could not be loaded.').waitFor()
      await main(page).getByText('Service unavailable. The backend server may be down.').waitFor()
      await page.unrouteAll()
      await main(page).getByRole('button', { name: 'Retry' }).click()
      await shows(page, addresses.length)
      await answerWith(page, '/email/history**', 429, { error: 'Too many requests.', code: 'rate_limited' })
      await page.getByRole('button', { name: 'Export CSV' }).click()
      await main(page).getByText('The file could not be made: Too many requests.').waitFor()
      await page.unrouteAll()
      await page.route('**/api/email/history**', () => undefined)
      await page.getByRole('button', { name: 'Export CSV' }).click()
      await main(page).getByText(`0 of ${addresses.length} read`).waitFor()
      await main(page).getByRole('button', { name: 'Stop' }).click()
      await main(page).getByText('Stopped. No file was made.').waitFor()
      await page.unrouteAll()
      await download(page, async () => page.getByRole('button', { name: 'Export CSV' }).click())
    })
  })

  it('is seen, and only seen, by an admin who looks at somebody as them', async () => {
    await visit(site.admin, '/admin', async (page) => {
      await page.getByRole('searchbox', { name: 'Search by email' }).fill(owner.email)
      await page.getByRole('button', { name: `View as user ${owner.email}` }).click()
      await page.getByText('Viewing as').first().waitFor()
      await page.locator('.stats').getByRole('link', { name: 'Your verified addresses' }).click()
      await shows(page, addresses.length)
      expect(await main(page).getByRole('link', { name: 'Verify addresses' }).count()).toBe(0)
    })
  })

  it('can be searched, filtered, saved and turned by keyboard alone', async () => {
    await visit(owner, HISTORY, async (page) => {
      await shows(page, addresses.length)
      const focused = (selector: string) => page.locator(selector).evaluate((node) => node === document.activeElement)
      const tabTo = async (selector: string): Promise<void> => {
        for (let step = 0; step < 40 && !(await focused(selector)); step += 1) await page.keyboard.press('Tab')
        expect(await focused(selector)).toBe(true)
      }
      await main(page).focus()
      await tabTo('.vh-search input')
      await page.keyboard.type('example')
      const examples = addresses.filter((email) => email.includes('example')).length
      await shows(page, examples)
      await tabTo('.vh-search select')
      await page.keyboard.press('ArrowDown')
      const valid = found.filter(({ email, status: known }) => email.includes('example') && known === 'valid').length
      await shows(page, valid)
      await tabTo('.vh-export button')
      const file = await download(page, async () => page.keyboard.press('Enter'))
      expect(await linesOf(file)).toHaveLength(valid)
      await tabTo('.pager button:last-child')
      await page.keyboard.press('Enter')
      await page.waitForURL('**page=2*')
      expect(await focused('.pager button:last-child')).toBe(true)
    })
  })

  it('has no fault of accessibility, light and dark, on a phone and on a desk', async () => {
    await visit(
      owner,
      `${HISTORY}?page=3`,
      async (page) => {
        const faultsOf = async (what: string) =>
          faultsInLooks(page, what, { more: async (look) => sidewaysOf(page, look) })
        await page.getByText('101–121 of 121').waitFor()
        expect(await faultsOf('some')).toEqual([])
        await search(page).fill('nobody at all')
        await main(page).getByRole('heading', { name: 'Nothing found' }).waitFor()
        expect(await faultsOf('none')).toEqual([])
      },
      { reducedMotion: 'reduce' },
    )
  })
})
