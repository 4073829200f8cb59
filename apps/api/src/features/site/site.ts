import type { ExchangeContext } from '../../http/exchange.ts'
import type { Page, Site } from '../../http/pages.ts'
import { chooseEncoding } from '../../http/encoding.ts'
import { readSite } from './read-site.ts'
import type { SiteFile } from './site-file.ts'
import { unbuiltPage } from './unbuilt-page.ts'

/** Where the site is, and under which address people find it. */
export interface SiteOptions {
  /** The folder that the site's build writes; without one there is only a page that says so. */
  readonly folder: string | undefined
  readonly publicUrl: string
}

const MISSING = '/404'

const send = async (ctx: ExchangeContext, file: SiteFile, status: number): Promise<void> => {
  const encoding = chooseEncoding(ctx.req.headers['accept-encoding'])
  const compressed = encoding === undefined ? undefined : await file.compressed(encoding)
  ctx.res.setHeader('Content-Type', file.type)
  ctx.res.setHeader('Cache-Control', file.cacheControl)
  ctx.res.setHeader('Vary', 'Accept-Encoding')
  ctx.res.setHeader('ETag', compressed === undefined ? `"${file.tag}"` : `"${file.tag}-${encoding}"`)
  ctx.status = status
  if (status === 200 && ctx.fresh) {
    ctx.status = 304
    return
  }
  if (compressed !== undefined && encoding !== undefined) ctx.res.setHeader('Content-Encoding', encoding)
  ctx.body = compressed ?? file.bytes
}

const sendFile =
  (file: SiteFile, status = 200): Page =>
  async (ctx) =>
    send(ctx, file, status)

/** A page has one address: with a slash at its end it is elsewhere. */
const moved =
  (path: string): Page =>
  (ctx) => {
    const { search } = ctx.state.exchange
    ctx.redirect(search === '' ? path : `${path}?${search}`)
    ctx.status = 308
  }

/** Makes what the web site answers: its files by path, and a page for what leads nowhere. */
export const createSite = ({ folder, publicUrl }: SiteOptions): Site => {
  const files = folder === undefined ? new Map<string, SiteFile>() : readSite(folder, new URL(publicUrl).origin)
  const missing = files.get(MISSING)
  if (missing === undefined) return { find: (path) => (path === '/' ? unbuiltPage : undefined), missing: undefined }
  return {
    find: (path) => {
      const file = path === MISSING ? undefined : files.get(path)
      if (file !== undefined) return sendFile(file)
      const bare = path.endsWith('/') ? path.slice(0, -1) : MISSING
      return bare !== MISSING && files.has(bare) ? moved(bare) : undefined
    },
    missing: sendFile(missing, 404),
  }
}
