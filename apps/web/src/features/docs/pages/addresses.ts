import { dirname, join, relative } from 'node:path/posix'

/** The Markdown of the documentation: paths from the root of the repository, with the text of each. */
export type Sources = ReadonlyMap<string, string>

/** The page that lists all others. */
export const OUTLINE = 'docs/README.md'

// The addresses of pages outside the docs folder.
const elsewhere: Readonly<Record<string, string>> = {
  'README.md': '/docs/about',
  'CONTRIBUTING.md': '/docs/contributing',
  'CHANGELOG.md': '/docs/changelog',
  'SECURITY.md': '/docs/security',
  'apps/cli/README.md': '/docs/command',
}

/**
 * Returns the address of a page of the site. A folder's README has the address of the folder, unless another page already has that address.
 */
export const addressOf = (source: string, sources: Sources): string => {
  const path = source.replace(/\.md$/, '')
  if (!path.endsWith('/README')) return elsewhere[source] ?? `/${path}`
  const folder = dirname(path)
  if (sources.has(`${folder}.md`)) return `/${folder}/reference`
  return elsewhere[source] ?? (folder.startsWith('docs') ? `/${folder}` : `/docs/${folder}`)
}

/**
 * Returns a page whose links lead to generated pages. In the repository, which does not contain those, such a link leads to the page about
 * the reference, and its title is the address on the site: `[tools](../reference.md "/docs/api/tools")`.
 */
export const withReference = (source: string, text: string, sources: Sources): string => {
  const pages = new Map([...sources.keys()].map((page) => [addressOf(page, sources), page]))
  return text.replaceAll(/\]\([./\w-]*reference\.md "([^"]+)"\)/g, (link, address: string) => {
    const page = pages.get(address)
    return page === undefined ? link : `](${relative(dirname(source), page)})`
  })
}

/** The context for resolving links. */
export interface Links {
  readonly sources: Sources
  /** The address of the repository, if it has one. */
  readonly repository: string | undefined
}

/** Returns the path from the root for a relative link of a page. */
export const pathOf = (source: string, href: string): string => join(dirname(source), href.replace(/#.*/, ''))

/**
 * Returns the target of a page's link on the site: another page, a tool's page (`/mx-record`), another site, or a file in the repository. If the address of the
 * repository is unknown, links to files have no target.
 */
export const resolveLink = (source: string, href: string, { sources, repository }: Links): string | undefined => {
  if (/^(?:[a-z]+:|[#/])/.test(href)) return href
  const path = pathOf(source, href)
  const [, anchor = ''] = /(#.*)/.exec(href) ?? []
  const page = [path, `${path}/README.md`].find((name) => sources.has(name))
  if (page !== undefined) return `${addressOf(page, sources)}${anchor}`
  return repository === undefined ? undefined : `${repository}/blob/main/${path}`
}
