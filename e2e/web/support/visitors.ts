import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'

/** The options of a visitor's browser context. */
export interface VisitorOptions extends BrowserContextOptions {
  /** Matches expected console messages, in addition to those that every test expects. */
  readonly expected?: RegExp
}

/** A visitor with their own browser, whose pages are monitored. */
export interface Visitor {
  readonly context: BrowserContext
  /** Opens a page and waits until it is hydrated. */
  readonly open: (path: string) => Promise<Page>
  /** The uncaught errors, and the unexpected errors and warnings in the console, of all pages so far. */
  readonly troubles: string[]
  /** All addresses that the pages requested or displayed. */
  readonly addresses: string[]
}

// Playwright logs that it blocks the service worker. Only tests of the service worker allow it.
const isNoWorker = (text: string): boolean => text.startsWith('Service Worker registration blocked')

// Returns whether a message is about a response that tests cause on purpose. The browser logs every response with a status of 400 or more
// and, while the service is down, failed updates of the service worker.
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

/** Waits until a page is hydrated. */
export const hydrated = async (page: Page): Promise<void> => {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
  )
}

/** Creates a browser context without any history. */
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

/** Fills a browser's storage before its first page. */
export const keepFor = async (
  { context }: Pick<Visitor, 'context'>,
  kept: Readonly<Record<string, string>>,
): Promise<void> => {
  if (Object.keys(kept).length === 0) return
  await context.addInitScript((items) => {
    // Skips the blank page of a new tab, which has no storage. Fills the storage only once for each tab, so that data that the page removes
    // doesn't return.
    if (location.origin === 'null' || sessionStorage.getItem('prepared') !== null) return
    sessionStorage.setItem('prepared', 'yes')
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
  }, kept)
}
