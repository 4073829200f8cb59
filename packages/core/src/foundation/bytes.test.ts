import fc from 'fast-check'
import { expect, it } from 'vitest'
import { base64Of, bytesOfBase64 } from './bytes.ts'

it('base64 is as in Node, in both directions, with or without padding', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      const text = base64Of(bytes)
      expect(text).toBe(Buffer.from(bytes).toString('base64'))
      expect(bytesOfBase64(text)).toEqual(bytes)
      expect(bytesOfBase64(text.replace(/=+$/, ''))).toEqual(bytes)
    }),
  )
})

it.each(['A', 'AAAAA', 'AAA==', 'A===', 'AA=', 'AA=A', 'AA A', 'AA-_', 'é'])('%s is not base64', (text) => {
  expect(bytesOfBase64(text)).toBeUndefined()
})
