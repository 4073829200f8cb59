import { beforeEach, describe, expect, it, vi } from 'vitest'
import { loadCode } from './load-code.ts'

const MISSING = new TypeError('Failed to fetch dynamically imported module')

/** Opens a page by a link or a reload. `answers` says whether the site responds. Returns the mock of `location.reload`. */
const openPage = ({ answers = true, type = 'navigate' } = {}) => {
  const reload = vi.fn<() => void>()
  const navigation = { type, entryType: 'navigation', name: '', startTime: 0, duration: 0, toJSON: () => ({}) }
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([navigation])
  vi.stubGlobal('location', { href: 'https://netbox.example/?input=a', reload })
  vi.stubGlobal('fetch', async () => (answers ? Promise.resolve({ ok: true }) : Promise.reject(MISSING)))
  return reload
}

/** Loads code whose first `misses` loads fail, and advances the time beyond the pause. */
const load = async (misses: number, isWanted?: () => boolean): Promise<string> => {
  let tries = 0
  const loading = loadCode(async () => (++tries > misses ? Promise.resolve('code') : Promise.reject(MISSING)), isWanted)
  const settled = loading.catch(() => 'absent')
  await vi.advanceTimersByTimeAsync(1000)
  return settled
}

describe('loading code', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    return () => void vi.useRealTimers()
  })

  it('tries a second time first', async () => {
    const reload = openPage()
    expect(await load(1)).toBe('code')
    expect(reload).not.toHaveBeenCalled()
  })

  it('reloads the page with its whole address', async () => {
    const reload = openPage()
    expect(await load(2)).toBe('absent')
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('does not reload a page that was just reloaded, which would be a loop', async () => {
    const reload = openPage({ type: 'reload' })
    expect(await load(2)).toBe('absent')
    expect(reload).not.toHaveBeenCalled()
  })

  it('does not reload if the site does not respond, because the browser would show its own error page', async () => {
    const reload = openPage({ answers: false })
    expect(await load(2)).toBe('absent')
    expect(reload).not.toHaveBeenCalled()
  })

  it('does not pull back a visitor who has opened another page', async () => {
    const reload = openPage()
    expect(await load(2, () => false)).toBe('absent')
    expect(reload).not.toHaveBeenCalled()
  })
})
