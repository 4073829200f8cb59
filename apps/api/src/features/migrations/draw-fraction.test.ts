import { expect, it } from 'vitest'
import { drawFraction } from './draw-fraction.ts'

const DRAWS = 10_000

it('draws from 0 to 1, evenly', () => {
  const drawn = Array.from({ length: DRAWS }, drawFraction)
  expect(drawn.every((fraction) => fraction >= 0 && fraction < 1)).toBe(true)
  for (const bound of [0.1, 0.5, 0.7, 0.9]) {
    const share = drawn.filter((fraction) => fraction < bound).length / DRAWS
    // Five standard deviations: wrong once in some million runs.
    expect(Math.abs(share - bound)).toBeLessThan(5 * Math.sqrt((bound * (1 - bound)) / DRAWS))
  }
})
