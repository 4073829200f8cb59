import { readFileSync } from 'node:fs'

/** Lists the public pages of the built site: the pages of its map, those that the map leaves out, and an address without a page. */
export const publicPaths = (): string[] => {
  const map = readFileSync(new URL('../../../apps/web/dist/site/sitemap.xml', import.meta.url), 'utf8')
  const listed = [...map.matchAll(/<loc>https?:\/\/[^/]+(.*?)<\/loc>/g)].map(([, path]) => path ?? '')
  return [...listed, '/reset', '/confirm', '/nothing/here']
}
