import { constants, type IncomingHttpHeaders, performServerHandshake, type ServerHttp2Stream } from 'node:http2'
import type { Socket } from 'node:net'
import type { DohRequest } from './dns-over-https.ts'
import type { Page } from './send-page.ts'

const IDLE_TIME = 30_000
const MOST_STREAMS = 100
const LARGEST_BODY = 65_535

const readBody = async (stream: ServerHttp2Stream): Promise<Buffer | undefined> => {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of stream as AsyncIterable<Buffer>) {
    size += part.length
    if (size > LARGEST_BODY) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}

const answer = async (
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  pageFor: (request: DohRequest, host: string | undefined) => Promise<Page>,
): Promise<void> => {
  const { ':method': method = 'GET', ':path': path = '/', ':authority': authority } = headers
  const request = { method, path, headers, body: async () => readBody(stream) }
  const page = await pageFor(request, authority?.toLowerCase().replace(/:\d*$/, ''))
  if (stream.destroyed) return
  if (page.fault !== undefined) {
    stream.close(constants.NGHTTP2_INTERNAL_ERROR)
    return
  }
  const named = page.headers.map(({ name, value }) => [name.toLowerCase(), value] as const)
  stream.respond({ ':status': page.status, ...Object.fromEntries(named) })
  stream.end(method === 'HEAD' ? '' : page.body)
}

/** Serves HTTP/2 on a connection after its TLS handshake (RFC 9113), which clients of DNS over HTTPS want. */
export const serveHttp2 = (
  socket: Socket,
  pageFor: (request: DohRequest, host: string | undefined) => Promise<Page>,
): void => {
  // Node says so only of connections to its own TLS servers, and a session waits for it.
  Object.assign(socket, { secureConnecting: false })
  const session = performServerHandshake(socket, { settings: { maxConcurrentStreams: MOST_STREAMS } })
  session.setTimeout(IDLE_TIME, () => session.close())
  session.on('error', () => socket.destroy())
  session.on('stream', (stream, headers) => {
    stream.on('error', () => stream.destroy())
    answer(stream, headers, pageFor).catch(() => stream.destroy())
  })
}
