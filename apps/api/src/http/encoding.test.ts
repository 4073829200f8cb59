import { describe, expect, it } from 'vitest'
import { chooseEncoding } from './encoding.ts'

describe('the form of an answer', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.000, gzip;q=0', undefined],
    ['BR', 'br'],
    ['*', 'br'],
    ['br;q=0, *;q=0.5', 'gzip'],
    ['*;q=0', undefined],
    ['brotli', undefined],
  ])('for %j is %j', (accepted, chosen) => {
    expect(chooseEncoding(accepted)).toBe(chosen)
  })
})
