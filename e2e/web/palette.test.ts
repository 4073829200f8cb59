import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { axe } from './support/axe.ts'
import { givenSite } from './support/given-site.ts'

const { on } = givenSite()

const HEADERS = 'Received: from a.example by b.example; Fri, 20 Nov 2026 08:14:02 +0000\nFrom: Ana <ana@mail.example>'

const field = (page: Page) => page.getByRole('combobox', { name: 'Find a tool' })
const options = (page: Page) => page.getByRole('listbox', { name: 'What fits' }).getByRole('option')
const chosen = (page: Page) => page.getByRole('listbox', { name: 'What fits' }).getByRole('option', { selected: true })
const command = (page: Page) => page.getByRole('group', { name: 'The same in a terminal' })

const openPalette = async (page: Page, text = ''): Promise<void> => {
  await page.keyboard.press('Control+k')
  await field(page).waitFor()
  await page.keyboard.type(text)
}

const paste = async (page: Page, text: string): Promise<void> =>
  field(page).evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

describe('the palette, by keyboard', () => {
  it('leads from a word to the tool, ready to type its input', async () =>
    on('/', async (page) => {
      await openPalette(page, 'mx')
      await chosen(page).filter({ hasText: 'MX Record' }).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL('**/mx-record')
      await page.waitForFunction(() => document.activeElement?.id === 'tool-input')
      expect(await page.getByRole('dialog').count()).toBe(0)
    }))

  it('takes an input and a word together, and does not run by itself', async () =>
    on('/help', async (page) => {
      await openPalette(page, 'mail.example mx')
      await page.getByRole('group', { name: 'Run on mail.example' }).waitFor()
      expect(await command(page).innerText()).toBe('npx netbox mx-record mail.example')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/mx-record?input=mail.example')
      await page.waitForFunction(
        () => document.querySelector<HTMLInputElement>('#tool-input')?.value === 'mail.example',
      )
      expect(await page.getByRole('progressbar').count()).toBe(0)
    }))

  it('fills the form of the very page that it is opened on', async () =>
    on('/mx-record', async (page) => {
      await openPalette(page, 'mx shop.example')
      await page.keyboard.press('Enter')
      await page.waitForFunction(
        () => document.querySelector<HTMLInputElement>('#tool-input')?.value === 'shop.example',
      )
      await page.waitForFunction(() => document.activeElement?.id === 'tool-input')
    }))

  it('moves with the arrows, around both ends, and tells which is chosen', async () =>
    on('/', async (page) => {
      await openPalette(page)
      const ids = await options(page).evaluateAll((all) => all.map(({ id }) => id))
      const active = async () => field(page).getAttribute('aria-activedescendant')
      expect(await active()).toBe(ids[0])
      await page.keyboard.press('ArrowDown')
      expect(await active()).toBe(ids[1])
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('ArrowUp')
      expect(await active()).toBe(ids.at(-1))
      expect(await chosen(page).count()).toBe(1)
    }))

  it('gives the focus back when it is left, by Escape or by the keys that opened it', async () =>
    on('/', async (page) => {
      const button = page.getByRole('button', { name: 'Find a tool' })
      for (const key of ['Escape', 'Control+k']) {
        await button.focus()
        await openPalette(page, 'trace')
        await page.keyboard.press(key)
        await field(page).waitFor({ state: 'detached' })
        expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
      }
    }))

  it('sets seed and scenario, one Tab further', async () =>
    on('/', async (page) => {
      await openPalette(page, 'mail.example mx')
      await page.getByRole('textbox', { name: 'Seed' }).fill('k3f9')
      await page.getByRole('combobox', { name: 'Scenario' }).selectOption('mx-down')
      expect(await command(page).innerText()).toBe('npx netbox mx-record mail.example --seed k3f9 --scenario mx-down')
      await page.getByRole('textbox', { name: 'Seed' }).press('Enter')
      await page.waitForURL('**/mx-record?input=mail.example&seed=k3f9&scenario=mx-down')
    }))

  it('makes a token of an input, and text of it again', async () =>
    on('/', async (page) => {
      await openPalette(page, 'mail.example ')
      await page.getByRole('button', { name: 'Take mail.example back into the field' }).waitFor()
      expect(await field(page).inputValue()).toBe('')
      await page.keyboard.press('Backspace')
      expect(await field(page).inputValue()).toBe('mail.example')
    }))

  it('copies the chosen line as a command', async () =>
    on(
      '/',
      async (page) => {
        await openPalette(page, 'mail.example spf')
        await page.keyboard.press('Control+c')
        await page.getByText('Copied').waitFor({ state: 'attached' })
        expect(await page.evaluate(async () => navigator.clipboard.readText())).toBe(
          'npx netbox spf-check mail.example',
        )
      },
      { permissions: ['clipboard-read', 'clipboard-write'] },
    ))
})

describe('what was pasted', () => {
  it('is known for an address: network tools first', async () =>
    on('/', async (page) => {
      const ask = page.getByRole('textbox', { name: 'Paste an address or a domain' })
      await ask.fill('203.0.113.42')
      await ask.press('Enter')
      const group = page.getByRole('group', { name: 'Run on 203.0.113.42' })
      await group.waitFor()
      const names = await group.locator('b').allInnerTexts()
      expect(names.slice(0, 2)).toEqual(['Blacklist Check', 'PTR Lookup'])
      expect(names).not.toContain('MX Record')
    }))

  it('is known for a domain, an address of somebody, a URL and an error', async () =>
    on('/', async (page) => {
      for (const [text, name] of [
        ['shop.example', 'A Record'],
        ['ana@mail.example', 'Email Validation'],
        ['https://shop.example/cart', 'A Record'],
        ['550 5.7.1 Client host [203.0.113.9] blocked using zen.spamhaus.org', 'Blacklist Check'],
      ] as const) {
        await openPalette(page)
        await paste(page, text)
        await chosen(page).filter({ hasText: name }).waitFor()
        await page.keyboard.press('Escape')
        await field(page).waitFor({ state: 'detached' })
      }
    }))

  it('is known for the headers of a mail, line by line', async () =>
    on('/', async (page) => {
      await openPalette(page)
      await paste(page, HEADERS)
      await chosen(page).filter({ hasText: 'Header Analyzer' }).waitFor()
      await page.getByRole('button', { name: 'Take headers, 2 lines back into the field' }).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL('**/header-analyzer?**')
      await page.waitForFunction(
        (text) => document.querySelector<HTMLTextAreaElement>('#tool-input')?.value === text,
        HEADERS,
      )
    }))
})

describe('the list', () => {
  it('shows favorites first, past runs with how they ended, and what takes another plan', async () =>
    on('/', async (page, { ready }) => {
      await page.evaluate(() => {
        localStorage.setItem('netbox_favorites', '["traceroute"]')
        const run = {
          tool: 'mx-record',
          input: 'mail.example',
          seed: 'k3f9',
          scenario: 'mx-down',
          at: '2026-01-01T00:00:00.000Z',
        }
        localStorage.setItem(
          'netbox_recent_runs',
          JSON.stringify([{ ...run, sentence: 'Late.', severity: 'critical' }]),
        )
      })
      await page.reload()
      await ready()
      await openPalette(page)
      await page.getByRole('group', { name: 'Favorites' }).getByText('Traceroute').waitFor()
      await page.keyboard.type('mx-down')
      const past = page.getByRole('group', { name: 'Past runs' })
      await past.getByText('mail.example, seed k3f9').click()
      await page.waitForURL('**/mx-record?input=mail.example&seed=k3f9&scenario=mx-down&at=**')
      await page.waitForFunction(
        () => document.querySelector<HTMLInputElement>('#tool-input')?.value === 'mail.example',
      )
      await openPalette(page, 'diagnostic')
      await chosen(page).filter({ hasText: 'Pro' }).waitFor()
    }))

  it('says when nothing is called that', async () =>
    on('/', async (page) => {
      await openPalette(page, 'zzzzqq')
      await page.getByRole('status').filter({ hasText: 'Nothing is called that.' }).waitFor({ state: 'attached' })
      await page.keyboard.press('Enter')
      expect(new URL(page.url()).pathname).toBe('/')
    }))
})

it.each([
  ['light', 1440],
  ['dark', 1440],
  ['light', 320],
] as const)('has no fault of accessibility in the %s at %d px, and stays inside', async (colorScheme, width) =>
  on(
    '/',
    async (page) => {
      await openPalette(page, 'mail.example dns')
      const { violations } = await (await axe(page)).include('.palette').analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
      const box = await page.getByRole('dialog').boundingBox()
      expect(box !== null && box.x >= 0 && box.x + box.width <= width).toBe(true)
    },
    { colorScheme, viewport: { width, height: 720 } },
  ),
)
