import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { drainAfterEach, exchange, type Listener, start } from '../../test/support/start-server.ts'

drainAfterEach()

const get = (path: string) => `GET /${path} HTTP/1.1\r\nHost: x\r\n\r\n`
const post = (body: string) => `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`
const answersIn = (received: string) => received.split('HTTP/1.1 200 OK').length - 1

/** Answers each request with its path after a turn, and counts the requests. */
const counting = () => {
  let requests = 0
  const listener: Listener = (request, response) => {
    requests += 1
    void text(request).then((body) => setImmediate(() => response.end(`<${request.url}${body}>`)))
  }
  return { listener, count: () => requests }
}

describe('pipelined requests', () => {
  it('get their responses in order, if there are few', async () => {
    const { listener } = counting()
    const { port } = await start(listener)
    const last = `GET /4 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
    const received = await exchange(port, `${get('1')}${get('2')}${get('3')}${last}`)
    expect(received.match(/<[^>]+>/g)).toEqual(['</1>', '</2>', '</3>', '</4>'])
  })

  it('are handled one at a time on a connection, however many there are', async () => {
    let active = 0
    let most = 0
    const { port } = await start((_request, response) => {
      active += 1
      most = Math.max(most, active)
      setImmediate(() => {
        active -= 1
        response.end('late')
      })
    })
    const last = `GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
    expect(answersIn(await exchange(port, `${get('').repeat(1000)}${last}`))).toBe(1001)
    expect(most).toBe(1)
  })

  it('let others pass after each response, also if the service answers at once', async () => {
    const order: string[] = []
    const { port } = await start((request, response) => {
      order.push(String(request.url))
      response.end('at once')
    })
    const last = `GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
    const attack = exchange(port, `${get('many').repeat(200)}${last}`)
    await Promise.all([attack, exchange(port, last.replace('last', 'other'))])
    expect(order.indexOf('/other')).toBeLessThan(100)
  })

  it('get no response after one that ends the connection', async () => {
    const { listener, count } = counting()
    const { port } = await start(listener)
    const last = `GET /1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
    expect(answersIn(await exchange(port, `${last}${get('2')}`))).toBe(1)
    expect(count()).toBe(1)
  })

  it('end with the connection after the response, if more than 64 kB of them wait', async () => {
    const { listener, count } = counting()
    const { port } = await start(listener)
    const received = await Promise.all(Array.from({ length: 50 }, () => exchange(port, get('').repeat(30_000))))
    expect(received.every((response) => response.includes('Connection: close'))).toBe(true)
    // A system delivers as many bytes at once as it likes.
    expect(count()).toBeLessThan(50 * 5000)
  })

  it('hide no disconnected client from the handler of the request before them', async () => {
    const { promise: isClosed, resolve } = Promise.withResolvers<void>()
    const { port } = await start((_request, response) => {
      response.once('close', resolve)
      socket.destroy()
    })
    const socket = connect(port, '127.0.0.1', () => socket.write(get('').repeat(30_000)))
    socket.on('error', () => undefined)
    await isClosed
  })

  it('get responses however many follow each other on a connection', async () => {
    const { listener, count } = counting()
    const { port } = await start(listener)
    const socket = connect(port, '127.0.0.1', () => socket.write(get('')))
    for (let index = 0; index < 40; index++) {
      await new Promise((resolve) => socket.once('data', resolve))
      if (index < 39) socket.write(get(''))
    }
    expect(count()).toBe(40)
    socket.destroy()
  })

  it('have their whole bodies, also those that contain the end of a head', async () => {
    const { listener } = counting()
    const { port } = await start(listener)
    const bodies = Array.from({ length: 8 }, (_, index) => `${index}\r\n\r\n`.repeat(20 * (index + 1)))
    const received = new Promise<string>((resolve) => {
      let all = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(bodies.map(post).join('').slice(0, -3)))
      socket.on('data', (chunk) => {
        // The last body ends after the first responses.
        if (all === '') socket.write('\n\r\n')
        all += chunk.toString()
        if (answersIn(all) === 8 && all.endsWith('>')) {
          socket.destroy()
          resolve(all)
        }
      })
    })
    const all = await received
    for (const body of bodies) expect(all).toContain(`</${body}>`)
  })
})
