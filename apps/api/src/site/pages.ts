import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'

/** The build's placeholder for the site's origin, because pages contain their own address for search engines. */
const ORIGIN = 'https://origin.netbox.invalid'

/** A page of the site with the origin inserted. */
export interface SitePage {
  readonly type: string
  readonly text: string
}

const isText = (name: string): boolean => /\.(?:html|txt|xml|json|webmanifest)$/.test(name)

const filesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isText)
  } catch {
    // The site has not been built.
    return []
  }
}

/** Returns the URL path of a page: `/index.html` becomes `/`, and other pages lose their extension. */
const pathOf = (name: string): string => `/${name.replaceAll(sep, '/')}`.replace(/(?:(?<=^\/)index)?\.html$/, '')

/** Reads the pages of a built site, and its other texts that contain the origin, by path. */
export const readPages = (folder: string, origin: string): ReadonlyMap<string, SitePage> =>
  new Map(
    filesIn(folder)
      .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
      .filter(({ name, text }) => name.endsWith('.html') || text.includes(ORIGIN))
      .map(({ name, text }) => [pathOf(name), { type: extname(name), text: text.replaceAll(ORIGIN, origin) }]),
  )
