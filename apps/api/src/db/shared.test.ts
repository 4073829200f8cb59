import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isWhole, keptInput } from './shared.ts'

const inputs = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary', minLength: 1900, maxLength: 2100 }))

it('keeps well-formed text of at most 2000 units, and says that it is whole only when it is', () => {
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

it('calls whole what has room to spare, and nothing that was cut', () => {
  expect(isWhole(keptInput('x'.repeat(1998)))).toBe(true)
  expect(isWhole(keptInput('x'.repeat(2001)))).toBe(false)
  expect(isWhole(keptInput(`${'x'.repeat(1999)}😀`))).toBe(false)
})
