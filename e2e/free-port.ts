import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

// The range of ports. Systems use higher ports, from 32,768 or 49,152 on, for outgoing connections. So no connection takes one of these
// ports while a test's server is stopped.
const [FIRST, END] = [20_000, 32_000]

/** Returns a free loopback port. */
export const freePort = async (): Promise<number> => {
  const port = randomInt(FIRST, END)
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return freePort()
    throw error
  }
  server.close()
  await once(server, 'close')
  return port
}
