import { describe, expect, it } from 'vitest'
import { canonicalBody, type RawField, signedHeader } from './dkim-message.ts'

describe('the canonical form of a body', () => {
  // The examples of RFC 6376, section 3.4.5.
  it('is the form that the standard shows', () => {
    const body = ' C \r\nD \t E\r\n\r\n\r\n'
    expect(canonicalBody(body, 'relaxed')).toBe(' C\r\nD E\r\n')
    expect(canonicalBody(body, 'simple')).toBe(' C \r\nD \t E\r\n')
    expect([canonicalBody('', 'relaxed'), canonicalBody('', 'simple')]).toEqual(['', '\r\n'])
    expect([canonicalBody('\r\n\r\n', 'relaxed'), canonicalBody('\r\n', 'simple')]).toEqual(['', '\r\n'])
    expect(canonicalBody('a \t', 'relaxed')).toBe('a\r\n')
  })

  it('is made in a time that grows with the length only', () => {
    const begun = performance.now()
    expect(canonicalBody(`${' '.repeat(1_000_000)}x`, 'relaxed')).toBe(' x\r\n')
    expect(canonicalBody(`${'\r\n'.repeat(500_000)}x`, 'simple')).toHaveLength(1_000_003)
    expect(performance.now() - begun).toBeLessThan(10_000)
  })
})

describe('the header that a signature covers', () => {
  const field = (raw: string): RawField => ({ name: raw.slice(0, raw.indexOf(':')).toLowerCase(), raw })
  const signature = field('DKIM-Signature: v=1; b=abc; d=a.example')

  it('has the last of equal fields first, and the signature without its value', () => {
    const fields = [field('To: a'), field('From:  b'), field('To: c')]
    expect(signedHeader(fields, ['to', 'from', 'to', 'to'], signature, 'relaxed')).toBe(
      'to:c\r\nfrom:b\r\nto:a\r\ndkim-signature:v=1; b=; d=a.example',
    )
  })

  it('is made in a time that grows with the numbers of names and fields only', () => {
    const fields = Array.from({ length: 100_000 }, (_, index) => field(`X-${index}: a`))
    const begun = performance.now()
    signedHeader(
      fields,
      Array.from({ length: 100_000 }, () => 'from'),
      signature,
      'simple',
    )
    expect(performance.now() - begun).toBeLessThan(10_000)
  })
})
