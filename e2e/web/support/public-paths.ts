import { readFileSync } from 'node:fs'

/**
 * Lists the public pages of the built site: the pages of its sitemap, those that the sitemap omits, and an address without a page. The
 * documentation has its own tests, which open a page of each kind.
 */
export const publicPaths = (): string[] => {
  const map = readFileSync(new URL('../../../apps/web/dist/site/sitemap.xml', import.meta.url), 'utf8')
  const listed = [...map.matchAll(/<loc>https?:\/\/[^/]+(.*?)<\/loc>/g)]
    .map(([, path]) => path ?? '')
    .filter((path) => !path.startsWith('/docs'))
  return [...listed, '/reset', '/confirm', '/nothing/here']
}
