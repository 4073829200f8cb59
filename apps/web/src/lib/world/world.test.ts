import { openWorld } from '@netbox/core'
import { describe, expect, it } from 'vitest'
import { routes } from '../../routes/routes.ts'
import { LONGEST_SEED, showClock, takesWorld, worldToCome } from './world.ts'

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

const ownScreens = new Set(['/email-validation', '/email-migration'])

describe('the world of an address', () => {
  it('is taken by the pages that run tools, and by no other page', () => {
    const known = routes.filter(({ page }) => page !== 'not-found')
    const taking = known.filter(
      ({ page, path, tool }) =>
        ['tool', 'category', 'bulk', 'mail-check'].includes(page) || (tool !== undefined && !ownScreens.has(path)),
    )
    expect(known.filter(({ path }) => takesWorld(path))).toEqual(taking)
  })

  it.each([
    ['/mx-record', 'a1'],
    ['/bulk', 'a1'],
    ['/pricing', undefined],
    ['/compare', undefined],
    ['/dashboard/history', undefined],
    ['/world', undefined],
  ])('at %s shows the seed %s before the script runs', (pathname, seed) => {
    expect(worldToCome({ pathname, search: '?seed=a1' }, false).seed).toBe(seed)
  })
})
