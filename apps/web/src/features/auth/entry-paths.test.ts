import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DASHBOARD, loginPath, nextPath } from './entry-paths.ts'

const origin = 'https://netbox.example'
const next = (wanted: string) => nextPath(`?next=${encodeURIComponent(wanted)}`, origin)

describe('the page after a sign-in', () => {
  it('is the dashboard by default', () => {
    for (const search of ['', '?', '?next=', '?other=/pricing']) expect(nextPath(search, origin)).toBe(DASHBOARD)
  })

  it('is a path of this site, with its query and hash', () => {
    expect(next('/email-migration')).toBe('/email-migration')
    expect(next('/mx-record?input=mail.example&seed=k3f9#report')).toBe(
      '/mx-record?input=mail.example&seed=k3f9#report',
    )
  })

  it.each([
    'https://evil.example/',
    '//evil.example',
    '///evil.example',
    String.raw`/\evil.example`,
    '/\t/evil.example',
    '/..//evil.example',
    'javascript:alert(1)',
    'evil.example',
    '\u0000//evil.example',
  ])('is never another site: %j', (wanted) => {
    expect(next(wanted)).toBe(DASHBOARD)
  })

  it('never leaves this site, for any requested address', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('/', '\\', '.', ':', '@', '?', '#', '%', '\t', '\n', ' ', 'a', 'http') }),
        (wanted) => {
          const path = next(wanted)
          expect(path.startsWith('/')).toBe(true)
          expect(new URL(path, origin).origin).toBe(origin)
        },
      ),
    )
  })

  it('is not the sign-in page itself', () => {
    expect(next('/login')).toBe(DASHBOARD)
    expect(next('/register?x=1')).toBe(DASHBOARD)
  })
})

describe('the address of the sign-in page', () => {
  it('contains the page to return to, unless it is the default', () => {
    expect(loginPath('/dashboard')).toBe('/login')
    expect(nextPath(loginPath('/dashboard/dns?input=a b').slice('/login'.length), origin)).toBe(
      '/dashboard/dns?input=a%20b',
    )
  })
})
