import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import type { Links, Sources } from '../features/docs/pages/addresses.ts'
import { DocsArticle } from '../features/docs/pages/docs-article.tsx'
import { DocsLanding } from '../features/docs/pages/docs-landing.tsx'
import { type DocsPage, listPlaces, makeDocs } from '../features/docs/pages/docs-page.ts'
import type { RenderOptions } from '../features/docs/pages/render-markdown.tsx'
import type { DocsPlace } from '../features/docs/search/search-docs.ts'
import { docsTexts } from '../texts/docs.ts'
import { ORIGIN } from '../lib/page/page-start.ts'
import type { Head } from './head.ts'

/** The documentation as files of the site. */
export interface DocsFiles {
  readonly pages: readonly {
    readonly path: string
    readonly html: string
    readonly head: Head
    readonly isListed: boolean
  }[]
  /** The index of the search. */
  readonly places: readonly DocsPlace[]
  /** The list of the pages, and of places that explain an error, for the palette. */
  readonly list: readonly { readonly path: string; readonly title: string; readonly text: string }[]
  /** The pictures that the pages show, as paths in the repository. */
  readonly pictures: readonly string[]
}

// The length of a description that search engines show, and of a line of the palette.
const LONGEST = 180
const NOTE = 90

const shorten = (text: string, longest = LONGEST): string =>
  text.length <= longest ? text : `${text.slice(0, text.lastIndexOf(' ', longest - 1))}…`

const headOf = (path: string, title: string, description: string, part?: string): Head => ({
  page: 'docs',
  isListed: true,
  title: `${title} · ${docsTexts.tag} · netbox`,
  description: shorten(description),
  keywords: [
    'netbox',
    docsTexts.tag.toLowerCase(),
    ...(part === undefined ? [] : [part.toLowerCase()]),
    title.toLowerCase(),
  ],
  url: `${ORIGIN}${path}`,
  data: { '@context': 'https://schema.org', '@type': 'TechArticle', headline: title, url: `${ORIGIN}${path}` },
})

const render = (path: string, page: ReactNode): string => renderToStaticMarkup(<Router ssrPath={path}>{page}</Router>)

// Pages of different references may have the same name, so the name of the reference is added.
const fullName = ({ name, address, entry }: DocsPage): string =>
  entry === undefined || entry.href === address ? name : `${name} · ${entry.title}`

const describe = ({ name, lead }: DocsPage): string => (lead.text.length > 40 ? lead.text : `${name}. ${lead.text}`)

/** Renders the documentation from its Markdown. */
export const renderDocs = (
  sources: Sources,
  options: Pick<Links, 'repository'> & Pick<RenderOptions, 'sizeOf'>,
): DocsFiles => {
  const { outline, pages } = makeDocs(sources, options)
  const landing = {
    path: '/docs',
    html: render('/docs', <DocsLanding outline={outline} />),
    head: headOf('/docs', outline.title, outline.lead),
    isListed: true,
  }
  const articles = pages.map((page) => ({
    path: page.address,
    html: render(page.address, <DocsArticle page={page} parts={outline.parts} />),
    head: headOf(page.address, fullName(page), describe(page), page.part),
    isListed: page.part !== undefined,
  }))
  return {
    pages: [landing, ...articles],
    places: listPlaces(pages),
    list: [
      ...pages.map((page) => ({ path: page.address, title: fullName(page), text: shorten(page.lead.text, NOTE) })),
      ...outline.errors.rows.map(({ href, title, error }) => ({ path: href, title, text: error })),
    ],
    pictures: [...new Set(pages.flatMap(({ pictures }) => pictures))],
  }
}
