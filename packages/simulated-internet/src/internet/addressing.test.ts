import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLoopbackAddressing, singleAddressing } from './addressing.ts'

const loopback = createLoopbackAddressing()
const planned = fc.oneof(
  fc.tuple(fc.constantFrom('192.0.2', '198.51.100', '203.0.113'), fc.nat(255)).map(([net, host]) => `${net}.${host}`),
  fc.tuple(fc.constantFrom(18, 19), fc.nat(255), fc.nat(255)).map((rest) => `198.${rest.join('.')}`),
)

describe('loopback addresses', () => {
  it('correspond to one address of the world each, and convert back to it', () => {
    fc.assert(
      fc.property(planned, (address) => {
        const local = loopback.toLocal(address) ?? ''
        expect(local).toMatch(/^127\.(?!0\.)/)
        expect(loopback.toWorld(local)).toBe(address)
      }),
    )
  })

  it('exist for addresses outside the networks of the world, too', () => {
    const addresses = ['93.184.216.34', '10.0.0.5', ...Array.from({ length: 300 }, (_, index) => `192.168.1.${index}`)]
    const locals = addresses.map((address) => loopback.toLocal(address) ?? '')
    expect(new Set(locals).size).toBe(addresses.length)
    expect(locals[0]).toBe('127.224.0.1')
    expect(locals.map(loopback.toWorld)).toEqual(addresses)
    expect(addresses.map(loopback.toLocal)).toEqual(locals)
  })

  it('exclude IPv6, and leave the addresses of loopback unchanged', () => {
    expect(loopback.toLocal('2001:db8::1')).toBeUndefined()
    expect(loopback.toLocal('127.0.0.2')).toBe('127.0.0.2')
    expect(loopback.toWorld('127.0.0.1')).toBe('127.0.0.1')
    expect(singleAddressing.toLocal('198.51.100.7')).toBe('127.0.0.1')
  })
})
