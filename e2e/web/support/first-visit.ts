import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { BrowserContext, Page } from '@playwright/test'
import { hydrated } from './visitors.ts'

/** The limit for scripts that load before any interaction, in bytes after gzip. */
const MOST_SCRIPT = 130_000
/** The limit for requests of scripts before any interaction. */
const MOST_REQUESTS = 25
const WIDTHS = [320, 390, 1440, 2560]

const site = fileURLToPath(new URL('../../../apps/web/dist/site', import.meta.url))

// Runs in the page before all other scripts. Records events that only code in the page can observe.
const watch = (): void => {
  const seen = { violations: [] as string[], movements: [] as string[] }
  Object.assign(window, { seen })
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    seen.violations.push(`${violatedDirective}: ${blockedURI}`),
  )
  // TypeScript's DOM library lacks this type.
  interface LayoutShift extends PerformanceEntry {
    value: number
    hadRecentInput: boolean
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
  }
  const named = (node: Node | null): string =>
    node instanceof Element ? `${node.localName}.${node.className}` : (node?.textContent ?? 'a removed node')
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
      if (hadRecentInput) continue
      const moved = sources.map(
        ({ node, previousRect: { x, y }, currentRect: to }) => `${named(node)} from ${x},${y} to ${to.x},${to.y}`,
      )
      seen.movements.push(`layout shift of ${value}: ${moved.join('; ')}`)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

interface Seen {
  readonly seen: { readonly violations: string[]; readonly movements: string[] }
}

/**
 * Makes every page of a browser context record layout shifts and violations of its content security policy. Call it before the first page
 * opens.
 */
export const watchPages = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript(watch)
}

/** Lists the unexpected layout shifts of a page, and the violations of its content security policy. */
export const noticedIn = async (page: Page): Promise<string[]> => {
  // The cast is safe: `watchPages` has set the field.
  const { violations, movements } = await page.evaluate(() => (window as unknown as Seen).seen)
  return [...violations, ...movements]
}

/** Returns the layout shift of a page since it opened; a violation of its content security policy counts as 1. */
export const shiftOf = async (page: Page): Promise<number> =>
  (await noticedIn(page)).reduce((sum, notice) => sum + Number(/^layout shift of ([\d.e-]+)/.exec(notice)?.[1] ?? 1), 0)

/**
 * Opens a page in the same tab as on a first visit: with empty storage and cache. A new tab for each page would take three times as long.
 */
export const visitFirst = async (page: Page, path: string): Promise<void> => {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.clearBrowserCache')
  if (page.url() !== 'about:blank') {
    const { origin } = new URL(page.url())
    await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  }
  await devTools.detach()
  await page.goto(path)
  await hydrated(page)
}

/**
 * Waits until the page has made no requests for 250 ms, because the security check starts 100 ms after the rest. Returns the page's
 * scripts.
 */
const scriptsOf = async (page: Page): Promise<string[]> =>
  page.evaluate(
    async () =>
      new Promise<string[]>((resolve) => {
        const scripts = () =>
          performance
            .getEntriesByType('resource')
            .map(({ name }) => new URL(name).pathname)
            .filter((name) => name.endsWith('.js'))
        let timer: ReturnType<typeof setTimeout> | undefined
        const wait = () => {
          clearTimeout(timer)
          timer = setTimeout(() => resolve(scripts()), 250)
        }
        new PerformanceObserver(wait).observe({ type: 'resource' })
        wait()
      }),
  )

const sizes = new Map<string, number>()

const sizeOf = (path: string): number => {
  const size = sizes.get(path) ?? gzipSync(readFileSync(`${site}${path}`), { level: 9 }).length
  sizes.set(path, size)
  return size
}

const bytesOf = (scripts: readonly string[]): number => scripts.reduce((sum, path) => sum + sizeOf(path), 0)

/** Returns the size of the scripts that a page has loaded, in bytes after gzip. */
export const scriptBytes = async (page: Page): Promise<number> => bytesOf(await scriptsOf(page))

/** Lists the faults of a newly opened page: too much script, layout shifts, wrong number of main headings, too wide. */
export const firstVisitFaults = async (page: Page): Promise<string[]> => {
  const scripts = await scriptsOf(page)
  const bytes = bytesOf(scripts)
  const headings = await page.locator('h1').count()
  const faults = [
    ...(scripts.length < 3 ? [`only ${scripts.length} scripts`] : []),
    ...(scripts.length > MOST_REQUESTS ? [`${scripts.length} scripts`] : []),
    ...(bytes > MOST_SCRIPT ? [`${bytes} bytes of script`] : []),
    ...(headings === 1 ? [] : [`${headings} main headings`]),
    ...(await noticedIn(page)),
  ]
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (over > 0) faults.push(`${over} px too wide at ${width}`)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  return faults
}
