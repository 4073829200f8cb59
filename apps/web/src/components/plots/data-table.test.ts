import { describe, expect, it } from 'vitest'
import { isProse } from './data-table.tsx'

describe('isProse', () => {
  it('recognizes sentences and names', () => {
    for (const text of [
      'The mail servers of the domain may send.',
      'United Arab Emirates',
      'Send X-Frame-Options: DENY',
    ]) {
      expect(isProse(text), text).toBe(true)
    }
  })

  it('shows records, addresses and policies in the monospaced font', () => {
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
