import { vi } from 'vitest'

/** The tabs that a page opens during a test. They are only recorded, because happy-dom has only one tab. */
export interface OpenedTabs {
  /** The addresses of the tabs, oldest first. */
  readonly urls: readonly string[]
  /** The mock of a tab, which all opened tabs share. */
  readonly tab: { opener: unknown }
}

/** Records the addresses of opened tabs for the rest of the test, without opening a tab. */
export const noteOpenedTabs = (): OpenedTabs => {
  const urls: string[] = []
  const tab: OpenedTabs['tab'] = { opener: window }
  vi.stubGlobal('open', (url: string, target: string) => {
    if (target === '_blank') urls.push(url)
    return tab
  })
  return { urls, tab }
}
