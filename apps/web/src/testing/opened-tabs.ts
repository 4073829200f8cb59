import { vi } from 'vitest'

/** The tabs that a page opens during a test: the DOM has only one tab. */
export interface OpenedTabs {
  /** Their addresses, oldest first. */
  readonly urls: readonly string[]
  /** The tab that all of them share. */
  readonly tab: { opener: unknown }
}

/** Opens no tab for the rest of the test, and records the addresses. */
export const noteOpenedTabs = (): OpenedTabs => {
  const urls: string[] = []
  const tab: OpenedTabs['tab'] = { opener: window }
  vi.stubGlobal('open', (url: string, target: string) => {
    if (target === '_blank') urls.push(url)
    return tab
  })
  return { urls, tab }
}
