import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressOf } from './api.ts'
import { isLocal, parseApiUrl } from '../state/api-url.ts'

describe('the address of a service', () => {
  it.each([
    ['http://localhost:5000', 'http://localhost:5000'],
    ['https://netbox.example/', 'https://netbox.example'],
    ['https://netbox.example/api', 'https://netbox.example'],
    ['https://netbox.example/tools/api/', 'https://netbox.example/tools'],
    ['HTTPS://NETBOX.example:443', 'https://netbox.example'],
  ])('%s is read as %s', (text, address) => expect(parseApiUrl(text)).toBe(address))

  it.each([
    '',
    'netbox.example',
    'ftp://netbox.example',
    'https://a:b@netbox.example',
    'https://n.example/?q',
    'javascript:alert(1)',
  ])('%j is refused', (text) => expect(parseApiUrl(text)).toBeUndefined())

  it.each(['http://localhost:1', 'http://127.4.5.6', 'http://[::1]:5000', 'http://box.localhost'])(
    '%s is on this machine',
    (address) => expect(isLocal(address)).toBe(true),
  )

  it.each(['https://netbox.example', 'http://127.0.0.1.example', 'http://10.0.0.1'])('%s is not', (address) =>
    expect(isLocal(address)).toBe(false),
  )
})

describe('the address of a path', () => {
  const base = 'https://netbox.example/inner'

  it('is below /api for any path, or refused', () => {
    const piece = fc.constantFrom(
      '/',
      '.',
      '..',
      '%2e',
      '%2E',
      '%2f',
      '\\',
      '%5c',
      '//',
      '@',
      ':',
      'usage',
      'api',
      '?',
      '#',
      '\t',
      'é',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        let address: string
        try {
          address = addressOf(base, `/${pieces.join('')}`)
        } catch (error) {
          expect(String(error)).toContain("The path can't be")
          return
        }
        const { origin, pathname } = new URL(address)
        expect(origin).toBe('https://netbox.example')
        expect(pathname.startsWith('/inner/api/')).toBe(true)
        expect(decodeURIComponent(pathname).split(/[/\\]/)).not.toContain('..')
      }),
      { numRuns: 2000 },
    )
  })

  it('may have the prefix, a query and an empty end', () => {
    expect(addressOf(base, '/usage')).toBe(`${base}/api/usage`)
    expect(addressOf(base, '/api/usage?a=b')).toBe(`${base}/api/usage?a=b`)
    expect(addressOf(base, '/tokens/')).toBe(`${base}/api/tokens/`)
  })
})
