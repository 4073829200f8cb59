import { vi } from 'vitest'

/** The tabs that a page opens during a test: the DOM has one tab only. */
export interface OpenedTabs {
  /** Where they went, oldest first. */
  readonly urls: readonly string[]
  /** The tab that every one of them is. */
  readonly tab: { opener: unknown }
}

/** Opens no tab for the rest of the test, and notes where it would have gone. */
export const noteOpenedTabs = (): OpenedTabs => {
  const urls: string[] = []
  const tab: OpenedTabs['tab'] = { opener: window }
  vi.stubGlobal('open', (url: string, target: string) => {
    if (target === '_blank') urls.push(url)
    return tab
  })
  return { urls, tab }
}
