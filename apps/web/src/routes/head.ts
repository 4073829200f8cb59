import { pageMetadata, structuredData } from '@netbox/core'
import { ORIGIN } from '../lib/page/page-start.ts'
import { dashboardWords, type PageWords, pageWords } from '../texts/page-words.ts'
import { type PageName, type Route, routeOf } from './routes.ts'

const site = (description: string, path: string) => ({
  '@context': 'https://schema.org',
  '@type': 'WebApplication',
  name: 'netbox',
  description,
  url: `${ORIGIN}${path}`,
  applicationCategory: 'DeveloperApplication',
  operatingSystem: 'Any',
  offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
})

// These texts are needed for prerendering and after a navigation only, so they are not part of the routes.
const wordsOf = ({ page, name, tool }: Route): PageWords => {
  if (tool !== undefined) return pageMetadata(tool)
  const isPersonal =
    page === 'category' || page === 'tool' || page === 'account' || page === 'history' || page === 'verifications'
  return isPersonal ? dashboardWords(name) : pageWords[page]
}

/** The metadata of a page for search engines and link previews. */
export interface Head extends PageWords, Pick<Route, 'isListed'> {
  readonly title: string
  readonly url: string
  /** Structured data. */
  readonly data: object
  readonly page: PageName | 'docs'
}

/** Returns the metadata of a route's page for search engines. */
export const headOf = (route: Route): Head & Route => {
  const { description, keywords } = wordsOf(route)
  return {
    ...route,
    description,
    keywords,
    url: `${ORIGIN}${route.path}`,
    data: route.tool === undefined ? site(description, route.path) : structuredData(route.tool, ORIGIN),
  }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Writes the head of a page. */
export const headMarkup = ({ title, description, keywords, url, data, page, isListed }: Head): string =>
  [
    `<title>${escaped(title)}</title>`,
    `<meta name="description" content="${escaped(description)}">`,
    `<meta name="keywords" content="${escaped(keywords.join(', '))}">`,
    ...(isListed ? [] : [`<meta name="robots" content="noindex">`]),
    ...(page === 'not-found'
      ? []
      : [
          `<link rel="canonical" href="${url}">`,
          `<meta property="og:type" content="website">`,
          `<meta property="og:site_name" content="netbox">`,
          `<meta property="og:title" content="${escaped(title)}">`,
          `<meta property="og:description" content="${escaped(description)}">`,
          `<meta property="og:url" content="${url}">`,
          `<meta name="twitter:card" content="summary">`,
          // This is data, not a script: browsers don't run it, and a policy against inline scripts allows it.
          `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`,
        ]),
  ].join('\n    ')

/** The elements that `headMarkup` writes, except the title. */
const OWN = ['description', 'keywords', 'robots', 'twitter:card']
  .map((name) => `meta[name="${name}"]`)
  .concat('meta[property^="og:"]', 'link[rel="canonical"]', 'script[type="application/ld+json"]')
  .join(', ')

/** Replaces the document's metadata with the metadata of a page, after a navigation inside the site. */
export const replaceHead = (path: string): void => {
  // The server writes its public origin into each page except the page for missing addresses.
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')
  const { origin } = canonical === null ? location : new URL(canonical.href)
  const markup = headMarkup(headOf(routeOf(path))).replaceAll(ORIGIN, origin)
  const fresh = new DOMParser().parseFromString(markup, 'text/html')
  for (const element of document.head.querySelectorAll(OWN)) element.remove()
  document.head.append(...fresh.querySelectorAll(OWN))
}
