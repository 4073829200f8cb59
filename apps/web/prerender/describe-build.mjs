import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

// Files that pages don't request: the files for search engines, the service worker, and the compressed files.
const ASIDE = /^(?:sitemap\.xml|robots\.txt|sw\.js)$|\.(?:br|gz)$/
// The documentation, which is cached only in browsers that have opened it.
const DOCS = /^\/docs(?:\.html$|\/)/
const PAGE = /(?:(?<=^\/)index)?\.html$/

/**
 * Describes a built site to its service worker: the files to cache, and a version that changes with any byte of it. Pages are listed by
 * their address.
 */
export const describeBuild = (site) => {
  const files = readdirSync(site, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !ASIDE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
  const hash = createHash('sha256')
  const build = { version: '', assets: [], pages: [], others: [], docs: [] }
  for (const file of files) {
    const path = file.slice(site.length).replaceAll(sep, '/').replace(/^\/*/, '/')
    hash.update(path).update(readFileSync(file))
    if (DOCS.test(path)) build.docs.push(path.replace(PAGE, ''))
    else if (PAGE.test(path)) build.pages.push(path.replace(PAGE, ''))
    else (path.startsWith('/assets/') ? build.assets : build.others).push(path)
  }
  return { ...build, version: hash.digest('base64url').slice(0, 12) }
}
