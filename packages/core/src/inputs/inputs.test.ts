import fc from 'fast-check'
import { anyText } from '../../test/support/any-text.ts'
import { describe, expect, it } from 'vitest'
import {
  type Input,
  MAX_INPUT_LENGTH,
  parseInput,
  addressInput,
  domainInput,
  endpointInput,
  hostInput,
} from './inputs.ts'

const read = <Value>(input: Input<Value>, text: string) => parseInput(input, text.trim())?.canonical

describe('a domain name', () => {
  it.each([
    ['Example.COM', 'example.com'],
    ['example.com.', 'example.com'],
    ['https://www.example.com/path?query#part', 'www.example.com'],
    ['http://user:secret@example.com:8080/', 'example.com'],
    ['ana@example.com', 'example.com'],
    ['example.com:443', 'example.com'],
    ['example.com/path', 'example.com'],
    ['_dmarc.example.com', '_dmarc.example.com'],
    ['münchen.de', 'xn--mnchen-3ya.de'],
    ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
    ['☕.example', 'xn--53h.example'],
    ['例え。テスト', 'xn--r8jz45g.xn--zckzah'],
    ['日本語。jp。', 'xn--wgv71a119e.jp'],
    ['نامه\u200cای.com', 'xn--mgba3gch31f060k.com'],
    ['ΒΌΛΟΣ.com', 'xn--nxasmq6b.com'],
    ['ex\u00adam\u200bple.com', 'example.com'],
    ['XN--BCHER-KVA.example', 'xn--bcher-kva.example'],
  ])('%s is read as %s', (text, canonical) => {
    expect(read(domainInput, text)).toBe(canonical)
  })

  it.each([
    '198.51.100.25',
    '2001:db8::1',
    'localhost',
    'exa mple.com',
    'exa\u00a0mple.com',
    'shop#1.example',
    'shop.example#top',
    'xn--0.example',
    'xn--a-ecp.example',
    'a\u200cb.example',
    'example..com',
    '.example.com',
    '-a.example',
    'a-.example',
    'ex\u0007ample.com',
    'example\u202e.com',
    'example.com\nother.com',
    'a,b.example',
    'https://',
    '@',
    '%61.example',
    `${'a.'.repeat(130)}example`,
    'x'.repeat(1_000_000),
    `${'a'.repeat(64)}.example`,
  ])('refuses %j', (text) => {
    expect(read(domainInput, text)).toBeUndefined()
  })
})

describe('a host', () => {
  it.each([
    ['198.51.100.25', '198.51.100.25'],
    ['198.51.100.25:80', '198.51.100.25'],
    ['2001:DB8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['https://[2001:db8::1]:8443/x', '2001:db8::1'],
    ['Shop.Example', 'shop.example'],
  ])('%s is read as %s', (text, canonical) => {
    expect(read(hostInput, text)).toBe(canonical)
  })

  it.each([
    '198.051.100.25',
    '256.1.1.1',
    'fe80::1%eth0',
    '[fe80::1%25eth0]',
    '1.2.3',
    'shop',
    '203.0.113.0/24',
    '2001:db8::/32',
  ])('refuses %j', (text) => {
    expect(read(hostInput, text)).toBeUndefined()
  })
})

describe('an address', () => {
  it.each([
    ['198.51.100.25', '198.51.100.25'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['http://192.0.2.1/', '192.0.2.1'],
    ['https://[2001:db8::1]:8443/x', '2001:db8::1'],
    ['198.51.100.25:80', '198.51.100.25'],
  ])('%s is read as %s', (text, canonical) => {
    expect(read(addressInput, text)).toBe(canonical)
  })

  it.each(['shop.example', 'http://shop.example/', '198.51.100.25#1', '203.0.113.0/24'])('refuses %j', (text) => {
    expect(read(addressInput, text)).toBeUndefined()
  })
})

describe('a host and a port', () => {
  const input = endpointInput('IP/Domain:Port', 80)

  it.each([
    ['shop.example', 'shop.example:80'],
    ['shop.example:443', 'shop.example:443'],
    ['198.51.100.25:1', '198.51.100.25:1'],
    ['[::1]:25', '[::1]:25'],
    ['2001:db8::1', '[2001:db8::1]:80'],
    ['[2001:db8::1]', '[2001:db8::1]:80'],
    ['shop.example:65535', 'shop.example:65535'],
    ['https://shop.example:8443/x', 'shop.example:8443'],
  ])('%s is read as %s', (text, canonical) => {
    expect(read(input, text)).toBe(canonical)
  })

  it.each([
    'shop.example:0',
    'shop.example:65536',
    'shop.example:080',
    'shop.example:',
    'shop.example:80a',
    'shop.example:-1',
    ':80',
    '[::1:25',
    '[fe80::1%eth0]:25',
  ])('refuses %j', (text) => {
    expect(read(input, text)).toBeUndefined()
  })
})

describe('every input', () => {
  const inputs: readonly Input<unknown>[] = [domainInput, hostInput, addressInput, endpointInput('X', 1)]

  it('never throws, and reads its own canonical form as itself', () => {
    const typed = fc.oneof(
      anyText,
      fc.domain(),
      fc.webUrl(),
      fc.emailAddress(),
      fc.ipV4(),
      fc.ipV6(),
      fc.ipV4Extended(),
    )
    fc.assert(
      fc.property(fc.constantFrom(...inputs), typed, (input, text) => {
        const canonical = read(input, text)
        if (canonical !== undefined) expect(read(input, canonical)).toBe(canonical)
      }),
      { numRuns: 2000 },
    )
  })

  it('refuses a text longer than the limit, and a missing one', () => {
    for (const input of inputs) {
      expect(read(input, 'a'.repeat(MAX_INPUT_LENGTH + 1))).toBeUndefined()
      // Scripts without types may pass anything.
      for (const nothing of [undefined, null, '']) expect(parseInput(input, nothing as string)).toBeUndefined()
    }
  })
})
