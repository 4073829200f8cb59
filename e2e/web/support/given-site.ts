import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { type OpenSite, openSite, type SitePage } from '../open-site.ts'

/** The built site as everybody may see it. */
export interface GivenSite extends Pick<OpenSite, 'url' | 'open' | 'openTab'> {
  /** Opens a page, waits until it is alive, does something in it, and holds it to having had no trouble. */
  readonly on: (
    path: string,
    work: (page: Page, opened: SitePage) => Promise<void>,
    options?: BrowserContextOptions,
  ) => Promise<void>
}

/** Opens the site for the tests of a file, and closes it after them. */
export const givenSite = (...started: Parameters<typeof openSite>): GivenSite => {
  let site: OpenSite
  beforeAll(async () => {
    site = await openSite(...started)
  })
  afterAll(async () => site.close())
  return {
    get url() {
      return site.url
    },
    open: async (path, options) => site.open(path, options),
    openTab: async (options) => site.openTab(options),
    on: async (path, work, options) => {
      const opened = await site.open(path, options)
      try {
        await opened.ready()
        await work(opened.page, opened)
        expect(await opened.troubles()).toEqual([])
      } finally {
        await opened.page.context().close()
      }
    },
  }
}
