import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRecentMap } from './recent-map.ts'

const MOST = 5

describe('a map of recent values', () => {
  it('keeps the most recently used values', () => {
    const keys = fc.array(fc.integer({ min: 0, max: 30 }).map(String), { maxLength: 200 })
    fc.assert(
      fc.property(keys, (used) => {
        const map = createRecentMap<string>(MOST)
        for (const key of used) if (map.get(key) === undefined) map.set(key, key)
        const newest = [...new Set(used.toReversed())].slice(0, MOST)
        expect(newest.map((key) => map.get(key))).toEqual(newest)
      }),
    )
  })

  it('drops values that were not used for long', () => {
    const map = createRecentMap<number>(MOST)
    for (let number = 0; number < 100; number++) map.set(String(number), number)
    const held = Array.from({ length: 100 }, (_, number) => map.get(String(number))).filter((one) => one !== undefined)
    expect(held.length).toBeLessThanOrEqual(2 * MOST)
    expect(map.get('0')).toBeUndefined()
  })

  it('replaces the value of an existing key', () => {
    const map = createRecentMap<number>(1)
    map.set('a', 1)
    map.set('a', 2)
    expect(map.get('a')).toBe(2)
  })
})
