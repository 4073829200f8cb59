import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { combine, finish, hashText } from './hash.ts'

const bits = (number: number): number => number.toString(2).replaceAll('0', '').length

describe('the hash', () => {
  it('gives these values for ever: they are the world', () => {
    expect([hashText(''), hashText('a'), hashText('netbox-sim/1'), hashText('São Paulo', 42)]).toEqual([
      0, 721651713, 3048233999, 1473609398,
    ])
    expect([combine(0, 0), combine(1, 2), combine(2, 1), finish(1)]).toEqual([
      4279838538, 1712224151, 2460937565, 1364076727,
    ])
  })

  it('gives unsigned 32-bit integers', () => {
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
