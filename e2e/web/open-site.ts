import type { BrowserContextOptions, Page } from 'playwright-core'
import { launchChromium } from '../browser/launch-chromium.ts'
import { startService } from '../start-service.ts'

/** A page, and what went wrong in it so far: errors in the console, violations of the policy. */
export interface SitePage {
  readonly page: Page
  /** Waits until the page has been brought to life. */
  readonly ready: () => Promise<void>
  readonly troubles: () => Promise<string[]>
  /** What moved without being asked to, and how far: the layout shifts, with the elements that they tell of. */
  readonly movements: () => Promise<string[]>
}

/** A tab that goes from page to page, which costs a third of what a browser of its own costs for each. */
export interface SiteTab extends SitePage {
  /** Opens a page as somebody does who was never here; troubles are those of this page from then on. */
  readonly go: (path: string) => Promise<void>
}

/** The built product, and a browser in front of it. */
export interface OpenSite {
  readonly url: string
  readonly openTab: (options?: BrowserContextOptions) => Promise<SiteTab>
  readonly open: (path: string, options?: BrowserContextOptions) => Promise<SitePage>
  readonly close: () => Promise<void>
}

// Runs in the page before everything else: keeps what only the page itself gets to know.
const watch = (): void => {
  const seen = { violations: [] as string[], movements: [] as string[] }
  Object.assign(window, { seen })
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    seen.violations.push(`${violatedDirective}: ${blockedURI}`),
  )
  // Its type is not in the library yet.
  interface LayoutShift extends PerformanceEntry {
    value: number
    hadRecentInput: boolean
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
  }
  const named = (node: Node | null): string =>
    node instanceof Element ? `${node.localName}.${node.className}` : (node?.textContent ?? 'something that is gone')
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
      if (hadRecentInput) continue
      const moved = sources.map(
        ({ node, previousRect: { x, y }, currentRect: to }) => `${named(node)} from ${x},${y} to ${to.x},${to.y}`,
      )
      seen.movements.push(`${value}: ${moved.join('; ')}`)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

type Seen = { readonly seen: { readonly violations: string[]; readonly movements: string[] } }

/** The driver's own note that it keeps the service worker away: only what is about it lets it in. */
export const isNoWorker = (text: string): boolean => text.startsWith('Service Worker registration blocked')

const siteTab = async (page: Page, url: string): Promise<SiteTab> => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    const isBad = message.type() === 'error' || message.type() === 'warning'
    if (isBad && !isNoWorker(message.text())) errors.push(message.text())
  })
  await page.addInitScript(watch)
  const seen = async () => page.evaluate(() => (window as unknown as Seen).seen)
  return {
    page,
    go: async (path) => {
      const devTools = await page.context().newCDPSession(page)
      await devTools.send('Network.clearBrowserCache')
      await devTools.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'all' })
      await devTools.detach()
      errors.length = 0
      await page.goto(`${url}${path}`)
    },
    // React leaves its mark on what it has taken over.
    ready: async () => {
      await page.waitForFunction(() =>
        Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
      )
    },
    troubles: async () => [...errors, ...(await seen()).violations],
    movements: async () => (await seen()).movements,
  }
}

/** Starts the built service with an empty database, and a browser. `env` adds to its configuration, `browserOptions` to the browser. */
export const openSite = async (
  env: Readonly<Record<string, string>> = {},
  browserOptions: readonly string[] = [],
): Promise<OpenSite> => {
  const [service, browser] = await Promise.all([
    startService({ variables: { LOG_LEVEL: 'warn', ...env } }),
    launchChromium(browserOptions),
  ])
  const { url } = service
  const openTab: OpenSite['openTab'] = async (options = {}) => {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      serviceWorkers: 'block',
      ...options,
    })
    return siteTab(await context.newPage(), url)
  }
  return {
    url,
    openTab,
    open: async (path, options) => {
      const tab = await openTab(options)
      await tab.page.goto(`${url}${path}`)
      return tab
    },
    close: async () => {
      await browser.close()
      await service.remove()
    },
  }
}
