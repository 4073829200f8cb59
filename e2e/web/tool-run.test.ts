import { readFile } from 'node:fs/promises'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import type { SitePage } from './open-site.ts'
import { analyze, reportText, verify } from './support/tool-page.ts'
import { givenSite } from './support/given-site.ts'

const site = givenSite()
let opened: SitePage[] = []
afterEach(async () => {
  const troubles = await Promise.all(opened.map(async (page) => page.troubles()))
  await Promise.all(opened.map(async ({ page }) => page.context().close()))
  opened = []
  if (troubles.flat().length > 0) throw new Error(troubles.flat().join('\n'))
})

const open = async (path: string, options?: BrowserContextOptions): Promise<Page> => {
  const found = await site.open(path, options)
  opened.push(found)
  await found.ready()
  return found.page
}

const fixed = 'seed=k3f9&scenario=mx-down&at=2026-11-20T08:14:00.000Z'
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const input = (page: Page) => page.locator('#tool-input')

describe('a run', () => {
  it('goes from the ask to the report, in the rhythm of the specification', async () => {
    const page = await open(`/mx-record?input=mail.example&${fixed}`)
    const button = page.getByRole('button', { name: 'Analyze' })
    expect(await button.isDisabled()).toBe(true)
    await verify(page)
    await page.clock.install()
    await button.click()
    const running = page.getByRole('button', { name: 'Running...' })
    await running.waitFor()
    expect(await running.isDisabled()).toBe(true)
    const bar = page.getByRole('progressbar', { name: 'Execution Progress' })
    const progress = async () => bar.getAttribute('aria-valuenow')
    await expect.poll(progress).toBe('10')
    for (const [wait, next] of [
      [500, '25'],
      [800, '50'],
      [1000, '75'],
    ] as const) {
      await page.clock.runFor(wait)
      await expect.poll(progress).toBe(next)
    }
    await page.clock.runFor(600)
    await page.getByRole('heading', { level: 2, name: 'Mail still arrives, ten seconds late.' }).waitFor()
    expect(await progress()).toBe('100')
    await page.clock.runFor(100)
    await toast(page, 'Tool execution finished successfully.').waitFor()
    await page.getByText('exec_1795162440000').waitFor()
    await page.getByText('99 of 100 left').waitFor()
    const log = page.getByRole('log')
    expect(await log.innerText()).toMatch(/\d\d:\d\d:\d\d\.\d{3}\s+MX Record started for mail\.example/)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Mail still arrives, ten seconds late.')
  })

  it.each([
    ['/ping-test', 'shop.example', /Ping|packet|answer/i],
    ['/tcp-port-test', 'shop.example:443', /port|443/i],
    ['/header-analyzer', 'From: ana@mail.example\nTo: bo@shop.example\nSubject: Hi', /mail/i],
  ])('of %s ends in its report', async (path, text, words) => {
    const page = await open(path)
    await verify(page)
    await input(page).fill(text)
    await analyze(page)
    expect(await reportText(page)).toMatch(words)
  })

  it('is cancelled with Escape and costs nothing', async () => {
    const page = await open('/ping-test')
    await verify(page)
    await input(page).fill('shop.example')
    await input(page).press('Enter')
    await page.getByRole('progressbar').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'Run cancelled' }).waitFor()
    await page.getByText('50 of 50 left').waitFor()
    await page.getByRole('button', { name: 'Run again' }).click()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('heading', { name: 'Run cancelled' }).waitFor()
  })

  it('needs nothing but the keyboard', async () => {
    const page = await open('/a-record')
    await page.getByRole('checkbox').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('shop.example')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.getByText('Verified in this browser').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Copy', exact: true }).waitFor()
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H2')
  })

  it('fails with Retry when its code can not be loaded, and says so in the log', async () => {
    const page = await open('/ping-test')
    await verify(page)
    // What the browser has to say about it is what this test is about.
    opened = []
    await page.route(/ping-test\.simulation/, async (route) => route.abort())
    await input(page).fill('shop.example')
    await input(page).press('Enter')
    await page.getByRole('heading', { name: 'Execution failed' }).waitFor()
    await page.getByRole('log').getByText('Execution failed: An error occurred during tool execution.').waitFor()
    await toast(page, 'Execution failed').getByRole('button', { name: 'Retry' }).waitFor()
    await page.unroute(/ping-test\.simulation/)
    await page.getByRole('region', { name: 'Execution failed' }).getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('progressbar').waitFor()
    await page.context().close()
  })
})

describe('a run that is refused', () => {
  it('names the first of the four reasons that holds', async () => {
    const page = await open('/mx-record')
    await page.getByRole('checkbox').waitFor()
    await input(page).press('Enter')
    await toast(page, 'Please enter a valid input.').waitFor()
    expect(await input(page).getAttribute('aria-invalid')).toBe('true')
    await input(page).fill('mail.example')
    expect(await input(page).getAttribute('aria-invalid')).toBeNull()
    await input(page).press('Enter')
    await toast(page, 'CAPTCHA required').waitFor()
    await page.getByRole('alert').getByText('Please complete the security verification first.').waitFor()
  })

  it('asks for the plan before the captcha, and shows the way below the panel', async () => {
    const page = await open('/dns-diagnostic')
    await page.getByText('This tool requires a Pro or Enterprise plan.').waitFor()
    expect(await page.getByRole('link', { name: 'Upgrade now' }).getAttribute('href')).toBe('/pricing')
    await input(page).fill('mail.example')
    await input(page).press('Enter')
    await toast(page, 'Upgrade required').waitFor()
    await verify(page)
    expect(await page.getByRole('button', { name: 'Analyze' }).isDisabled()).toBe(true)
  })

  it('says what can not be the input of the tool, at the input', async () => {
    const page = await open('/mx-record')
    await verify(page)
    await input(page).fill('mail..example')
    await input(page).press('Enter')
    await toast(page, 'Please enter a valid domain name.').waitFor()
    await page.getByRole('alert').getByText('Please enter a valid domain name.').waitFor()
    await page.getByText('100 of 100 left').waitFor()
  })

  it('stops at the limit of the day', async () => {
    const page = await open('/mx-record')
    await page.evaluate(() => {
      const day = new Date().toISOString().slice(0, 10)
      localStorage.setItem('netbox_usage', JSON.stringify({ day, runs: { anonymous: { 'mx-record': 99 } } }))
    })
    await page.reload()
    await page.getByText('1 of 100 left').waitFor()
    await verify(page)
    await input(page).fill('mail.example')
    await analyze(page)
    await page.getByText('0 of 100 left').waitFor()
    await page.getByRole('button', { name: 'Run again' }).click()
    await page.getByRole('heading', { name: 'Access restricted' }).waitFor()
    const words = 'Daily limit reached: 100 runs of MX Record per day on the Free plan. Resets at 00:00 UTC.'
    await page.getByRole('region', { name: 'Access restricted' }).getByText(words).waitFor()
    await page.getByText('0 of 100 left').waitFor()
  })
})

describe('a report', () => {
  it('is copied, saved and shared, the same text each time', async () => {
    const page = await open(`/mx-record?input=mail.example&${fixed}`, {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await verify(page)
    await analyze(page)
    const text = await reportText(page)
    expect(text).toContain('Mail still arrives, ten seconds late.')
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await toast(page, 'Result copied to clipboard.').waitFor()
    expect(await page.evaluate(async () => navigator.clipboard.readText())).toBe(text)

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ])
    await toast(page, 'Result saved to file.').waitFor()
    expect(download.suggestedFilename()).toBe('mx-record-1795162440000.txt')
    const saved = await readFile(await download.path(), 'utf8')
    expect(saved).toBe(text)
    expect(saved).toMatch(/^SIMULATED · netbox-sim\/1 · seed k3f9 · scenario mx-down/)

    await page.getByRole('button', { name: 'Share' }).click()
    const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()
    expect(link).toBe(
      `${site.url}/mx-record?input=mail.example&seed=k3f9&scenario=mx-down&at=2026-11-20T08%3A14%3A00.000Z`,
    )
    expect(await page.getByRole('textbox', { name: 'Command' }).inputValue()).toBe(
      'npx netbox mx-record mail.example --seed k3f9 --scenario mx-down --at 2026-11-20T08:14:00.000Z',
    )
    await page.keyboard.press('Escape')
    expect(await page.getByRole('button', { name: 'Share' }).getAttribute('aria-expanded')).toBe('false')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Share')
  })

  it('of a fresh world comes back from its link, byte for byte, and the link starts nothing', async () => {
    const page = await open('/spf-check')
    await verify(page)
    await input(page).fill('mail.example')
    await analyze(page)
    const text = await reportText(page)
    await page.getByRole('button', { name: 'Share' }).click()
    const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()
    const other = await open(link.slice(site.url.length))
    await expect.poll(async () => input(other).inputValue()).toBe('mail.example')
    await verify(other)
    expect(await other.getByRole('progressbar').count()).toBe(0)
    await analyze(other)
    expect(await reportText(other)).toBe(text)
    await other.getByRole('button', { name: 'New seed' }).click()
    await other.getByRole('button', { name: 'Running...' }).waitFor()
    await other.getByRole('button', { name: 'Download' }).waitFor()
    expect(await reportText(other)).not.toBe(text)
  })

  it('is among the recent runs, from which it comes back, until they are cleared', async () => {
    const page = await open(`/mx-record?input=mail.example&${fixed}`)
    await verify(page)
    await analyze(page)
    await page.goto(`${site.url}/ping-test`)
    await page.getByText('Recent runs, 1').click()
    await page.getByRole('link', { name: /MX Record.*k3f9/s }).click()
    await page.waitForURL(/mx-record\?input=mail\.example/)
    await expect.poll(async () => input(page).inputValue()).toBe('mail.example')
    await page.getByText('mx-down', { exact: true }).first().waitFor()
    await page.getByText('Recent runs, 1').click()
    await page.getByRole('button', { name: 'Clear recent runs' }).click()
    await expect.poll(async () => page.getByText('Recent runs').count()).toBe(0)
  })
})

describe('the world of a run', () => {
  it('is refused in clear words where a link names none', async () => {
    const page = await open(`/mx-record?input=a.example&seed=${'x'.repeat(65)}&scenario=mx-dwn&at=never`)
    const alert = page.getByRole('alert')
    await alert.getByText('A seed is text of 1 to 64 characters.').waitFor()
    await alert.getByText("There is no scenario 'mx-dwn'. Did you mean 'mx-down'?").waitFor()
    await alert.getByText("'never' is no time.").waitFor()
    expect(await input(page).inputValue()).toBe('a.example')
  })

  it('is chosen below the panel', async () => {
    const page = await open('/mx-record')
    await page.getByRole('button', { name: 'Change the world' }).click()
    await page.getByRole('radio', { name: /mx-down/ }).check()
    await page.getByRole('textbox', { name: 'Seed' }).fill('k3f9')
    await page.getByRole('textbox', { name: 'Clock' }).fill('soon')
    await page.getByText("'soon' is no time.").waitFor()
    await page.getByRole('textbox', { name: 'Clock' }).fill('2026-11-20T08:14:00.000Z')
    await page.getByText('2026-11-20 08:14 UTC').waitFor()
    await verify(page)
    await input(page).fill('mail.example')
    await analyze(page)
    await page.getByRole('heading', { name: 'Mail still arrives, ten seconds late.' }).waitFor()
  })
})

describe('between the tools', () => {
  it('the back button goes back, and what fits comes along', async () => {
    const page = await open('/mx-record')
    await verify(page)
    await input(page).fill('mail.example')
    await page.getByRole('link', { name: 'SPF Check' }).click()
    await page.getByRole('heading', { level: 2, name: 'SPF Check' }).waitFor()
    expect(await input(page).inputValue()).toBe('mail.example')
    // Passed once is passed for all tools.
    await page.getByText('Verified in this browser').waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 2, name: 'MX Record' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/mx-record')
  })

  it('a favorite stays one', async () => {
    const page = await open('/mx-record')
    const star = page.getByRole('button', { name: 'Favorite' })
    await star.click()
    await page.reload()
    await expect.poll(async () => star.getAttribute('aria-pressed')).toBe('true')
    const cells = page.getByRole('tabpanel').getByRole('link')
    await expect.poll(async () => cells.first().innerText()).toContain('MX Record')
  })
})

describe('where storage is refused', () => {
  it('tools run all the same', async () => {
    const context = await site.open('/mx-record')
    opened.push(context)
    const { page } = context
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('refused', 'SecurityError')
        },
      })
    })
    await page.reload()
    await verify(page)
    await input(page).fill('mail.example')
    await analyze(page)
    await page.getByText('99 of 100 left').waitFor()
    await page.getByText('Recent runs, 1').waitFor()
  })
})

describe('the security check', () => {
  it('expires after ten minutes', async () => {
    const page = await open('/mx-record')
    await page.clock.install()
    await verify(page)
    await page.clock.fastForward('10:01')
    await page.getByText('The check has expired. Please do it again.').waitFor()
    expect(await page.getByRole('button', { name: 'Analyze' }).isDisabled()).toBe(true)
  })
})
