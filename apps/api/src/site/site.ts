import compose from 'koa-compose'
import type { Context, Middleware } from 'koa'
import send from 'koa-send'
import { revalidate } from '../http/middleware/cache-answer.ts'
import type { KeptSite } from './kept-site.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { digest } from '../random.ts'
import { Refusal } from '../refusal.ts'
import { UNBUILT_PAGE } from '../unbuilt-page.ts'

/** The build's placeholder for the site's origin, because pages contain their own address for search engines. */
const ORIGIN = 'https://origin.netbox.invalid'

/** A page of the site. */
interface SitePage {
  readonly type: string
  readonly bytes: Buffer
  readonly tag: string
}

/** Makes a page. Its bytes and its entity tag are computed once, not for each request. */
const pageOf = (type: string, text: string): SitePage => ({
  type,
  bytes: Buffer.from(text),
  tag: `W/"${digest(text)}"`,
})

const isText = (name: string): boolean => /\.(?:html|txt|xml|json|webmanifest)$/.test(name)

const filesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isText)
  } catch {
    // The site has not been built.
    return []
  }
}

/** Returns the URL path of a page: `/index.html` becomes `/`, and other pages lose their extension. */
const pathOf = (name: string): string => `/${name.replaceAll(sep, '/')}`.replace(/(?:(?<=^\/)index)?\.html$/, '')

/** Reads the pages of a built site, and its other texts that contain the origin, by path. */
const readPages = (folder: string, origin: string): ReadonlyMap<string, SitePage> =>
  new Map(
    filesIn(folder)
      .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
      .filter(({ name, text }) => name.endsWith('.html') || text.includes(ORIGIN))
      .map(({ name, text }) => [pathOf(name), pageOf(extname(name), text.replaceAll(ORIGIN, origin))]),
  )

/** The folders of the site, and its public address. */
export interface SiteOptions {
  /** The folder of the built site; without it, there is only a page that says so. */
  readonly built: string | undefined
  /** The folders with the site's other files. */
  readonly kept: Pick<KeptSite, 'folder' | 'others'>
  readonly publicUrl: string
}

const UNBUILT = pageOf('.html', UNBUILT_PAGE)

const MISSING = '/404'

/** The new addresses of pages that were moved. */
const moved: ReadonlyMap<string, string> = new Map([['/serve', '/docs/serve']])

const isRead = ({ method }: Context): boolean => method === 'GET' || method === 'HEAD'

const sendPage = (ctx: Context, { type, bytes, tag }: SitePage, status = 200): void => {
  ctx.status = status
  ctx.type = type
  ctx.set('Cache-Control', 'no-cache')
  ctx.body = bytes
  ctx.etag = tag
}

/** Returns whether the file's name changes with its content. */
const isImmutable = (path: string): boolean => path.startsWith('/assets/')
const cacheOf = (path: string): string => (isImmutable(path) ? 'public, max-age=31536000, immutable' : 'no-cache')

/** Sends a built file, or its compressed form if there is one. Without such a file it leaves the response unchanged. */
const sendFile = async (ctx: Context, folder: string): Promise<void> => {
  // Pages have addresses without an extension, and compressed files have no address.
  if (/\.(?:html|br|gz)$|\/$/.test(ctx.path)) return
  try {
    await send(ctx, ctx.path, {
      root: folder,
      setHeaders: (response) => response.setHeader('Cache-Control', cacheOf(ctx.path)),
    })
  } catch (error) {
    // The file is missing, or the path is outside the folder.
    if (!(error instanceof Error && 'status' in error && Number(error.status) < 500)) throw error
  }
}

/**
 * Serves the built web site: its pages from memory, all other files from the kept folder, and a page for unknown paths. Pages of other
 * versions that are still open in browsers find their files too.
 */
export const serveSite = ({ built, kept, publicUrl }: SiteOptions): Middleware => {
  const read = built === undefined ? new Map<string, SitePage>() : readPages(built, new URL(publicUrl).origin)
  const missing = read.get(MISSING)
  const pages = missing === undefined ? new Map([['/', UNBUILT]]) : read

  const sendKept = async (ctx: Context): Promise<void> => {
    if (kept.folder !== undefined) await sendFile(ctx, kept.folder)
    if (ctx.status !== 404 || !isImmutable(ctx.path)) return
    for (const folder of kept.others()) {
      await sendFile(ctx, folder)
      if (ctx.status !== 404) return
    }
  }

  /** Serves a page or a file; other paths go to the next middleware. */
  const serve: Middleware = async (ctx) => {
    const page = ctx.path === MISSING ? undefined : pages.get(ctx.path)
    if (page !== undefined) {
      if (isRead(ctx)) return sendPage(ctx, page)
      ctx.set('Allow', 'GET, HEAD')
      throw new Refusal('method_not_allowed')
    }
    // A page has one address, so a trailing slash redirects.
    const bare = ctx.path.replace(/\/$/, '')
    const address =
      moved.get(bare) ?? (ctx.path.endsWith('/') && bare !== MISSING && pages.has(bare) ? bare : undefined)
    if (address !== undefined) {
      ctx.redirect(`${address}${ctx.search}`)
      ctx.status = 308
    } else if (isRead(ctx) && missing !== undefined) await sendKept(ctx)
  }
  const serveOnce = compose([revalidate(), serve])

  return async (ctx, next) => {
    if (/^\/(?:api|(?:auth|functions|rest|storage)\/v1)(?:\/|$)/.test(ctx.path)) {
      await next()
      return
    }
    await serveOnce(ctx, async () => undefined)
    if (ctx.status !== 404) return
    await next()
    if (missing === undefined || ctx.status !== 404 || ctx.body || !isRead(ctx)) return
    // Programs get the error of the API; only clients that prefer a page get one.
    ctx.vary('Accept')
    if (ctx.accepts('json', 'html') === 'html') sendPage(ctx, missing, 404)
  }
}
