import type { Place } from '../search/search-docs.ts'
import type { DocsPage } from './docs-page.ts'

// For references, the index has only names and first words; for other pages, it has more of the text.
const REFERENCE = /^docs\/(?:library|api)\//
const FEW = 160
const MANY = 1200

/** Lists the places for the search: each page of the outline, and each heading in it. Omits evidence. */
export const listPlaces = (pages: readonly DocsPage[]): Place[] =>
  pages.flatMap(({ source, address, name, part, sections, lead }) => {
    if (part === undefined) return []
    const most = REFERENCE.test(source) ? FEW : MANY
    return sections.map(({ id, heading, depth, text }) =>
      depth === 1
        ? { id: address, title: name, part, text: (text.trim() === '' ? lead.text : text).slice(0, most) }
        : { id: `${address}#${id}`, title: heading, page: name, part, text: text.slice(0, most) },
    )
  })
