import { describe, expect, it } from 'vitest'
import { type RsaBits, rsaKey, rsaKeyCount } from './rsa-keys.ts'

describe('the RSA keys of the pool', () => {
  it.each<[RsaBits, number]>([
    [1024, 120],
    [2048, 276],
  ])('of %i bits are %i distinct keys, each with its full length', (bits, count) => {
    expect(rsaKeyCount(bits)).toBe(count)
    const keys = Array.from({ length: count }, (_, number) => rsaKey(bits, number).modulus)
    expect(new Set(keys).size).toBe(count)
    expect(new Set(keys.map((modulus) => modulus.toString(2).length))).toEqual(new Set([bits]))
  })
})
