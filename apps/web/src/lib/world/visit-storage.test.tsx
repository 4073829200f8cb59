import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepVisit, keptVisit, VISIT_KEY } from './visit-storage.ts'
import { joinVisit } from './visit-tabs.ts'

const HOUR = 3_600_000

const setWorld = (seed: string): void => void keepVisit({ world: { seed } })

const seedNow = (): unknown => (keptVisit()['world'] as { seed: string } | undefined)?.seed

/** Opens a page in a new tab, or in the tab of an earlier page, and returns it. */
const openPage = (tab: 'new' | 'same'): EventTarget => {
  if (tab === 'new') sessionStorage.clear()
  const page = new EventTarget()
  joinVisit(page)
  return page
}

const leave = (page: EventTarget): void => void page.dispatchEvent(new Event('pagehide'))

const clear = (): void => {
  localStorage.clear()
  sessionStorage.clear()
}

beforeEach(clear)
afterEach(() => {
  clear()
  vi.useRealTimers()
})

describe('a visit', () => {
  it('is shared by the open tabs and a new tab, and goes on when the page of a tab changes', () => {
    const first = openPage('new')
    setWorld('k3f9')
    leave(first)
    openPage('same')
    expect(seedNow()).toBe('k3f9')
    openPage('new')
    expect(seedNow()).toBe('k3f9')
  })

  it('ends with its last tab', () => {
    const [first, second] = [openPage('new'), openPage('new')]
    setWorld('k3f9')
    leave(first)
    const third = openPage('new')
    expect(seedNow()).toBe('k3f9')
    for (const page of [second, third]) leave(page)
    openPage('new')
    expect(seedNow()).toBeUndefined()
  })

  it('goes on with a page that the browser kept in memory', () => {
    const page = openPage('new')
    setWorld('k3f9')
    leave(page)
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    openPage('new')
    expect(seedNow()).toBe('k3f9')
  })

  it('ends twelve hours after its start, however often it changed since', () => {
    vi.useFakeTimers()
    openPage('new')
    setWorld('a1')
    vi.advanceTimersByTime(11 * HOUR)
    setWorld('b2')
    vi.advanceTimersByTime(HOUR - 1)
    expect(seedNow()).toBe('b2')
    vi.advanceTimersByTime(1)
    expect(seedNow()).toBeUndefined()
    setWorld('c3')
    expect(seedNow()).toBe('c3')
  })

  it.each(['', '7', '{"world":{"seed":"x"}}', '{"since":"soon"}'])('does not exist in damaged storage: %s', (text) => {
    localStorage.setItem(VISIT_KEY, text)
    localStorage.setItem('netbox_tabs', 'many')
    sessionStorage.setItem('netbox_tab', '1')
    openPage('same')
    expect(keptVisit()).toEqual({})
  })
})
