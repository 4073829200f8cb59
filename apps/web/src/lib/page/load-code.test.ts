import { beforeEach, expect, it, vi } from 'vitest'
import { loadCode, MissingCode } from './load-code.ts'

const MISSING = new TypeError('Failed to fetch dynamically imported module')

/** Loads code whose first `misses` loads fail, and advances the time beyond the pause. */
const load = async (misses: number): Promise<unknown> => {
  let tries = 0
  const loading = loadCode(async () => (++tries > misses ? Promise.resolve('code') : Promise.reject(MISSING)))
  const settled = loading.catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(1000)
  return settled
}

beforeEach(() => {
  vi.useFakeTimers()
  return () => void vi.useRealTimers()
})

it('tries a second time', async () => {
  expect(await load(1)).toBe('code')
})

it('says after the second failure that code is missing', async () => {
  expect(await load(2)).toEqual(new MissingCode('Code of the site could not be loaded.', { cause: MISSING }))
})
