/** Writes the sitemap. */
export const sitemap = (urls) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls.map((url) => `  <url><loc>${url}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')

/** Writes the rules for search engines: they may read all pages. */
export const robots = (map) => `User-agent: *\nDisallow: /api/\n\nSitemap: ${map}\n`

/** Writes the manifest, with which browsers install the site. */
export const manifestFile = () =>
  JSON.stringify({
    name: 'netbox',
    short_name: 'netbox',
    description: 'Network, DNS, email and TLS diagnostics on a simulated internet.',
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#f3eee1',
    theme_color: '#f3eee1',
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    categories: ['developer', 'utilities'],
  })
