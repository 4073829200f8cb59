import { type Page, expect } from '@playwright/test'
import { readFileSync } from 'node:fs'
import type { Visitor } from './visitors.ts'

const STEP = 500

/**
 * Makes the security check immediate. Runs in a page before all other scripts. To create a challenge, the page derives the key of a number.
 * This code remembers the number and returns it as the solution, which otherwise takes half a second of work in a worker.
 */
const solveAtOnce = (): void => {
  // Skips the blank page of a new tab, which has no Web Crypto.
  if (location.origin === 'null') return
  const { subtle } = crypto
  // The cast is safe: the original function receives the page's arguments unchanged.
  const importKey = subtle.importKey.bind(subtle) as (...args: unknown[]) => unknown
  let counter = 0
  Object.defineProperty(subtle, 'importKey', {
    value: (...args: unknown[]) => {
      const [, password] = args
      if (password instanceof Uint8Array) counter = new DataView(password.buffer).getUint32(password.length - 4)
      return importKey(...args)
    },
  })
  Object.defineProperty(window, 'Worker', {
    value: function StandInWorker() {
      const events = new EventTarget()
      const answer = () => events.dispatchEvent(new MessageEvent('message', { data: { counter, derivedKey: '' } }))
      return Object.assign(events, { postMessage: () => queueMicrotask(answer), terminate: () => {} })
    },
  })
}

/** Opens a page whose security check takes no time and whose clock the test controls. The clock starts at `time`, or now. */
export const openTool = async (
  { context, open }: Pick<Visitor, 'context' | 'open'>,
  path: string,
  time?: string,
): Promise<Page> => {
  await context.clock.install(time === undefined ? {} : { time })
  await context.addInitScript(solveAtOnce)
  return open(path)
}

/** Advances the page's clock until the report of the run is visible. */
export const passRun = async (page: Page): Promise<void> => {
  const report = page.getByRole('button', { name: 'Download', exact: true })
  // Advances the clock in steps, because the code of a run may load after the click, and a toast closes after six seconds.
  await expect(async () => {
    await page.clock.runFor(STEP)
    expect(await report.isVisible()).toBe(true)
  }).toPass({ intervals: [50], timeout: 20_000 })
}

/** Clicks Analyze and advances the page's clock until the report is visible. */
export const analyzeAtOnce = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Analyze' }).click()
  await passRun(page)
}

/**
 * Lists the public pages of the built site: the pages of its sitemap, those that the sitemap omits, and an address without a page. The
 * documentation has its own tests, which open a page of each kind.
 */
export const publicPaths = (): string[] => {
  const map = readFileSync(new URL('../../../apps/web/dist/site/sitemap.xml', import.meta.url), 'utf8')
  const listed = [...map.matchAll(/<loc>https?:\/\/[^/]+(.*?)<\/loc>/g)]
    .map(([, path]) => path ?? '')
    .filter((path) => !path.startsWith('/docs'))
  return [...listed, '/login', '/reset', '/confirm', '/nothing/here']
}

/** Passes the security check with the keyboard, because an image covers the checkbox and receives clicks. */
export const verify = async (page: Page): Promise<void> => {
  const box = page.getByRole('checkbox', { name: "I'm not a robot" })
  await box.focus()
  await page.keyboard.press('Space')
  await page.getByText('Verified in this browser').waitFor()
}

/** Clicks Analyze and waits for the report. */
export const analyze = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Analyze' }).click()
  await page.getByRole('button', { name: 'Download', exact: true }).waitFor()
}

/** Returns the text of the report from the Text tab. */
export const reportText = async (page: Page): Promise<string> => {
  await page.getByRole('tab', { name: 'Text' }).click()
  const text = await page.getByRole('textbox', { name: /^Analysis output for / }).inputValue()
  await page.getByRole('tab', { name: 'Report', exact: true }).click()
  return text
}
