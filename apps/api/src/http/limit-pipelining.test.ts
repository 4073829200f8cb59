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

  it('get eight responses, and then the end of the connection, if there are thousands', async () => {
    const { listener, count } = counting()
    const { port } = await start(listener)
    const all = Array.from({ length: 50 }, () => exchange(port, get('').repeat(3000)))
    const received = await Promise.all(all)
    expect(received.map(answersIn)).toEqual(received.map(() => 8))
    expect(received.every((response) => response.includes('Connection: close'))).toBe(true)
    expect(count()).toBe(50 * 8)
  })

  it('get eight responses if the service has answered the first ones before the others arrive', async () => {
    const { port } = await start((_request, response) => response.end('at once'))
    expect(answersIn(await exchange(port, get('').repeat(3000)))).toBe(8)
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
