import { describe, expect, it } from 'vitest'
import { places } from './places.ts'
import { registryOf } from './registries.ts'

describe('registryOf', () => {
  it('assigns North America to ARIN and no other region', () => {
    for (const { country, countryCode } of places) {
      const northern = country === 'United States' || country === 'Canada'
      expect(registryOf(countryCode) === 'ARIN', country).toBe(northern)
    }
  })

  it('knows the registries of easily confused neighbors', () => {
    expect(['AE', 'ZA', 'BR', 'SG', 'GB'].map(registryOf)).toEqual([
      'RIPE NCC',
      'AFRINIC',
      'LACNIC',
      'APNIC',
      'RIPE NCC',
    ])
  })
})
