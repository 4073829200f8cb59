import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import type { WorldDocument } from '@netbox/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Internet, startInternet } from '../index.ts'
import { createHttpResponder, timeoutPage } from './http-responder.ts'

const HOST = 'api.shop.example'

const world: WorldDocument = {
  hosts: {
    [HOST]: {
      http: {
        routes: [
          { path: '/part/{part}', reply: { json: { part: '{path.part}' } } },
          {
            path: '/echo',
            reply: {
              json: {
                args: '{args}',
                headers: '{headers}',
                cookies: '{cookies}',
                form: '{form}',
                json: '{json}',
                data: '{data}',
                lists: '{lists.query}',
              },
            },
          },
          {
            path: '/copy',
            reply: {
              headers: { '{query}': '{query}' },
              cookies: { '{query}': '{query}' },
              json: { '{query}': '{query}' },
            },
          },
          {
            path: '/facts',
            reply: {
              json: {
                none: '{query.none.more}',
                unknown: '{nothing}',
                own: '{constructor}',
                deep: '{json.a.__proto__}',
              },
            },
          },
        ],
      },
    },
  },
}

let internet: Internet
beforeAll(async () => {
  internet = await startInternet({ seed: 'k3f9', scenario: 'healthy', world })
})
afterAll(async () => internet.close())

/** Sends octets on a connection of their own. Returns all that comes back until the server ends the connection. */
const sendRaw = async (head: string, body: string | Buffer = '', isEnded = false): Promise<string> => {
  const socket = connect({ port: internet.endpoints.find(({ protocol }) => protocol === 'http')?.port ?? 0 })
  socket.on('error', () => undefined)
  socket.write(Buffer.from(`${head}\r\n\r\n`, 'latin1'))
  if (isEnded) socket.end(body)
  else socket.write(body)
  return text(socket)
}

const headOf = (method: string, path: string, ...headers: string[]): string =>
  [`${method} ${path} HTTP/1.1`, `Host: ${HOST}`, 'Connection: close', ...headers].join('\r\n')

const statusOf = (response: string): string => response.slice(0, 'HTTP/1.1 200'.length)

const get = async (path: string, ...headers: string[]) => sendRaw(headOf('GET', path, ...headers))

const post = async (body: string | Buffer, ...headers: string[]) =>
  sendRaw(headOf('POST', '/echo', `Content-Length: ${Buffer.byteLength(body)}`, ...headers), body)

const jsonOf = (response: string): Record<string, unknown> =>
  JSON.parse(response.slice(response.indexOf('\r\n\r\n'))) as Record<string, unknown>

describe('a request with a wrong frame', () => {
  it.each([
    ['a chunk size that is no number', ['Transfer-Encoding: chunked'], 'zz\r\nabc\r\n0\r\n\r\n'],
    ['a chunk size beyond all numbers', ['Transfer-Encoding: chunked'], `${'f'.repeat(17)}\r\nabc\r\n`],
    ['a chunk that is longer than it says', ['Transfer-Encoding: chunked'], '2\r\nabcdef\r\n0\r\n\r\n'],
    ['a length and chunks', ['Transfer-Encoding: chunked', 'Content-Length: 3'], '0\r\n\r\n'],
    ['two lengths', ['Content-Length: 3', 'Content-Length: 4'], 'abcd'],
    ['a negative length', ['Content-Length: -1'], ''],
    ['an unknown coding of the transfer', ['Transfer-Encoding: gzip'], 'abc'],
    ['a line break of its own in a header', ['X-A: b\rX-C: d'], ''],
  ])('is refused: %s', async (_what, headers, body) => {
    expect(statusOf(await sendRaw(headOf('POST', '/echo', ...headers), body, true))).toBe('HTTP/1.1 400')
  })

  it('gets no reply if its body ends before its length, and the server goes on', async () => {
    const response = await sendRaw(headOf('POST', '/echo', 'Content-Length: 10'), 'abc', true)
    expect(response).not.toContain('HTTP/1.1 200')
    expect(statusOf(await get('/echo'))).toBe('HTTP/1.1 200')
  })

  it('does not end with more octets than its length: they are the next request', async () => {
    const head = headOf('POST', '/echo', 'Content-Length: 3').replace('close', 'keep-alive')
    const response = await sendRaw(head, `abc${headOf('GET', '/part/next')}\r\n\r\n`)
    expect(response.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
  })

  it('of ten thousand headers is refused', async () => {
    const headers = Array.from({ length: 10_000 }, (_, number) => `X-${number}: a`)
    expect(statusOf(await get('/echo', ...headers))).toBe('HTTP/1.1 431')
  })

  it('holds up nobody while its body comes slowly', async () => {
    const slow = connect({ port: internet.endpoints.find(({ protocol }) => protocol === 'http')?.port ?? 0 })
    slow.write(`${headOf('POST', '/echo', 'Content-Length: 3')}\r\n\r\na`)
    expect(statusOf(await get('/echo'))).toBe('HTTP/1.1 200')
    slow.write('b')
    expect(statusOf(await get('/echo'))).toBe('HTTP/1.1 200')
    slow.write('c')
    const [first] = (await once(slow, 'data')) as [Buffer]
    expect(statusOf(first.toString())).toBe('HTTP/1.1 200')
    slow.destroy()
  })
})

describe('a body that takes too long', () => {
  const page = { status: 200, headers: [], body: 'read' }
  const responder = createHttpResponder(async ({ path, body }) => {
    return path === '/' ? body().then(() => page, timeoutPage) : page
  }, 100)
  const server = createServer((socket) => responder.serve(socket)).listen(0, '127.0.0.1')
  afterAll(() => server.close())

  const open = async (head: string, end = '\r\n\r\n') => {
    // The cast is safe: the server listens on a port.
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => undefined).write(head + end)
    return text(socket)
  }

  it('gets 408, and the end of its connection; others have their replies', async () => {
    const slow = open(headOf('POST', '/', 'Content-Length: 3').replace('close', 'keep-alive'))
    expect(statusOf(await open(headOf('POST', '/other', 'Content-Length: 0')))).toBe('HTTP/1.1 200')
    expect(await slow).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n(?:.*\r\n)*Connection: close\r\n/)
  })

  it('gets nothing if it is a head', async () => {
    expect(await open(headOf('POST', '/'), '')).toBe('')
  })
})

describe('a large request', () => {
  it('is never decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000))
    const response = await post(bomb, 'Content-Encoding: gzip', 'Content-Type: application/json')
    expect(jsonOf(response)).toMatchObject({ json: null, data: expect.stringContaining('base64,H4s') })
    expect(response.length).toBeLessThan(bomb.length * 1.5)
  })

  it('of as many parts or fields as fit has an answer', async () => {
    const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'
    const parts = `${part.repeat(Math.floor(200_000 / part.length))}--b--\r\n`
    const many = jsonOf(await post(parts, 'Content-Type: multipart/form-data; boundary=b'))
    expect((many['form'] as { a: string[] }).a.length).toBe(Math.floor(200_000 / part.length))
    const fields = jsonOf(await post('a&'.repeat(490_000), 'Content-Type: application/x-www-form-urlencoded'))
    expect((fields['form'] as { a: string[] }).a.length).toBe(490_000)
  })

  it.each([
    ['without an end', 'multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n'],
    ['without a boundary', 'multipart/form-data', '--b--'],
    ['with a boundary of an expression', 'multipart/form-data; boundary=(a+)+$', '--(a+)+$--'],
  ])('in parts, but %s, has no fields', async (_what, type, body) => {
    expect(jsonOf(await post(body, `Content-Type: ${type}`))).toMatchObject({ form: {} })
  })
})

describe('a strange text', () => {
  it.each([
    ['/part/%ff', '%ff'],
    ['/part/%zz', '%zz'],
    ['/part/%E0%A4', '%E0%A4'],
    ['/part/%00', '\0'],
    ['/part/%2e%2e%2fetc', '../etc'],
    ['/part/..', '..'],
    ['/part/__proto__', '__proto__'],
    ['/part/constructor', 'constructor'],
  ])('in the path %s is a text', async (path, part) => {
    expect(jsonOf(await get(path))).toEqual({ part })
  })

  it('that is no ASCII in a path is refused or has no route', async () => {
    expect(statusOf(await get('/part/a b'))).toBe('HTTP/1.1 400')
    expect(['HTTP/1.1 200', 'HTTP/1.1 400']).toContain(statusOf(await get('/part/\u00ff\u00fe')))
    expect(statusOf(await get('/part/a/b'))).toBe('HTTP/1.1 404')
  })

  it('as the name of a property is a name like others', async () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
    const query = names.map((name) => `${name}=1`).join('&')
    const expected = Object.fromEntries(names.map((name) => [name, '1']))
    const cookies = `Cookie: ${names.map((name) => `${name}=1`).join('; ')}`
    const form = await post(
      query,
      'Content-Type: application/x-www-form-urlencoded',
      ...names.map((n) => `${n}: 1`),
      cookies,
    )
    const { headers, ...echo } = jsonOf(form)
    expect([echo['form'], echo['cookies']]).toEqual([expected, expected])
    expect(Object.keys(headers as object)).toEqual(expect.arrayContaining(['__proto__', 'Constructor']))
    const sent = `{${names.map((name) => `"${name}":{"polluted":1}`).join(',')}}`
    expect(Object.keys(jsonOf(await post(sent))['json'] as object)).toEqual(names)
    const copied = await get(`/copy?${query}`)
    expect(jsonOf(copied)).toEqual(expected)
    expect(copied).toContain('\r\n__proto__: 1\r\n')
    expect(copied).toContain('\r\nSet-Cookie: constructor=1; Path=/\r\n')
    expect({}).not.toHaveProperty('polluted')
  })

  it('that no fact has is null, and other braces stay', async () => {
    const body = '{"a":{}}'
    const response = await sendRaw(headOf('POST', '/facts', `Content-Length: ${body.length}`), body)
    expect(jsonOf(response)).toEqual({ none: null, unknown: '{nothing}', own: '{constructor}', deep: null })
  })
})
