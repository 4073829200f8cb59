import { expect, it } from 'vitest'
import { parseReceived } from './received.ts'

it('reads the envelope sender of a line', () => {
  const senderIn = (comment: string) => parseReceived(`from a.example by b.example (${comment}); x`).envelope
  expect(senderIn('envelope-from <ana@mail.example>')).toBe('<ana@mail.example>')
  expect(senderIn('envelope-from=ana@mail.example')).toBe('ana@mail.example')
  expect(senderIn('envelope-from <')).toBeUndefined()
})

it('reads a line in a time that grows with its length only', () => {
  const begun = performance.now()
  for (const text of ['envelope-from<', 'envelope-from=<', '(', '[', 'helo ', 'a.', '\\', '@', ' ;'])
    parseReceived(`from a.example (${text.repeat(262_144 / text.length)}`)
  expect(performance.now() - begun).toBeLessThan(10_000)
})
