import { expect, it } from 'vitest'
import { addressInName } from './computed-addresses.ts'

it.each([
  ['10.0.0.1.sslip.io', '10.0.0.1'],
  ['www.192-168-7-20.nip.io', '192.168.7.20'],
  ['app-127-0-0-1.nip.io', '127.0.0.1'],
  ['1.2.3.4.10.0.0.1.sslip.io', '10.0.0.1'],
  ['app.0a000001.nip.io', '10.0.0.1'],
  ['app-c0a80714.nip.io', '192.168.7.20'],
  ['300.0.0.1.sslip.io', undefined],
  ['10.0.0.sslip.io', undefined],
  ['www.sslip.io', undefined],
])('reads the IPv4 address in %s', (name, address) => {
  expect(addressInName(name, 'A')).toBe(address)
})

it.each([
  ['--1.sslip.io', '::1'],
  ['www.2001-db8--7.sslip.io', '2001:db8::7'],
  ['10-0-0-1.sslip.io', undefined],
  ['www.sslip.io', undefined],
])('reads the IPv6 address in %s', (name, address) => {
  expect(addressInName(name, 'AAAA')).toBe(address)
})
