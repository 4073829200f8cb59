import { describe, expect, it } from 'vitest'
import { figureKind } from './key-figures.tsx'

describe('figureKind', () => {
  it('sets numbers and short words in the display font', () => {
    for (const value of ['2', '10.3', '+68.8', '14400', 'HTTPS', 'RIPE NCC', '—', 'A+', '7 days']) {
      expect(figureKind(value), value).toBe('plain')
    }
  })

  it('sets addresses, names and dates in the monospaced font', () => {
    for (const value of ['203.0.113.80', '2019-03-16', '2026111304', 'Asia/Dubai', '198.51.100.0/24']) {
      expect(figureKind(value), value).toBe('machine')
    }
    expect(figureKind('www-shop.shops.storepier.example')).toBe('machine long')
  })

  it('makes longer words smaller', () => {
    expect(figureKind('Lantern Domains')).toBe('words')
  })
})
