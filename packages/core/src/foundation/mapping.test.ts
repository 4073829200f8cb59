import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { combine, finish, hashText, between, chance, decimals, entity, fraction, part, pick } from './mapping.ts'

const key = fc.integer({ min: 0, max: 0xffff_ffff })

describe('the mapping', () => {
  it('returns the same value at any time and in any order', () => {
    fc.assert(
      fc.property(
        key,
        fc.string(),
        fc.uniqueArray(fc.string(), { minLength: 2, maxLength: 8 }),
        (world, name, fields) => {
          const of = entity(world, 'host', name)
          const forward = fields.map((field) => fraction(of, field))
          const backward = fields
            .toReversed()
            .map((field) => fraction(entity(world, 'host', name), field))
            .toReversed()
          expect(backward).toEqual(forward)
        },
      ),
    )
  })

  it('separates kinds, names, worlds, parts and fields', () => {
    const of = entity(7, 'host', 'a')
    const values = [
      fraction(of, 'x'),
      fraction(of, 'y'),
      fraction(entity(7, 'zone', 'a'), 'x'),
      fraction(entity(7, 'host', 'b'), 'x'),
      fraction(entity(8, 'host', 'a'), 'x'),
      fraction(part(of, 0), 'x'),
      fraction(part(of, 1), 'x'),
    ]
    expect(new Set(values).size).toBe(values.length)
  })

  it('returns values within its limits', () => {
    fc.assert(
      fc.property(key, fc.integer({ min: -1000, max: 1000 }), fc.nat(1000), (world, least, span) => {
        const of = entity(world, 'k', 'n')
        expect(fraction(of, 'f')).toBeGreaterThanOrEqual(0)
        expect(fraction(of, 'f')).toBeLessThan(1)
        const number = between(of, 'f', least, least + span)
        expect(number >= least && number <= least + span && Number.isInteger(number)).toBe(true)
        expect(['a', 'b', 'c']).toContain(pick(of, 'f', ['a', 'b', 'c']))
      }),
    )
  })

  it('spreads evenly: each tenth of 20,000 draws within 4 standard deviations', () => {
    const tenths = Array<number>(10).fill(0)
    for (let index = 0; index < 20_000; index++) {
      const tenth = Math.floor(fraction(entity(index, 'k', 'n'), 'f') * 10)
      tenths[tenth] = (tenths[tenth] ?? 0) + 1
    }
    for (const count of tenths) expect(Math.abs(count - 2000)).toBeLessThan(4 * Math.sqrt(20_000 * 0.1 * 0.9))
  })

  it('never returns true at probability 0 and always at probability 1', () => {
    fc.assert(
      fc.property(key, (world) => {
        const of = entity(world, 'k', 'n')
        expect(chance(of, 'f', 0)).toBe(false)
        expect(chance(of, 'f', 1)).toBe(true)
      }),
    )
  })

  it('rounds without floating-point noise', () => {
    expect(decimals(1.005, 1)).toBe(1)
    expect(decimals(84.449, 1)).toBe(84.4)
    expect(decimals(0.1 + 0.2, 3)).toBe(0.3)
  })
})

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
