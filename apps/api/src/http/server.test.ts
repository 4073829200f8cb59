import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { drainAfterEach, exchange, type Listener, start } from '../../test/support/start-server.ts'
import { systemClock } from '../clock.ts'
import { patience, patienceFor } from './server.ts'

const clock = systemClock()
drainAfterEach()

/** Returns whether a new connection is accepted. */
const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

describe('startServer', () => {
  const hurried = { headers: 200, request: 400, upload: 2000, silence: 1000 }
  const drainBody: Listener = (request, response) => {
    request.resume()
    request.on('end', () => response.end('done'))
  }

  it('waits ten seconds for headers and thirty for a request', () => {
    expect(patience).toMatchObject({ headers: 10_000, request: 30_000, silence: 60_000 })
    // 50 MB at 64 kB/s.
    expect(patienceFor(50_000_000).upload).toBe(811_250)
  })

  it('times out incomplete headers', async () => {
    const { port } = await start((_request, response) => response.end('done'), { patience: hurried })
    const answer = await exchange(port, 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ')
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(answer).toContain('"code":"request_timeout"')
  })

  it('times out an incomplete body', async () => {
    const { port } = await start(drainBody, { patience: hurried })
    const answer = await exchange(port, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{')
    expect(answer).toContain('408 Request Timeout')
  })

  it('waits longer for its own work than for silent clients', async () => {
    const { port } = await start(
      (request, response) => {
        request.resume()
        // Storing a large file may take long after its last byte has arrived.
        request.on('end', () => request.socket.once('timeout', () => setImmediate(() => response.end('stored'))))
      },
      { patience: { ...hurried, silence: 100 } },
    )
    const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'PUT', body: 'x' })
    expect(await response.text()).toBe('stored')
  })

  it('times out a client that does not read its response', async () => {
    let close: (isFinished: boolean) => void = () => undefined
    const closed = new Promise<boolean>((resolve) => {
      close = resolve
    })
    const { port } = await start(
      (_request, response) => {
        response.once('close', () => close(response.writableFinished))
        response.end(Buffer.alloc(50_000_000))
      },
      { patience: { ...hurried, silence: 100 } },
    )
    const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'))
    socket.pause().on('error', () => undefined)
    expect(await closed).toBe(false)
  })

  it('answers a request that is not HTTP with a JSON error', async () => {
    const { port } = await start((_request, response) => response.end())
    const answer = await exchange(port, 'nonsense\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nConnection: close\r\n/)
    expect(answer).toContain('"code":"bad_request"')
  })

  it('rejects when the port is in use', async () => {
    const { port } = await start((_request, response) => response.end())
    await expect(start((_request, response) => response.end(), { port })).rejects.toThrow('EADDRINUSE')
  })
})

describe('drain', () => {
  it('finishes active requests and refuses later ones', async () => {
    const events: string[] = []
    let finish: () => void = () => undefined
    const server = await start(
      (_request, response) => {
        finish = () => response.end('served')
        events.push('begun')
        seen()
      },
      { onDrain: () => events.push('drain'), onStop: () => events.push('stop') },
    )
    let seen: () => void = () => undefined
    const begun = new Promise<void>((resolve) => {
      seen = resolve
    })
    const url = `http://127.0.0.1:${server.port}/`
    const answer = fetch(url).then((response) => response.text())
    await begun
    const ended = server.drain()
    // Earlier connections are accepted first, which takes a turn or two of the event loop.
    while (await isOpen(server.port)) await clock.wait(5)
    await expect(fetch(url)).rejects.toThrow('fetch failed')
    finish()
    expect(await answer).toBe('served')
    await ended
    expect(events).toEqual(['begun', 'drain'])
  })

  it('tells every client to close the connection with the next response', async () => {
    const server = await start((_request, response) => response.end('served'))
    const socket = connect(server.port, '127.0.0.1')
    const answers: string[] = []
    const closed = new Promise((resolve) => socket.once('close', resolve))
    const ask = (): Promise<void> =>
      new Promise((resolve) => {
        socket.once('data', (chunk) => {
          answers.push(/^connection: (.+?)\r$/im.exec(chunk.toString())?.[1] ?? '')
          resolve()
        })
        socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
      })
    await ask()
    const ended = server.drain()
    // Earlier connections are accepted first, which takes a turn or two of the event loop.
    for (let asked = 0; asked < 1000 && answers.at(-1) !== 'close'; asked++) await ask()
    await closed
    await ended
    expect([answers.at(0), answers.at(-1)]).toEqual(['keep-alive', 'close'])
  })
})
