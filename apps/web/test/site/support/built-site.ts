import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Document, Window } from 'happy-dom'
import { type Route, routes } from '../../../src/routes/routes.ts'

const folder = fileURLToPath(new URL('../../../dist/site/', import.meta.url))

/** A prerendered page of the build, parsed without running its scripts. */
export interface BuiltPage {
  readonly route: Route
  readonly path: string
  readonly document: Document
}

const fileOf = (path: string): string => (path === '/' ? 'index.html' : `${path.slice(1)}.html`)

const parser = new new Window().DOMParser()
const parsed = new Map<string, BuiltPage>()

/** Returns the text of a file of the build. */
export const siteFile = (name: string): string => readFileSync(`${folder}${name}`, 'utf8')

/** Returns the bytes of a file of the build. */
export const siteBytes = (name: string): Buffer => readFileSync(`${folder}${name}`)

/** Returns whether the build has a file at an address. */
export const hasFile = (path: string): boolean => existsSync(`${folder}${path.slice(1)}`)

/** Returns whether the build has a page at an address. */
export const hasPage = (path: string): boolean => existsSync(`${folder}${fileOf(path)}`)

/** Lists the files of the build that pages load. */
export const assetFiles = (): string[] => readdirSync(`${folder}assets`)

/** Lists the pages of the build by the names of their files. */
export const pageFiles = (): string[] =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.html'))

/** Returns the page at a path. It is parsed once for all tests. */
export const builtPage = (path: string): BuiltPage => {
  const known = parsed.get(path)
  if (known !== undefined) return known
  const route = routes.find((one) => one.path === path)
  if (route === undefined) throw new Error(`The site has no page at ${path}.`)
  const page = { route, path, document: parser.parseFromString(siteFile(fileOf(path)), 'text/html') }
  parsed.set(path, page)
  return page
}

/** Returns every page of the build. */
export const builtPages = (): BuiltPage[] => routes.map(({ path }) => builtPage(path))

// Pages for signed-in users, and the card that other sites embed.
const others: ReadonlySet<string> = new Set([
  'dashboard',
  'category',
  'tool',
  'account',
  'history',
  'verifications',
  'admin',
  'embed',
])

/** Lists the paths of the pages that need no account, including the 404 page. */
export const publicPaths = (): string[] => routes.filter(({ page }) => !others.has(page)).map(({ path }) => path)

/** Returns the pages that need no account, including the 404 page. */
export const publicPages = (): BuiltPage[] => publicPaths().map(builtPage)

/** Returns the text of every element that a selector finds, with white space collapsed. */
export const textsOf = ({ document }: Pick<BuiltPage, 'document'>, selector: string): string[] =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim())
