import { connect, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { drainAfterEach, exchange, type Listener, start } from '../../test/support/start-server.ts'
import { systemClock } from '../clock.ts'
import { timeouts, timeoutsFor } from './server.ts'

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
  const hurried = { ...timeouts, headers: 200, request: 400, upload: 2000, silence: 1000 }
  const hurriedPace = { ...timeouts, pace: { minimum: 64_000, tolerance: 100 } }
  const drainBody: Listener = (request, response) => {
    request.resume()
    request.on('end', () => response.end('done'))
  }

  it('waits ten seconds for headers and thirty for a request', () => {
    expect(timeouts).toMatchObject({
      headers: 10_000,
      request: 30_000,
      silence: 60_000,
      pace: { minimum: 64_000, tolerance: 10_000 },
    })
    // 50 MB at 64 kB/s.
    expect(timeoutsFor(50_000_000).upload).toBe(811_250)
  })

  it('times out incomplete headers', async () => {
    const { port } = await start((_request, response) => response.end('done'), { timeouts: hurried })
    const answer = await exchange(port, 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ')
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(answer).toContain('"code":"request_timeout"')
  })

  it('times out an incomplete body', async () => {
    const { port } = await start(drainBody, { timeouts: hurried })
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
      { timeouts: { ...hurried, silence: 100 } },
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
      { timeouts: { ...hurried, silence: 100 } },
    )
    const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'))
    socket.pause().on('error', () => undefined)
    expect(await closed).toBe(false)
  })

  it('times out an upload below the minimum pace, and closes the connection of a client that goes on sending', async () => {
    let abort: () => void = () => undefined
    const aborted = new Promise<void>((resolve) => {
      abort = resolve
    })
    const { port } = await start(
      (request) => {
        request.on('error', () => undefined).on('close', abort)
        request.resume()
      },
      { timeouts: hurriedPace },
    )
    const answer = new Promise<string>((resolve) => {
      let text = ''
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => {
        socket.write('PUT /storage/v1/object/docs/a HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n')
      })
      const sending = setInterval(() => socket.write('x'), 20)
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
      socket
        .on('error', () => undefined)
        .on('close', () => {
          clearInterval(sending)
          resolve(text)
        })
    })
    await aborted
    expect(await answer).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('closes a download that its client takes below the minimum pace', async () => {
    let close: (isFinished: boolean) => void = () => undefined
    const closed = new Promise<boolean>((resolve) => {
      close = resolve
    })
    const part = Buffer.alloc(4096)
    const { port } = await start(
      (_request, response) => {
        response.once('close', () => close(response.writableFinished))
        const send = (): void => {
          while (!response.destroyed && response.write(part)) continue
          response.once('drain', send)
        }
        send()
      },
      { timeouts: hurriedPace },
    )
    const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'))
    // Each byte that the client takes would restart a limit on silence.
    const taking = setInterval(() => socket.read(1), 20)
    socket.pause().on('error', () => undefined)
    expect(await closed).toBe(false)
    clearInterval(taking)
    socket.destroy()
  })

  it('limits the connections of each address, so that others are still served', async () => {
    const { port } = await start((_request, response) => response.end('done'), {
      connections: { inAll: 8, perAddress: 2 },
    })
    const from = (localAddress: string) =>
      new Promise<{ readonly text: string; readonly socket: Socket }>((resolve) => {
        const socket = connect({ port, host: '127.0.0.1', localAddress }, () =>
          socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'),
        )
        socket.on('error', () => undefined)
        socket.once('data', (chunk: Buffer) => resolve({ text: chunk.toString(), socket }))
        socket.once('close', () => resolve({ text: '', socket }))
      })
    const greedy = [await from('127.0.0.2'), await from('127.0.0.2'), await from('127.0.0.2')]
    expect(greedy.map(({ text }) => text.slice(0, 12))).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', ''])
    const other = await from('127.0.0.3')
    expect(other.text).toContain('HTTP/1.1 200')
    // A closed connection makes room for another one.
    greedy[0]?.socket.destroy()
    await expect.poll(async () => (await from('127.0.0.2')).text).toContain('HTTP/1.1 200')
    for (const { socket } of [...greedy, other]) socket.destroy()
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
