import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const built = fileURLToPath(new URL('../../../apps/web/dist/site/', import.meta.url))

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

/** A server of a copy of the built site. A test can change the copy to a new version while it is served. */
export interface FolderSite {
  readonly url: string
  /** Releases a new version: changes a text of a page, and the version in the service worker. */
  readonly release: (version: string, page: string, before: string, after: string) => void
  /** Responds to all further requests with this status. With 0, closes the connections. */
  readonly failWith: (status: number) => void
  readonly close: () => Promise<void>
}

/** Serves a copy of the built site on a free port. */
export const serveCopy = async (): Promise<FolderSite> => {
  const folder = mkdtempSync(join(tmpdir(), 'netbox-copy-'))
  cpSync(built, folder, { recursive: true, filter: (file) => !/\.(?:br|gz)$/.test(file) })
  let failure: number | undefined
  const fileOf = (path: string): string | undefined =>
    [path, `${path}.html`, `${path}index.html`]
      .map((name) => join(folder, name))
      .find((file) => extname(file) !== '' && existsSync(file))
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const file = fileOf(pathname)
    if (failure === 0) request.destroy()
    else if (failure !== undefined) response.writeHead(failure).end()
    else if (file === undefined) response.writeHead(404, { 'content-type': types['.html'] }).end('nothing')
    else
      response
        .writeHead(200, {
          'content-type': types[extname(file)] ?? 'application/octet-stream',
          'cache-control': pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        })
        .end(readFileSync(file))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  const change = (name: string, edit: (text: string) => string): void => {
    const file = join(folder, name)
    writeFileSync(file, edit(readFileSync(file, 'utf8')))
  }
  return {
    url: `http://127.0.0.1:${port}`,
    release: (version, page, before, after) => {
      change(page, (text) => text.replaceAll(before, after))
      change('sw.js', (text) => text.replace(/version:\s*(["'`])[^"'`]*\1/, `version:"${version}"`))
    },
    failWith: (status) => {
      failure = status
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
      rmSync(folder, { recursive: true })
    },
  }
}
