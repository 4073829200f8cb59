import { describe, expect, it } from 'vitest'
import { distanceBetween, type WorldPlace, places } from './places.ts'

const RADIANS = Math.PI / 180

/** Computes the same distance by the spherical law of cosines, which core itself can't use. */
const byTrigonometry = (from: WorldPlace, to: WorldPlace): number => {
  const [a, b] = [from.latitude * RADIANS, to.latitude * RADIANS]
  const turn = Math.cos((from.longitude - to.longitude) * RADIANS)
  return 6371 * Math.acos(Math.min(1, Math.sin(a) * Math.sin(b) + Math.cos(a) * Math.cos(b) * turn))
}

describe('distanceBetween', () => {
  it('agrees with trigonometry to two kilometers, for near and distant points', () => {
    for (const from of places) {
      for (const to of places) {
        expect(
          Math.abs(distanceBetween(from, to) - byTrigonometry(from, to)),
          `${from.city} to ${to.city}`,
        ).toBeLessThan(2)
      }
    }
  })

  it('is the same in both directions and zero for the same location', () => {
    for (const from of places) {
      expect(distanceBetween(from, from)).toBe(0)
      for (const to of places) expect(distanceBetween(from, to)).toBe(distanceBetween(to, from))
    }
  })
})
