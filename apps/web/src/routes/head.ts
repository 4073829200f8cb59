import { structuredData } from '@netbox/core'
import type { Route } from './routes.ts'

/** Stands for the site's origin in prerendered files; the API puts its `PUBLIC_URL` there when it starts. */
export const ORIGIN = 'https://origin.netbox.invalid'

const site = ({ description, path }: Route) => ({
  '@context': 'https://schema.org',
  '@type': 'WebApplication',
  name: 'netbox',
  description,
  url: `${ORIGIN}${path}`,
  applicationCategory: 'DeveloperApplication',
  operatingSystem: 'Any',
  offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
})

/** What a page tells search engines, and those who preview a link to it. */
export const headOf = (route: Route) => ({
  ...route,
  url: `${ORIGIN}${route.path}`,
  data: route.tool === undefined ? site(route) : structuredData(route.tool, ORIGIN),
})

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Writes the head of a page. */
export const headMarkup = ({ title, description, keywords, url, data, page }: ReturnType<typeof headOf>): string =>
  [
    `<title>${escaped(title)}</title>`,
    `<meta name="description" content="${escaped(description)}">`,
    `<meta name="keywords" content="${escaped(keywords.join(', '))}">`,
    ...(page === 'not-found'
      ? [`<meta name="robots" content="noindex">`]
      : [
          `<link rel="canonical" href="${url}">`,
          `<meta property="og:type" content="website">`,
          `<meta property="og:site_name" content="netbox">`,
          `<meta property="og:title" content="${escaped(title)}">`,
          `<meta property="og:description" content="${escaped(description)}">`,
          `<meta property="og:url" content="${url}">`,
          `<meta name="twitter:card" content="summary">`,
          // Data, not a script: browsers don't run it, and a policy against inline scripts has nothing against it.
          `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`,
        ]),
  ].join('\n    ')
