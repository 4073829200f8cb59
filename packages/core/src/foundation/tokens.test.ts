import fc from 'fast-check'
import { expect, it } from 'vitest'
import { entity } from './mapping.ts'
import { numberedToken, tokenOf } from './tokens.ts'

const id = entity(1, 'mailbox', 'imap.mail.example')

it('gives each number below 2^20 another token', () => {
  const tokens = new Set<string>()
  for (let number = 0; number < 2 ** 20; number++) tokens.add(numberedToken(id, 'message', 4, number))
  expect(tokens.size).toBe(2 ** 20)
})

it('keeps the characters of the entity before the characters of the number', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 20 - 1 }), (number) => {
      const token = numberedToken(id, 'message', 16, number)
      expect(token).toMatch(/^[a-z2-9]{16}$/)
      expect(token.slice(0, 12)).toBe(tokenOf(id, 'message', 12))
    }),
  )
})
