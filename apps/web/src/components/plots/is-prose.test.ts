import { describe, expect, it } from 'vitest'
import { isProse } from './is-prose.ts'

describe('isProse', () => {
  it('knows sentences and names', () => {
    for (const text of [
      'The mail servers of the domain may send.',
      'United Arab Emirates',
      'Send X-Frame-Options: DENY',
    ]) {
      expect(isProse(text), text).toBe(true)
    }
  })

  it('leaves records, addresses and policies to the face of machines', () => {
    for (const text of [
      'v=spf1 mx ip4:203.0.113.0/24 ~all',
      "default-src 'self'; object-src 'none'",
      '203.0.113.80',
      'OPEN',
      '—',
    ]) {
      expect(isProse(text), text).toBe(false)
    }
  })
})
