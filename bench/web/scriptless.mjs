import { once } from 'node:events'
import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'

const SCRIPTS = /<script\b(?![^>]*application\/ld\+json)[^>]*>[^]*?<\/script>/g
const HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding', 'etag'])

/** Serves another server's pages, unchanged or without scripts, so that the baseline and the compared page use the same path. */
export const relay = async (origin, { hasScripts }) => {
  const answerTo = async (request, response) => {
    const answer = await fetch(`${origin}${request.url}`, { headers: { accept: request.headers.accept ?? '*/*' } })
    const type = answer.headers.get('content-type') ?? ''
    const bytes = Buffer.from(await answer.arrayBuffer())
    const isPage = type.startsWith('text/html')
    const body = isPage && !hasScripts ? Buffer.from(bytes.toString().replace(SCRIPTS, '')) : bytes
    const headers = Object.fromEntries([...answer.headers].filter(([name]) => !HOP.has(name)))
    const isText = !type.startsWith('font/') && !type.startsWith('image/png')
    response.writeHead(answer.status, { ...headers, ...(isText ? { 'content-encoding': 'gzip' } : {}) })
    response.end(isText ? gzipSync(body) : body)
  }
  const server = createServer((request, response) => void answerTo(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://localhost:${server.address().port}`,
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
