import fc from 'fast-check'
import { getDomain, getPublicSuffix } from 'tldts'
import { describe, expect, it } from 'vitest'
import { isSuffix, zoneOf } from './names.ts'
import { isTopLevel, suffixStart } from './public-suffixes.ts'

/** Returns the registered domain of a name, null for a suffix: like `checkPublicSuffix` of the list's own tests. */
const registered = (name: string): string | null => (isSuffix(name) ? null : zoneOf(name))

describe('the public suffix list', () => {
  // The cases of the list's tests/test_psl.txt.
  it.each<[string, string | null]>([
    ['com', null],
    ['a.b.example.com', 'example.com'],
    ['example', null],
    ['a.b.example.example', 'example.example'],
    ['biz', null],
    ['domain.biz', 'domain.biz'],
    ['uk.com', null],
    ['example.uk.com', 'example.uk.com'],
    ['a.b.example.uk.com', 'example.uk.com'],
    ['test.ac', 'test.ac'],
    ['mm', null],
    ['c.mm', null],
    ['a.b.c.mm', 'b.c.mm'],
    ['ac.jp', null],
    ['test.ac.jp', 'test.ac.jp'],
    ['kyoto.jp', null],
    ['test.kyoto.jp', 'test.kyoto.jp'],
    ['ide.kyoto.jp', null],
    ['a.b.ide.kyoto.jp', 'b.ide.kyoto.jp'],
    ['c.kobe.jp', null],
    ['a.b.c.kobe.jp', 'b.c.kobe.jp'],
    ['city.kobe.jp', 'city.kobe.jp'],
    ['www.city.kobe.jp', 'city.kobe.jp'],
    ['ck', null],
    ['test.ck', null],
    ['a.b.test.ck', 'b.test.ck'],
    ['www.ck', 'www.ck'],
    ['www.www.ck', 'www.ck'],
    ['test.ak.us', 'test.ak.us'],
    ['k12.ak.us', null],
    ['www.test.k12.ak.us', 'test.k12.ak.us'],
    ['xn--85x722f.xn--55qx5d.cn', 'xn--85x722f.xn--55qx5d.cn'],
    ['shishi.xn--fiqs8s', 'shishi.xn--fiqs8s'],
    ['xn--fiqs8s', null],
    ['nhs.uk', null],
    ['shop.co.fr', 'co.fr'],
    ['someone.github.io', 'someone.github.io'],
  ])('makes the registered domain of %s %s', (name, domain) => {
    expect(registered(name)).toBe(domain)
  })

  it('agrees with tldts on every name', () => {
    const options = { allowPrivateDomains: true } as const
    const labels = fc.constantFrom('shop', 'www', 'co', 'com', 'city', 'uk', 'compute', 'amazonaws', 'kobe', 'sch')
    const tops = fc.constantFrom('com', 'uk', 'jp', 'ck', 'us', 'no', 'io', 'com.au', 'amazonaws.com', 'test', 'nope')
    fc.assert(
      fc.property(fc.array(labels, { maxLength: 4 }), tops, (above, top) => {
        const name = [...above, top].join('.')
        expect(registered(name), name).toBe(getDomain(name, options))
        expect(name.slice(suffixStart(name))).toBe(getPublicSuffix(name, options))
      }),
    )
  })

  it('has the top-level domains of the DNS, and the two in which simulated names are', () => {
    for (const label of ['com', 'uk', 'za', 'arpa', 'xn--fiqs8s', 'example', 'test'])
      expect(isTopLevel(label), label).toBe(true)
    for (const label of ['invalid', 'local', 'localhost', 'onion', 'alt', 'internal', 'lan', ''])
      expect(isTopLevel(label), label).toBe(false)
  })
})
