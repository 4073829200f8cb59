import { openWorld } from '@netbox/core'
import { describe, expect, it } from 'vitest'
import { LONGEST_SEED, showClock } from './world.ts'

describe('the clock of a world', () => {
  it.each([
    ['2026-11-20T08:14:00.000Z', '2026-11-20 08:14 UTC'],
    ['2026-11-20T08:14:02.118Z', '2026-11-20 08:14:02 UTC'],
    ['2026-11-20', '2026-11-20 00:00 UTC'],
  ])('shows %s as %s', (at, shown) => {
    expect(showClock(at)).toBe(shown)
  })
})

it('knows the longest seed that core accepts', () => {
  const open = (length: number) => openWorld({ seed: 's'.repeat(length) }, () => 0)
  expect(() => open(LONGEST_SEED)).not.toThrow()
  expect(() => open(LONGEST_SEED + 1)).toThrow(`1 to ${LONGEST_SEED} characters`)
})
