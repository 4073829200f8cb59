import { expect, type Page } from '@playwright/test'
import type { Visitor } from './visitors.ts'

const STEP = 500

/**
 * Runs in a page before everything else. The page makes a challenge by deriving the key of a number: who knows the number has
 * solved it, without half a second of work in a worker.
 */
const solveAtOnce = (): void => {
  // A tab begins with a page of no site, which has no cryptography.
  if (location.origin === 'null') return
  const { subtle } = crypto
  // It is handed on what the page calls it with.
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

/** Opens a page whose clock the test moves on, from a time of the test or from now, and whose security check takes no time. */
export const openTool = async (
  { context, open }: Pick<Visitor, 'context' | 'open'>,
  path: string,
  time?: string,
): Promise<Page> => {
  await context.clock.install(time === undefined ? {} : { time })
  await context.addInitScript(solveAtOnce)
  return open(path)
}

/** Lets the time of a run pass on the clock of the page, until its report is there. */
export const passRun = async (page: Page): Promise<void> => {
  const report = page.getByRole('button', { name: 'Download', exact: true })
  // In steps: the code of a run may come after the click, and a toast is gone after six seconds.
  await expect(async () => {
    await page.clock.runFor(STEP)
    expect(await report.isVisible()).toBe(true)
  }).toPass({ intervals: [50], timeout: 20_000 })
}

/** Presses Analyze, lets the time of the run pass, and waits for the report. */
export const analyzeAtOnce = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Analyze' }).click()
  await passRun(page)
}
