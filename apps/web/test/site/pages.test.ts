import type { Element } from 'happy-dom'
import { describe, expect, it } from 'vitest'
import { ORIGIN } from '../../src/lib/page/page-start.ts'
import { routes } from '../../src/routes/routes.ts'
import {
  type BuiltPage,
  builtPage,
  builtPages,
  hasFile,
  hasPage,
  pageFiles,
  publicPages,
  siteBytes,
  siteFile,
  textsOf,
} from './support/built-site.ts'

const meta = ({ document }: BuiltPage, name: string): string | null =>
  document.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content') ?? null

const canonical = ({ document }: BuiltPage): string | null =>
  document.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? null

const structuredData = ({ document }: BuiltPage): unknown =>
  JSON.parse(document.querySelector('script[type="application/ld+json"]')?.textContent ?? 'null')

const found = () => builtPages().filter(({ route }) => route.page !== 'not-found')

/** Lists the faults of many pages, each with its page. */
const faultsIn = (pages: readonly BuiltPage[], faultsOf: (page: BuiltPage) => readonly string[]): string[] =>
  pages.flatMap((page) => faultsOf(page).map((fault) => `${page.path}: ${fault}`))

const hrefsIn = ({ document }: BuiltPage, selector: string): string[] =>
  [...document.querySelectorAll(selector)].flatMap((element) => element.getAttribute('href') ?? [])

// A header or footer within one of these elements is part of that element, and not a landmark of the page.
const isOfPage = (element: Element): boolean => element.closest('main, section, article, aside') === null

const landmarks = ({ document }: BuiltPage, selector: string): Element[] =>
  [...document.querySelectorAll(selector)].filter(isOfPage)

const once = (page: BuiltPage, selectors: readonly string[]): string[] =>
  selectors
    .filter((selector) => page.document.querySelectorAll(selector).length !== 1)
    .map((selector) => `not one ${selector}`)

describe('the head of a page', () => {
  it('preloads the code of the site and the session if the content comes from a script, and shows its heading until then', () => {
    const dashboard = builtPage('/dashboard')
    const scripts = hrefsIn(dashboard, 'link[rel="modulepreload"]').join(' ')
    expect(scripts).toMatch(/assets\/site-[\w-]+\.js/)
    expect(scripts).toMatch(/assets\/account-[\w-]+\.js/)
    expect(dashboard.document.querySelector('main h1')?.textContent).toBe('Dashboard')
    expect(hrefsIn(builtPage('/pricing'), 'link[rel="modulepreload"]').join(' ')).not.toContain('/site-')
  })

  it('loads at most 12 kB of script before the first paint of a public page', () => {
    for (const page of publicPages()) {
      const entry = page.document.querySelector('script[type="module"]')?.getAttribute('src') ?? ''
      const scripts = [entry, ...hrefsIn(page, 'link[rel="modulepreload"]')]
      const size = scripts.reduce((sum, script) => sum + siteBytes(script.slice(1)).length, 0)
      expect(size, `${page.path}: ${scripts.join(' ')}`).toBeLessThan(12_000)
    }
  })

  it('has a title, a description and keywords that no other page has', () => {
    const pages = builtPages()
    expect(pages.filter(({ document, route }) => document.title !== route.title).map(({ path }) => path)).toEqual([])
    for (const { document, path } of pages) expect(document.title, path).toMatch(/. · netbox$/)
    expect(new Set(pages.map(({ document }) => document.title)).size).toBe(pages.length)
    for (const name of ['description', 'keywords']) {
      const values = pages.map((page) => meta(page, name) ?? '')
      expect(new Set(values).size, name).toBe(pages.length)
      expect(values.filter((value) => value.length <= 10)).toEqual([])
    }
  })

  it('describes every public page in more than 40 characters', () => {
    const short = publicPages().filter(
      (page) => page.route.page !== 'not-found' && (meta(page, 'description') ?? '').length <= 40,
    )
    expect(short.map(({ path }) => path)).toEqual([])
  })

  it('gives search engines and link previews the same title, description and address', () => {
    for (const page of found()) {
      const { document, path } = page
      expect(canonical(page), path).toBe(`${ORIGIN}${path}`)
      expect([meta(page, 'og:title'), meta(page, 'og:description'), meta(page, 'og:url')], path).toEqual([
        document.title,
        meta(page, 'description'),
        `${ORIGIN}${path}`,
      ])
    }
  })

  it('describes a free web application at the address of the page as structured data', () => {
    for (const page of found())
      expect(structuredData(page), page.path).toMatchObject({
        '@context': 'https://schema.org',
        '@type': 'WebApplication',
        url: `${ORIGIN}${page.path}`,
        offers: { price: '0', priceCurrency: 'USD' },
      })
  })

  it('excludes search engines from the page for missing addresses and from private pages only', () => {
    const missing = builtPage('/404')
    expect([meta(missing, 'robots'), canonical(missing), structuredData(missing)]).toEqual(['noindex', null, null])
    const isPrivate = (path: string) => /^\/(?:login|reset|confirm|embed|admin|dashboard|tools)(?:\/|$)/.test(path)
    for (const page of found()) expect(meta(page, 'robots'), page.path).toBe(isPrivate(page.path) ? 'noindex' : null)
  })

  it('sets language, viewport and both colors of the browser’s bar', () => {
    for (const page of builtPages()) {
      expect(page.document.documentElement.getAttribute('lang'), page.path).toBe('en')
      expect(meta(page, 'viewport'), page.path).toBe('width=device-width, initial-scale=1')
      expect(meta(page, 'color-scheme'), page.path).toBe('light dark')
      expect(page.document.querySelectorAll('meta[name="theme-color"][media]'), page.path).toHaveLength(2)
    }
  })
})

describe('the build', () => {
  it('has a file for every route, and no other pages except the documentation', () => {
    expect(routes.filter(({ path }) => !hasPage(path)).map(({ path }) => path)).toEqual([])
    expect(pageFiles().filter((name) => !/^docs(?:\.html|[\\/])/.test(name))).toHaveLength(routes.length)
  })
})

describe('a page', () => {
  it('needs nothing that the content security policy forbids: no inline script, style or handler', () => {
    const faults = faultsIn(builtPages(), ({ document }) =>
      [...document.querySelectorAll('*')].flatMap((element) => {
        const { localName } = element
        const isData = element.getAttribute('type') === 'application/ld+json'
        const handlers = element.getAttributeNames().filter((name) => name === 'style' || name.startsWith('on'))
        return [
          ...handlers.map((name) => `${name} of a ${localName}`),
          ...(localName === 'style' ? ['a style element'] : []),
          ...(localName === 'script' && !isData && element.getAttribute('src') === null ? ['an inline script'] : []),
        ]
      }),
    )
    expect(faults).toEqual([])
  })

  it('loads only files that the build has', () => {
    const faults = faultsIn(builtPages(), ({ document }) =>
      [...document.querySelectorAll('script[src], link[href]:not([rel="canonical"]), img[src]')]
        .map((element) => element.getAttribute('src') ?? element.getAttribute('href') ?? '')
        .filter((address) => !address.startsWith('/') || !hasFile(address)),
    )
    expect(faults).toEqual([])
  })

  it('has one main heading, one main landmark and one banner', () => {
    const faults = faultsIn(builtPages(), (page) => [
      ...once(page, ['h1', 'main']),
      // The embedded card has no banner.
      ...(landmarks(page, 'header').length === (page.path === '/embed' ? 0 : 1) ? [] : ['not one banner']),
    ])
    expect(faults).toEqual([])
  })

  it('begins with a skip link to its content where it has a navigation', () => {
    const pages = builtPages().filter((page) => landmarks(page, 'header nav').length > 0)
    const faults = faultsIn(pages, (page) => [
      ...once(page, ['main#content[tabindex="-1"]']),
      ...(hrefsIn(page, 'a')[0] === '#content' ? [] : ['no skip link']),
    ])
    expect(faults).toEqual([])
    expect(pages.map(({ path }) => path)).toEqual(expect.arrayContaining(['/', '/mx-record', '/help', '/pricing']))
  })

  it('gives each element a unique id', () => {
    const faults = faultsIn(builtPages(), ({ document }) => {
      const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
      return ids.filter((id, at) => ids.indexOf(id) !== at)
    })
    expect(faults).toEqual([])
  })
})

describe('a public page', () => {
  it('has its content without scripts', () => {
    const faults = faultsIn(publicPages(), (page) => {
      const [text = ''] = textsOf(page, 'main')
      const broken = /undefined|NaN|\[object/.exec(text)
      return [...(text.length > 100 ? [] : ['next to no text']), ...(broken === null ? [] : [`says ${broken[0]}`])]
    })
    expect(faults).toEqual([])
  })

  it('says © 2024 in its footer', () => {
    const faults = faultsIn(publicPages(), (page) => {
      const [foot, ...more] = landmarks(page, 'footer')
      return more.length === 0 && foot?.textContent.includes('© 2024') === true ? [] : ['no copyright']
    })
    expect(faults).toEqual([])
  })

  it('links the twelve named paths in its footer', () => {
    const named = ['/blacklist-check', '/mx-record', '/ping-test', '/whois-lookup', '/login', '/register']
    // The pages for sign-in and registration have a form and almost no links.
    const pages = publicPages().filter(({ route }) => !['login', 'register', 'reset', 'confirm'].includes(route.page))
    const faults = faultsIn(pages, (page) => {
      const hrefs = hrefsIn(page, 'footer a')
      return [...named, '/pricing', '/dashboard', '/contact', '/help', '/privacy', '/terms']
        .filter((path) => !hrefs.includes(path))
        .map((path) => `no link to ${path}`)
    })
    expect(faults).toEqual([])
  })

  it('links only to pages that exist, and to places in them that exist', () => {
    const byPath = new Map(builtPages().map((page) => [page.path, page]))
    const leads = (page: BuiltPage, href: string): boolean => {
      const { origin, pathname, hash } = new URL(href, `http://site.example${page.path}`)
      // The test does not check mail links, other sites, or paths that the service handles.
      if (origin !== 'http://site.example' || /^\/(?:(?:api|health)\/|netbox\.tgz)/.test(pathname)) return true
      // The documentation has its own tests.
      if (/^\/docs(?:\/|$)/.test(pathname))
        return (
          hasPage(pathname) && (hash === '' || siteFile(`${pathname.slice(1)}.html`).includes(`id="${hash.slice(1)}"`))
        )
      const target = byPath.get(pathname)
      return target !== undefined && (hash === '' || target.document.getElementById(hash.slice(1)) !== null)
    }
    const faults = faultsIn(publicPages(), (page) =>
      [...new Set(hrefsIn(page, 'a'))].filter(
        // The 404 page has no address of its own.
        (href) => !(page.path === '/404' && href.startsWith('#')) && !leads(page, href),
      ),
    )
    expect(faults).toEqual([])
  })
})
