import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'

/** How a browser context of a visitor is made. */
export interface VisitorOptions extends BrowserContextOptions {
  /** Messages of the console that are no trouble, beside those that never are. */
  readonly expected?: RegExp
}

/** Someone with their own browser, whose pages are watched. */
export interface Visitor {
  readonly context: BrowserContext
  /** Opens a page and waits until it is hydrated. */
  readonly open: (path: string) => Promise<Page>
  /** Uncaught errors, errors in the console and violations of the policy, in every page so far. */
  readonly troubles: string[]
  /** Every address that was asked for or shown. */
  readonly addresses: string[]
}

// The driver's own note that it keeps the service worker away: only what is about it lets it in.
const isNoWorker = (text: string): boolean => text.startsWith('Service Worker registration blocked')

// The browser itself writes down every answer of 400 and more, and that a newer service worker could not be had while the
// service is away: this test is about those.
const isAnswer = (text: string): boolean =>
  text.startsWith('Failed to load resource') ||
  text === 'An unknown error occurred when fetching the script.' ||
  isNoWorker(text)

const watch = (
  page: Page,
  { troubles, addresses }: Pick<Visitor, 'troubles' | 'addresses'>,
  expected: RegExp | undefined,
): void => {
  page.on('pageerror', (error) => troubles.push(error.message))
  page.on('console', (message) => {
    const text = message.text()
    const isBad = message.type() === 'error' || message.type() === 'warning'
    if (isBad && !isAnswer(text) && expected?.test(text) !== true) troubles.push(text)
  })
  page.on('request', (request) => addresses.push(request.url()))
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
}

/** Waits until React has hydrated a page. */
export const hydrated = async (page: Page): Promise<void> => {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
  )
}

/** Gives someone a browser without any history. */
export const newVisitor = async (
  browser: Browser,
  url: string,
  { expected, ...options }: VisitorOptions = {},
): Promise<Visitor> => {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    baseURL: url,
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    ...options,
  })
  const seen = { troubles: [] as string[], addresses: [] as string[] }
  context.on('page', (page) => watch(page, seen, expected))
  return {
    context,
    ...seen,
    open: async (path) => {
      const page = await context.newPage()
      await page.goto(path)
      if (options.javaScriptEnabled !== false) await hydrated(page)
      return page
    },
  }
}

/** Lets a browser have kept something from its first page on. */
export const keepFor = async (
  { context }: Pick<Visitor, 'context'>,
  kept: Readonly<Record<string, string>>,
): Promise<void> => {
  if (Object.keys(kept).length === 0) return
  await context.addInitScript((items) => {
    // A tab begins with a page of no site, which can keep nothing. Once for the tab: what the page removes stays removed.
    if (location.origin === 'null' || sessionStorage.getItem('prepared') !== null) return
    sessionStorage.setItem('prepared', 'yes')
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
  }, kept)
}
