import { describe, expect, it } from 'vitest'
import { figureLook } from './figure-look.ts'

describe('figureLook', () => {
  it('lets numbers and short words speak', () => {
    for (const value of ['2', '10.3', '+68.8', '14400', 'HTTPS', 'RIPE NCC', '—', 'A+', '7 days']) {
      expect(figureLook(value), value).toBe('')
    }
  })

  it('sets what a machine would type in its face', () => {
    for (const value of ['203.0.113.80', '2019-03-16', '2026111304', 'Asia/Dubai', '198.51.100.0/24']) {
      expect(figureLook(value), value).toBe('machine')
    }
    expect(figureLook('www-shop.shops.storepier.example')).toBe('machine long')
  })

  it('keeps longer words in the face of words', () => {
    expect(figureLook('Lantern Domains')).toBe('words')
  })
})
