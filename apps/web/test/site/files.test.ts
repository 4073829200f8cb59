import { Window } from 'happy-dom'
import { describe, expect, it } from 'vitest'
import { ORIGIN } from '../../src/lib/page/page-start.ts'
import { assetFiles, hasFile, publicPaths, siteBytes, siteFile } from './support/built-site.ts'

interface Icon {
  readonly src: string
  readonly sizes: string
  readonly type: string
}

// The first two numbers in a PNG's header are its width and height.
const sizeOf = (src: string): string => {
  const bytes = siteBytes(src.slice(1))
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`
}

describe('the files beside the pages', () => {
  it('have no component page, which is for development', () => {
    expect(hasFile('components.html')).toBe(false)
    expect(siteFile('sitemap.xml')).not.toContain('/components')
  })

  it('list every public page once, without sign-in and pages that only mails link', () => {
    const parser = new new Window().DOMParser()
    const map = parser.parseFromString(siteFile('sitemap.xml'), 'application/xml')
    const listed = [...map.querySelectorAll('loc')]
      .map(({ textContent }) => textContent)
      .filter((address) => !address.startsWith(`${ORIGIN}/docs`))
    const unlisted = new Set(['/login', '/reset', '/confirm', '/404'])
    const expected = publicPaths().flatMap((path) => (unlisted.has(path) ? [] : `${ORIGIN}${path}`))
    expect(listed.toSorted()).toEqual(expected.toSorted())
    expect(siteFile('robots.txt')).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`)
  })

  it('name icons for an installed site that exist in the given size', () => {
    const manifest = JSON.parse(siteFile('manifest.webmanifest')) as { icons: Icon[]; start_url: string } // The build wrote it.
    expect(manifest.start_url).toBe('/')
    const drawn = manifest.icons.filter(({ type }) => type === 'image/png')
    expect(drawn.length).toBeGreaterThan(1)
    for (const { src, sizes } of drawn) expect([src, sizeOf(src)]).toEqual([src, sizes])
    for (const { src } of manifest.icons) expect(hasFile(src), src).toBe(true)
  })

  it('have one style sheet, whose first layer is the lowest', () => {
    const [sheet = '', ...others] = assetFiles().filter((name) => name.endsWith('.css'))
    expect(others).toEqual([])
    expect(/@layer ([a-z]+)/.exec(siteFile(`assets/${sheet}`))?.[1]).toMatch(/^(?:properties|tokens)$/)
  })

  it('are also compressed if they are text', () => {
    for (const name of ['index.html', 'sw.js', 'sitemap.xml', 'manifest.webmanifest'])
      for (const form of ['br', 'gz']) expect(hasFile(`/${name}.${form}`), `${name}.${form}`).toBe(true)
  })
})
