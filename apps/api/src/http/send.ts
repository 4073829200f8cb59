import type { IncomingMessage } from 'node:http'
import type { Prepared } from './answers.ts'
import { chooseEncoding } from './encoding.ts'
import type { Answering } from './exchange.ts'

/** The type of every answer but pages and streams. */
export const JSON_TYPE = 'application/json; charset=utf-8'

/** Answers with a status, the headers of the exchange and, where there is one, a body. Koa has nothing to do any more. */
export const send = (ctx: Answering, status: number, body?: string | Buffer): void => {
  const { headers } = ctx.state.exchange
  ctx.respond = false
  const length = body === undefined ? 0 : Buffer.byteLength(body)
  if (body !== undefined) headers['Content-Length'] = String(length)
  ctx.res.writeHead(status, headers)
  // A text of as many bytes as characters is ASCII, and those bytes are copied as they are.
  if (typeof body === 'string' && body.length === length) ctx.res.end(body, 'latin1')
  else ctx.res.end(body)
}

/** Answers with a JSON text. */
export const sendJson = (ctx: Answering, status: number, text: string): void => {
  ctx.state.exchange.headers['Content-Type'] = JSON_TYPE
  send(ctx, status, text)
}

/** Whether the client has these very bytes (RFC 9110, section 13.1.2), and does not insist on getting them again. */
const isFresh = ({ headers }: IncomingMessage, etag: string): boolean => {
  const wanted = headers['if-none-match']
  if (wanted === undefined || /(?:^|,)\s*no-cache\s*(?:,|$)/.test(headers['cache-control'] ?? '')) return false
  return wanted.trim() === '*' || wanted.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

/** Answers with bytes that were made before, packed for whoever can unpack them, or with 304 when the client has them already. */
export const sendPrepared = (ctx: Answering, answer: Prepared<unknown>, type = JSON_TYPE): void => {
  const { headers } = ctx.state.exchange
  const encoding = chooseEncoding(ctx.req.headers['accept-encoding'])
  const { bytes, length, etag } = answer.form(encoding)
  ctx.state.exchange.isPrepared = true
  headers['Content-Type'] = type
  headers['Cache-Control'] = `public, max-age=${answer.maxAge}`
  headers['ETag'] = etag
  headers['Vary'] = 'Accept-Encoding'
  if (encoding !== undefined) headers['Content-Encoding'] = encoding
  if (isFresh(ctx.req, etag)) return send(ctx, 304)
  ctx.respond = false
  headers['Content-Length'] = String(length)
  ctx.res.writeHead(200, headers)
  ctx.res.end(bytes, 'latin1')
}
