import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { combine, finish, hashText } from './hash.ts'

const bits = (number: number): number => number.toString(2).replaceAll('0', '').length

describe('the hash', () => {
  it('always has these values: they define the world', () => {
    expect([hashText(''), hashText('a'), hashText('netbox-sim/1'), hashText('São Paulo', 42)]).toEqual([
      2872998923, 444641715, 3734405359, 3151620903,
    ])
    expect([combine(0, 0), combine(1, 2), combine(2, 1), finish(1)]).toEqual([
      91794203, 3333217390, 398221516, 1364076727,
    ])
  })

  it('is FNV-1a up to its finisher: the published vectors of a and foobar', () => {
    expect(hashText('a')).toBe(finish(0xe40c_292c))
    expect(hashText('foobar')).toBe(finish(0xbf9c_f968))
  })

  it('returns unsigned 32-bit integers', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer(), (text, state) => {
        const hash = hashText(text, state)
        expect(Number.isInteger(hash) && hash >= 0 && hash <= 0xffff_ffff).toBe(true)
      }),
    )
  })

  it('changes about half of its bits when one character changes', () => {
    let changed = 0
    for (let index = 0; index < 2000; index++)
      changed += bits((hashText(`host-${index}`) ^ hashText(`host-${index + 1}`)) >>> 0)
    expect(changed / 2000).toBeGreaterThan(15.5)
    expect(changed / 2000).toBeLessThan(16.5)
  })
})
