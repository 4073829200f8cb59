import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findingUrl } from '@netbox/core'
import { findingCatalogue } from '@netbox/core/findings'
import { type Document, Window } from 'happy-dom'
import { describe, expect, it } from 'vitest'
import { routes } from '../../src/routes/routes.ts'
import type { DocsPlace } from '../../src/features/docs/search/search-docs.ts'
import { hasFile, pageFiles, siteFile, textsOf } from './support/built-site.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const parser = new new Window().DOMParser()

// The tests read the largest pages only with regular expressions, because parsing all of them takes longer than the build.
const files = pageFiles().filter((name) => /^docs(?:\.html|[\\/])/.test(name))
const pages = files.map((name) => ({
  path: `/${name.replaceAll('\\', '/').replace(/\.html$/, '')}`,
  html: siteFile(name),
}))
const idsIn = (html: string): ReadonlySet<string> =>
  new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id))
const idsOf = new Map(pages.map(({ path, html }) => [path, idsIn(html)]))
const matches = (html: string, pattern: RegExp): string[] => [...html.matchAll(pattern)].map(([, found = '']) => found)
const faultsIn = (faultsOf: (page: { path: string; html: string }) => readonly string[]): string[] =>
  pages.flatMap((page) => faultsOf(page).map((fault) => `${page.path}: ${fault}`))
const parse = (path: string): { document: Document } => ({
  document: parser.parseFromString(siteFile(`${path.slice(1)}.html`), 'text/html'),
})

describe('the documentation on the site', () => {
  it('has a page for every page of Markdown', () => {
    expect(pages).toHaveLength(
      globSync('docs/**/*.md', { cwd: root }).length +
        globSync('{apps,examples,packages}/*/README.md', { cwd: root }).length +
        globSync('{README,CONTRIBUTING,SECURITY,CHANGELOG,examples/README}.md', { cwd: root }).length,
    )
    expect(pages.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        '/docs',
        '/docs/tools/mx-record',
        '/docs/api/tools',
        '/docs/library/core-dns',
        '/docs/command',
      ]),
    )
  })

  it('leads only to pages and places that exist', () => {
    const known = new Set(routes.map(({ path }) => path))
    const faults = faultsIn(({ path, html }) =>
      matches(html, /<a\b[^>]* href="([^"]+)"/g).filter((href) => {
        if (/^(?:https?|mailto):/.test(href)) return false
        const [address = '', id] = href.split('#')
        const [target = ''] = address.split('?')
        if (id === undefined && known.has(target)) return false
        const ids = known.has(target)
          ? idsIn(siteFile(`${target.slice(1)}.html`))
          : idsOf.get(target === '' ? path : target)
        return ids === undefined || (id !== undefined && !ids.has(id))
      }),
    )
    expect(faults).toEqual([])
  })

  it('has every generated page that a page of the repository names in the title of a link', () => {
    const sources = globSync(['*.md', 'docs/**/*.md', '{apps,packages}/*/README.md'], { cwd: root })
    const named = sources.flatMap((path) =>
      matches(readFileSync(`${root}${path}`, 'utf8'), /reference\.md "([^"]*)"\)/g),
    )
    expect(named.length).toBeGreaterThan(30)
    expect(named.filter((address) => !idsOf.has(address))).toEqual([])
  })

  it('has the page to which reports, SARIF and JUnit files lead for each finding', () => {
    const addresses = findingCatalogue.map(({ code }) => findingUrl(code, ''))
    expect(addresses.length).toBeGreaterThan(400)
    expect(addresses.filter((address) => !idsOf.has(address))).toEqual([])
  })

  it('gives each page a unique title, description and address, and one main heading', () => {
    const one = (html: string, pattern: RegExp): string => matches(html, pattern)[0] ?? ''
    const titles = pages.map(({ html }) => one(html, /<title>(.*?)<\/title>/g))
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([])
    const faults = faultsIn(({ path, html }) => [
      ...(one(html, /<meta name="description" content="([^"]*)"/g).length > 20 ? [] : ['no description']),
      ...(one(html, /<link rel="canonical" href="[^"]*?(\/docs[^"]*)"/g) === path ? [] : ['another address']),
      ...(matches(html, /<(h1)\b/g).length === 1 ? [] : ['not one h1']),
      ...(matches(html, /<(main)\b/g).length === 1 ? [] : ['not one main']),
    ])
    expect(faults).toEqual([])
  })

  it('needs nothing that the content security policy forbids, and loads only files that the build has', () => {
    const faults = faultsIn(({ html }) => [
      ...matches(html, /<(style|iframe)\b/g),
      ...matches(html, /<[a-z][^<>]* (style|on[a-z]+)="/g),
      ...matches(html, /<script(?![^>]*(?:src=|ld\+json))([^>]*)>/g).map(() => 'an inline script'),
      ...matches(html, /<(?:script|img)\b[^>]* src="([^"]+)"/g).filter((address) => !hasFile(address)),
    ])
    expect(faults).toEqual([])
  })

  it('shows the landing page as in docs/README.md: parts, a first run and errors', () => {
    const page = parse('/docs')
    expect(textsOf(page, 'main section[id] > h2')).toEqual([
      'Your programs',
      'Your servers',
      'Tools',
      'Service',
      'Reference',
      'Contribute',
    ])
    expect(textsOf(page, 'main fieldset label')).toEqual(['Terminal', 'Library', 'HTTP'])
    // Each error is shown as code, with a link to its page.
    expect(textsOf(page, 'main li > code + a').length).toBeGreaterThan(3)
  })

  it('shows the programs that recipes link', () => {
    const lettersOf = (text: string): string => text.replaceAll(/<[^>]+>|&#?\w+;|[^A-Za-z]/g, '')
    const shown = pages.map(({ html }) => lettersOf(html))
    const programs = globSync('docs/recipes/*/*.{go,py}', { cwd: root })
    expect(programs.length).toBeGreaterThan(5)
    const isShown = (path: string): boolean => {
      const program = lettersOf(readFileSync(`${root}${path}`, 'utf8'))
      return shown.some((page) => page.includes(program))
    }
    expect(programs.filter((path) => !isShown(path))).toEqual([])
  })

  it('reaches every page from the README in two clicks', () => {
    const linksOf = (path: string): string[] =>
      matches(pages.find((page) => page.path === path)?.html ?? '', /<a\b[^>]* href="([^"#]+)/g)
    const first = new Set(linksOf('/docs/about'))
    const second = new Set([...first].flatMap(linksOf))
    const far = pages.map(({ path }) => path).filter((path) => !first.has(path) && !second.has(path))
    expect(far).toEqual([])
  })

  it('keeps evidence out of the menu, the search and the map of the site', () => {
    const places = JSON.parse(siteFile('docs/places.json')) as DocsPlace[] // The build wrote it.
    const evidence = ['/docs/performance', '/docs/spec-coverage', '/docs/spec-coverage/rules']
    const [menu, map] = [
      parse('/docs/serve').document.querySelector('nav[aria-label="Docs"]')?.innerHTML ?? '',
      siteFile('sitemap.xml'),
    ]
    expect(menu).toContain('/docs/recipes/ci-gate')
    expect(map).toContain('/docs/recipes/ci-gate<')
    for (const path of evidence) {
      expect(idsOf.has(path), path).toBe(true)
      expect(menu).not.toContain(path)
      expect(map).not.toContain(`${path}<`)
      expect(places.filter(({ id }) => id.startsWith(path))).toEqual([])
    }
  })

  it('has the first release in ten sections, and every unreleased change, in the changelog', () => {
    const { document } = parse('/docs/changelog')
    const titles = [...document.querySelectorAll('.prose :is(h2, h3)')].map(({ tagName, textContent }) => [
      tagName,
      textContent.trim(),
    ])
    const first = titles.findIndex(([, title]) => title === '1.0.0')
    expect(titles.slice(first).map(([tag]) => tag)).toEqual(['H2', ...Array.from({ length: 10 }, () => 'H3')])
    const items = textsOf({ document }, '.prose > ul > li')
    const plain = (text: string): string => text.replaceAll(/[`*\s]|\[|\]\(.*?\)/g, '').slice(0, 12)
    const pending = globSync('.changeset/*.md', { cwd: root }).map(
      (path) => readFileSync(`${root}${path}`, 'utf8').split('---\n')[2]?.trim().slice(0, 20) ?? '',
    )
    expect(pending.filter((text) => !items.some((item) => plain(item) === plain(text)))).toEqual([])
  })

  it('searches existing places, each with a unique address', () => {
    const places = JSON.parse(siteFile('docs/places.json')) as DocsPlace[] // The build wrote it.
    expect(new Set(places.map(({ id }) => id)).size).toBe(places.length)
    const dead = places.filter(({ id }) => {
      const [path = '', anchor] = id.split('#')
      return anchor === undefined ? !idsOf.has(path) : idsOf.get(path)?.has(anchor) !== true
    })
    expect(dead.map(({ id }) => id)).toEqual([])
  })
})
