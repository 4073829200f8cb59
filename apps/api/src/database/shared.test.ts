import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyCharacter, anyText } from '../../test/support/any-text.ts'
import { isWhole, keptInput } from './shared.ts'

const inputs = fc.oneof(anyText, fc.string({ unit: anyCharacter, minLength: 1900, maxLength: 2100 }))

it('stores well-formed text of at most 2000 units, and marks it as complete only if it is', () => {
  fc.assert(
    fc.property(inputs, (input) => {
      const kept = keptInput(input)
      expect(kept.length).toBeLessThanOrEqual(2000)
      expect(input.startsWith(kept)).toBe(true)
      expect(kept).not.toMatch(/\p{Surrogate}/u)
      if (isWhole(kept)) expect(kept).toBe(input)
    }),
  )
})

it('marks text below the limit as complete, and never text that was cut', () => {
  expect(isWhole(keptInput('x'.repeat(1998)))).toBe(true)
  expect(isWhole(keptInput('x'.repeat(2001)))).toBe(false)
  expect(isWhole(keptInput(`${'x'.repeat(1999)}😀`))).toBe(false)
})
