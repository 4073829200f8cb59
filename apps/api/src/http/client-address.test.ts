import { describe, expect, it } from 'vitest'
import { createClientAddresses, isNetwork, limiterKey } from './client-address.ts'

describe('createClientAddresses', () => {
  it('ignores forwarded addresses when no proxy is configured', () => {
    expect(createClientAddresses([]).clientOf('203.0.113.9', '198.51.100.1')).toBe('203.0.113.9')
  })

  it('ignores forwarded addresses from a peer that is not a trusted proxy', () => {
    expect(createClientAddresses(['10.0.0.0/8']).clientOf('203.0.113.9', '198.51.100.1')).toBe('203.0.113.9')
  })

  it('uses the address that the last trusted proxy saw, not what the client wrote before it', () => {
    const addresses = createClientAddresses(['10.0.0.0/8'])
    expect(addresses.clientOf('10.0.0.1', '1.2.3.4, 198.51.100.7, 10.0.0.2')).toBe('198.51.100.7')
  })

  it('uses the proxy’s address if the header is not an address', () => {
    expect(createClientAddresses(['10.0.0.1']).clientOf('10.0.0.1', 'unknown')).toBe('10.0.0.1')
  })

  it('recognizes a proxy by its IPv4-mapped IPv6 address', () => {
    expect(createClientAddresses(['127.0.0.1']).clientOf('::ffff:127.0.0.1', '2001:db8::1')).toBe('2001:db8::1')
  })
})

describe('limiterKey', () => {
  it('returns one key for all addresses of an IPv6 /64', () => {
    const keys = ['2001:db8::1', '2001:db8:0:0:ffff::2', '2001:0db8:0000::9'].map((address) => limiterKey(address))
    expect(new Set(keys)).toEqual(new Set(['2001:db8::/64']))
    expect(limiterKey('2001:db8:0:1::1')).toBe('2001:db8:0:1::/64')
    expect(limiterKey('::1')).toBe('::/64')
  })

  it('returns different keys for IPv4 addresses', () => {
    expect(limiterKey('203.0.113.9')).toBe('203.0.113.9')
  })
})

describe('isNetwork', () => {
  it('accepts only addresses and CIDR networks', () => {
    expect(['10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'].every((text) => isNetwork(text))).toBe(true)
    expect(['', 'proxy', '10.0.0.0/33', '10.0.0.0/8/8', 'fd00::/x'].some((text) => isNetwork(text))).toBe(false)
  })
})
