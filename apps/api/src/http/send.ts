import type { Prepared } from './answers.ts'
import { chooseEncoding } from './encoding.ts'
import type { ExchangeContext } from './exchange.ts'

/** The type of every answer but pages and streams. */
export const JSON_TYPE = 'application/json; charset=utf-8'

/** Answers with a status, the headers of the exchange and, where there is one, a body. Koa has nothing to do any more. */
export const send = (ctx: ExchangeContext, status: number, body?: string | Buffer): void => {
  const { headers } = ctx.state.exchange
  ctx.respond = false
  if (body !== undefined) headers['Content-Length'] = String(Buffer.byteLength(body))
  ctx.res.writeHead(status, headers)
  ctx.res.end(body)
}

/** Answers with a JSON text. */
export const sendJson = (ctx: ExchangeContext, status: number, text: string): void => {
  ctx.state.exchange.headers['Content-Type'] = JSON_TYPE
  send(ctx, status, text)
}

const isFresh = (ctx: ExchangeContext, etag: string): boolean => {
  if (ctx.req.headers['if-none-match'] === undefined) return false
  ctx.response.etag = etag
  ctx.status = 200
  return ctx.fresh
}

/** Answers with bytes that were made before, packed for whoever can unpack them, or with 304 when the client has them already. */
export const sendPrepared = (ctx: ExchangeContext, answer: Prepared<unknown>, type = JSON_TYPE): void => {
  const { headers } = ctx.state.exchange
  const encoding = chooseEncoding(ctx.req.headers['accept-encoding'])
  const { bytes, length, etag } = answer.form(encoding)
  ctx.state.exchange.isPrepared = true
  headers['Content-Type'] = type
  headers['Cache-Control'] = `public, max-age=${answer.maxAge}`
  headers['ETag'] = etag
  headers['Vary'] = 'Accept-Encoding'
  if (encoding !== undefined) headers['Content-Encoding'] = encoding
  if (isFresh(ctx, etag)) return send(ctx, 304)
  ctx.respond = false
  headers['Content-Length'] = String(length)
  ctx.res.writeHead(200, headers)
  ctx.res.end(bytes, 'latin1')
}
