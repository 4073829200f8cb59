import type { Context } from 'koa'
import type { Prepared } from './answers.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Answers with a JSON text. */
export const sendJson = (ctx: Context, status: number, text: string): void => {
  ctx.res.setHeader('Content-Type', JSON_TYPE)
  ctx.status = status
  ctx.body = text
}

/** Answers with bytes that were made before, or with 304 when the client has them already. */
export const sendPrepared = (ctx: Context, { bytes, etag, maxAge }: Prepared<unknown>, type = JSON_TYPE): void => {
  ctx.res.setHeader('Content-Type', type)
  ctx.res.setHeader('Cache-Control', `public, max-age=${maxAge}`)
  ctx.res.setHeader('ETag', etag)
  ctx.status = 200
  if (ctx.fresh) {
    ctx.status = 304
    return
  }
  ctx.body = bytes
}
