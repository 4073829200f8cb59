import { connect } from 'node:net'
import { afterEach } from 'vitest'
import { systemClock } from '../../src/clock.ts'
import { type RunningServer, type ServerOptions, startServer } from '../../src/http/server.ts'

const running: RunningServer[] = []

/** Drains, after each test of a suite, the servers that it started. */
export const drainAfterEach = (): void => {
  afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.drain()))
  })
}

/** The handler of the requests to a test server. */
export type Listener = Parameters<typeof startServer>[0]

/** Starts a server on a free port. */
export const start = async (listener: Listener, options: Partial<ServerOptions> = {}): Promise<RunningServer> => {
  const quiet = { onDrain: () => undefined, onStop: () => undefined }
  const server = await startServer(listener, { port: 0, host: '127.0.0.1', clock: systemClock(), ...quiet, ...options })
  running.push(server)
  return server
}

/** Sends bytes and returns everything until the other side closes. */
export const exchange = (port: number, bytes: string): Promise<string> =>
  new Promise((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => {
      text += chunk.toString()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(text))
  })
