import { marked } from 'marked'
import type { DocsPlace } from '../search/search-docs.ts'
import { addressOf, type Links, OUTLINE, pathOf, resolveLink, type Sources, withReference } from './addresses.ts'
import { codeBelow, type Entry, known, type Outline, readOutline } from './read-outline.ts'
import { type Rendered, renderMarkdown, type RenderOptions } from './render-markdown.tsx'

/** A page of the documentation with its place among the others. */
export interface DocsPage extends Rendered {
  readonly source: string
  readonly address: string
  /** Its name in links: several pages have the title `netbox`. */
  readonly name: string
  /** The part and the entry of the outline that contain the page or its folder. Evidence has none. */
  readonly part?: string
  readonly entry?: Entry
  readonly previous?: Entry
  readonly next?: Entry
  readonly edit?: string
  /** Whether a test runs all commands of the page. */
  readonly isRun: boolean
}

/** The documentation as pages of the site. */
export interface Docs {
  readonly outline: Outline
  readonly pages: readonly DocsPage[]
}

const resolveOutline = (outline: Outline, links: Links): Outline => {
  const resolve = <One extends Entry>(entry: One): One => ({
    ...entry,
    href: resolveLink(OUTLINE, entry.href, links) ?? entry.href,
  })
  return {
    ...outline,
    parts: outline.parts.map((part) => ({ ...part, entries: part.entries.map(resolve) })),
    errors: { ...outline.errors, rows: outline.errors.rows.map(resolve) },
  }
}

const hrefsOf = (text: string): string[] => {
  const hrefs: string[] = []
  void marked.walkTokens(marked.lexer(text), (token) => {
    const link = known(token)
    if (link.type === 'link') hrefs.push(link.href)
  })
  return hrefs
}

/** Lists the pages of a folder in the order of its README. */
const inOrder = (folder: string, sources: Sources): string[] => {
  const readme = `${folder}/README.md`
  const named = hrefsOf(sources.get(readme) ?? '').map((href) => pathOf(readme, href))
  return [...new Set(named)].filter((path) => path.startsWith(`${folder}/`) && sources.has(path))
}

const hasMark = (text: string): boolean => /^<!-- not run: /m.test(text)
const hasCommands = (text: string): boolean => /^```sh\b/m.test(text)

const neighbours = (list: readonly Entry[], address: string) => {
  const at = list.findIndex(({ href }) => href === address)
  if (at < 0) return {}
  const [previous, next] = [list[at - 1], list[at + 1]]
  return { ...(previous === undefined ? {} : { previous }), ...(next === undefined ? {} : { next }) }
}

/** Creates the pages of the documentation, except the first. */
export const makeDocs = (
  written: Sources,
  { repository, sizeOf }: Pick<RenderOptions, 'repository' | 'sizeOf'>,
): Docs => {
  const sources = new Map([...written].map(([source, text]) => [source, withReference(source, text, written)]))
  const links = { sources, repository }
  const codeOf = (href: string) => codeBelow(sources.get(pathOf(OUTLINE, href)) ?? '', href.replace(/^.*#/, ''))
  const outline = resolveOutline(readOutline(sources.get(OUTLINE) ?? '', codeOf), links)
  const rendered = [...sources]
    .filter(([source]) => source !== OUTLINE)
    .map(([source, text]) => ({
      source,
      text,
      address: addressOf(source, sources),
      ...renderMarkdown(text, { source, sizeOf, ...links }),
    }))
  // A link to a section of a page is an entry of the menu, but not a step of the page sequence.
  const steps = outline.parts.flatMap(({ entries }) => entries).filter(({ href }) => !href.includes('#'))
  const titles = new Map(rendered.map(({ address, title }) => [address, title]))
  const entryAt = (href: string) => steps.find((step) => step.href === href)
  const partAt = (href: string) =>
    outline.parts.find(({ entries }) => entries.some((entry) => entry.href === href))?.name

  const pages = rendered.map(({ text, ...page }): DocsPage => {
    const folder = page.source.replace(/\/[^/]*$/, '')
    const readme = `${folder}/README.md`
    const isChild = entryAt(page.address) === undefined && readme !== OUTLINE && sources.has(readme)
    const entry = entryAt(isChild ? addressOf(readme, sources) : page.address)
    const part = entry === undefined ? undefined : partAt(entry.href)
    const siblings = inOrder(folder, sources).map((source) => {
      const href = addressOf(source, sources)
      return { href, title: titles.get(href) ?? '' }
    })
    return {
      ...page,
      name: entry === undefined || isChild ? page.title : entry.title,
      ...(part === undefined ? {} : { part }),
      ...(entry === undefined ? {} : { entry }),
      ...(repository === undefined ? {} : { edit: `${repository}/blob/main/${page.source}` }),
      ...neighbours(isChild ? siblings : steps, page.address),
      isRun: hasCommands(text) && !hasMark(text),
    }
  })
  return { outline, pages }
}

// For references, the index has only names and first words; for other pages, it has more of the text.
const REFERENCE = /^docs\/(?:library|api)\//
const FEW = 160
const MANY = 1200

/** Lists the places for the search: each page of the outline, and each heading in it. Omits evidence. */
export const listPlaces = (pages: readonly DocsPage[]): DocsPlace[] =>
  pages.flatMap(({ source, address, name, part, sections, lead }) => {
    if (part === undefined) return []
    const most = REFERENCE.test(source) ? FEW : MANY
    return sections.map(({ id, heading, depth, text }) =>
      depth === 1
        ? { id: address, title: name, part, text: (text.trim() === '' ? lead.text : text).slice(0, most) }
        : { id: `${address}#${id}`, title: heading, page: name, part, text: text.slice(0, most) },
    )
  })
