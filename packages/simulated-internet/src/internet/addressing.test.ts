import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loopbackAddressing, singleAddressing } from './addressing.ts'

const planned = fc.oneof(
  fc.tuple(fc.constantFrom('192.0.2', '198.51.100', '203.0.113'), fc.nat(255)).map(([net, host]) => `${net}.${host}`),
  fc.tuple(fc.constantFrom(18, 19), fc.nat(255), fc.nat(255)).map((rest) => `198.${rest.join('.')}`),
)

describe('loopback addresses', () => {
  it('correspond to one address of the world each, and convert back to it', () => {
    fc.assert(
      fc.property(planned, (address) => {
        const local = loopbackAddressing.toLocal(address) ?? ''
        expect(local).toMatch(/^127\.(?!0\.)/)
        expect(loopbackAddressing.toWorld(local)).toBe(address)
      }),
    )
  })

  it('exclude IPv6, and leave addresses outside the world unchanged', () => {
    expect(loopbackAddressing.toLocal('2001:db8::1')).toBeUndefined()
    expect(loopbackAddressing.toLocal('127.0.0.2')).toBe('127.0.0.2')
    expect(loopbackAddressing.toWorld('127.0.0.1')).toBe('127.0.0.1')
    expect(singleAddressing.toLocal('198.51.100.7')).toBe('127.0.0.1')
  })
})
