import { beforeEach, describe, expect, it, vi } from 'vitest'
import { loadCode } from './load-code.ts'

const MISSING = new TypeError('Failed to fetch dynamically imported module')

/** A page of a site that answers or not; gives how often it was reloaded. */
const openPage = (answers: boolean) => {
  const reload = vi.fn<() => void>()
  const stored = new Map<string, string>()
  vi.stubGlobal('location', { href: 'https://netbox.example/?input=a', reload })
  vi.stubGlobal('fetch', async () => (answers ? Promise.resolve({ ok: true }) : Promise.reject(MISSING)))
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  return reload
}

/** Loads code that is missing for the first `misses` times, and lets the pause pass. */
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

  it('tries a second time before anything else', async () => {
    const reload = openPage(true)
    expect(await load(1)).toBe('code')
    expect(reload).not.toHaveBeenCalled()
  })

  it('reloads the page once, and says after that that the code is missing', async () => {
    const reload = openPage(true)
    await load(2)
    expect(reload).toHaveBeenCalledTimes(1)
    expect(await load(2)).toBe('absent')
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('does not reload when the site gives no answer: the browser would show its own error page', async () => {
    const reload = openPage(false)
    expect(await load(2)).toBe('absent')
    expect(reload).not.toHaveBeenCalled()
  })

  it('does not pull back a visitor who has gone to another page', async () => {
    const reload = openPage(true)
    expect(await load(2, () => false)).toBe('absent')
    expect(reload).not.toHaveBeenCalled()
  })

  it('does not reload where a loop could not be noticed', async () => {
    const reload = openPage(true)
    vi.stubGlobal('sessionStorage', undefined)
    expect(await load(2)).toBe('absent')
    expect(reload).not.toHaveBeenCalled()
  })
})
