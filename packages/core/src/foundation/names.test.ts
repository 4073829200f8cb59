import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAddress } from './addresses.ts'
import { addressFromLabel, labelOf, zoneOf } from './names.ts'

describe('names', () => {
  it.each([
    ['mx1.mail.example', 'mail.example'],
    ['mail.example', 'mail.example'],
    ['a.b.shop.co.uk', 'shop.co.uk'],
    ['shop.co.uk', 'shop.co.uk'],
    ['co.uk', 'co.uk'],
    ['www.example.com', 'example.com'],
    ['a.co.example', 'co.example'],
  ])('assigns %s to the zone %s', (name, zone) => {
    expect(zoneOf(name)).toBe(zone)
  })

  it('writes every address as a label and reads it back', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
        const address = parseAddress(text)
        if (address === undefined) return
        const label = labelOf(address)
        expect(label).toMatch(/^[a-z0-9-]{1,63}$/)
        expect(parseAddress(addressFromLabel(label) ?? '')).toBe(address)
      }),
    )
  })

  it.each(['ip-300-1-1-1', 'ip-1-2-3', 'ipsum', 'ip6-1-2', 'mx1'])('reads no address from %s', (label) => {
    expect(addressFromLabel(label)).toBeUndefined()
  })
})
