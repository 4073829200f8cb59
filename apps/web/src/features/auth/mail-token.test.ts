import { describe, expect, it } from 'vitest'
import { tokenIn } from './mail-token.ts'

describe('the token of a mail', () => {
  it('is behind the hash, encoded for an address', () => {
    expect(tokenIn('#token=abc.def')).toBe('abc.def')
    expect(tokenIn('#token=a%2Bb%3D')).toBe('a+b=')
    for (const none of ['', '#', '#token=', '#content']) expect(tokenIn(none)).toBeUndefined()
  })
})
